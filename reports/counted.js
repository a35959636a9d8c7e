"use strict";
/* What a selection changes: figures, tables and statistics are counted again over its seats, as the page was written for
   all of them; filtered_charts.js counts those of the charts. What sums cannot say stays as it is, in grey, as that of all hands. */
(() => {
  const figures = document.querySelector(".figures.main");
  if (!document.getElementById("filters")) return;
  const { UNKNOWN, decimal, count, counted: with_noun, percent, range, percentRange, money, fill, fixed, head, make, partOf, tone: tone_of } = badugiFormats;
  const ENOUGH = 30;
  const original = new Map(); /* the content of each element that a selection replaces */
  const replace = (element, ...children) => {
    if (!original.has(element)) original.set(element, [...element.childNodes]);
    element.replaceChildren(...children);
  };
  const restore = () => {
    for (const [element, children] of original) {
      element.replaceChildren(...children);
      element.hidden = false;
    }
    for (const group of document.querySelectorAll("details.group")) {
      group.hidden = false;
      const rows = group.querySelectorAll("tbody tr").length;
      if (rows && group.closest("#statistics")) group.querySelector("summary span").textContent = rows;
    }
    for (const row of document.querySelectorAll("tr.unfiltered")) row.classList.remove("unfiltered");
    original.clear();
  };

  let seats = null;
  /* Return a measure as the texts of a cell, null without a count: `measured` of badugi_hh/report/measured_cells.py. */
  const cell_of = (stat, { value, n, made, chances, low, high, equal }) => {
    const words = seats.words.figures;
    const few = n < ENOUGH;
    if (stat.kind === "proportion" && n)
      return { value: percent(value), counts: fill(words.counts, { made: count(made), chances: count(n) }), interval: percentRange(low, high), few, key: value, ends: { low, high, at: value } };
    if (stat.kind === "ratio" && n)
      return { value: decimal(value, 2), counts: fill(words.to, { top: count(made), bottom: count(chances) }), interval: "", few, key: value };
    if (value === null) return null;
    if (stat.kind === "distribution")
      return { value: decimal(value, 2), counts: fill(words.mean, { rows: with_noun(n, stat.rows) }), interval: "", few, key: value };
    if (stat.form !== "rate") {
      const share = stat.form === "share";
      const text = `${share ? percent(value) : decimal(value, 2)} ${stat.unit}`.trimEnd();
      const interval = low === null ? "" : share ? percentRange(low, high) : range(decimal(low, 2), decimal(high, 2));
      return { value: text, counts: fill(words.rows, { rows: with_noun(n, stat.rows) }), interval, few, key: value };
    }
    const rows = with_noun(n, stat.noun);
    const interval = low === null ? "" : range(decimal(low, 1, !stat.loss), decimal(high, 1, !stat.loss));
    if (stat.loss || equal) return { value: decimal(value), counts: rows, interval, few, key: value };
    const tone = interval && !few && low * high > 0 ? tone_of(decimal(value, 1, true)) : "";
    return { value: decimal(value, 1, true), counts: rows, interval, few, tone, key: value };
  };
  /* Return the measure of each of several games; one that separates no games is the same in each. */
  const each_game = (found, games) => {
    const parts = new Map((found.parts.length ? found.parts : [found]).map((part) => [part.game ?? part.within ?? null, part]));
    return games.filter((game) => parts.has(game) || parts.has(null)).map((game) => [game, parts.get(game) ?? found]);
  };
  /* Return an element whose style has the ends of a share and its interval, in percent. */
  const drawn = (element, ends) => {
    for (const [key, end] of Object.entries(ends)) element.style.setProperty(`--${key}`, fixed(100 * end, 1));
    return element;
  };
  const cell = (found, kind = "") => {
    if (!found) return make("td", "unknown", UNKNOWN);
    const { value, counts = "", interval = "", few = false, tone = "", key = null, unit = "", more = [], ends } = found;
    const made = make("td", few ? "few" : "", make("span", `value ${tone}`, value), ...more.map((text) => make("span", "value", text)));
    if (kind === "" && ends) made.append(drawn(make("i", "bar"), ends));
    if (kind === "heat") made.style.setProperty("--heat", fixed(key, 3));
    for (const text of [counts, kind === "heat" ? "" : interval]) if (text) made.append(make("span", "sub", text));
    if (key !== null) made.dataset.key = key;
    if (unit) made.dataset.unit = unit;
    return made;
  };
  const amount = (totals) => {
    const found = totals.sort((a, b) => (a.unit < b.unit ? -1 : 1));
    if (!found.length) return null;
    const texts = found.map(({ unit, sum }) => money(sum, seats.denominations[unit], true, seats.denominations[unit].chip));
    if (found.length > 1) return { value: texts[0], more: texts.slice(1) };
    return { value: texts[0], tone: tone_of(decimal(found[0].sum, 1, true)), key: found[0].sum, unit: found[0].unit };
  };

  /* A figure or a cell of tournaments, which count as a whole: in grey, unless the selection has no part of one. */
  const as_it_was = (element, selection) => {
    const made = element.cloneNode(true);
    made.classList.toggle("unfiltered", Object.keys(fieldsOf(selection)).some((name) => name !== "game"));
    return made;
  };

  /* A cell of what no selection counts, in grey. */
  const as_all = (element) => {
    const made = element.cloneNode(true);
    if (!made.classList.contains("unknown")) made.classList.add("unfiltered");
    return made;
  };

  const show_figures = (selection, counted) => {
    if (!figures) return;
    const words = seats.words.figures;
    const made = [];
    const figure = (place, label, value, notes, { tone = "", sentence = "", stat = "", within = "" } = {}) => {
      const title = sentence ? make("abbr", "", label) : label;
      if (sentence) title.title = sentence;
      const box = make("div", place, make("dt", "", title), make("dd", "", make("span", `value ${tone}`, value), ...notes.filter(Boolean).map((note) => make("span", "note", note))));
      if (stat) box.dataset.stat = stat;
      if (within) box.dataset.within = within;
      made.push(box);
    };
    const statistic = (place, label, name, found, within) => {
      const own = cell_of(seats.stats[name], found);
      if (!own) return;
      const interval = own.interval ? fill(words.ninety_five, own) : words.few;
      const { sentence } = seats.stats[name];
      figure(place, label, own.value, [own.counts, interval], { tone: own.few ? "few" : (own.tone ?? ""), sentence, stat: name, within });
    };
    const games = counted.games();
    /* A tournament counts as a whole, so that it counts only where the selection has no other field than the game. */
    const whole = games.includes("tournament") && Object.keys(fieldsOf(selection)).every((name) => name === "game");
    const rakes = new Map(counted.totals("rake_paid").map(({ unit, sum }) => [unit, sum]));
    const nets = new Map(counted.totals("net").map((each) => [each.unit, each]));
    for (const unit of new Set([...nets.keys(), ...(whole ? Object.keys(seats.tournaments) : [])])) {
      const own = seats.denominations[unit] ?? { label: seats.games.tournament };
      const [cash, entered] = [nets.get(unit), whole ? seats.tournaments[unit] : undefined];
      const known = [cash?.sum, entered?.net].filter((net) => net !== undefined && net !== null);
      const total = known.reduce((sum, net) => sum + net, 0);
      const note = cash && known.length > 1
        ? fill(words.parts, { cash: seats.games[own.game], won: money(cash.sum, own, true), tournaments: seats.games.tournament, paid: money(entered.net, own, true) })
        : cash && rakes.get(unit) ? fill(words.rake, { rake: money(rakes.get(unit), own) })
        : cash ? fill(words.in_hands, { hands: with_noun(cash.n, "hand") }) : "";
      const tone = tone_of(decimal(total, 1, true));
      figure("money", fill(words.net, { unit: own.label }), known.length ? money(total, own, true) : UNKNOWN, [note, entered?.about ?? (games.includes("tournament") && !whole ? words.without_tournaments : "")], { tone });
    }
    const rated = games.filter((game) => game !== "tournament");
    const shown = rated.length ? rated : games;
    for (const name of seats.rates)
      for (const [game, found] of each_game(counted.measure(name), games).filter(([game]) => shown.includes(game)))
        statistic("rate", shown.length > 1 ? fill(words[`${name}_in`], { game: seats.games[game] }) : words[name], name, found, game);
    figure("share", seats.seats ? words.seats : words.hands, count(counted.seats()), []);
    for (const name of seats.headlines) statistic("share", words[name], name, counted.measure(name));
    replace(figures, ...made.filter(({ className }) => className !== "share"));
    replace(document.querySelector(".figures.row"), ...made.filter(({ className }) => className === "share"));
  };

  /* Tables whose rows are parts of the hands: a row has the values of its part, a column its statistic. */
  const show_table = (table, selection, groups) => {
    const columns = [...table.tHead.rows[0].cells].filter((head) => head.dataset.stat);
    const rows = [...table.tBodies[0].rows];
    const parts = new Map(rows.filter((row) => row.dataset.part).map((row) => [row, columns.map((column) => partOf(row, column))]));
    const found_of = seats.split(groups, [...parts.values()].flat());
    for (const row of rows) {
      if (!parts.has(row)) {
        row.classList.add("unfiltered");
        continue;
      }
      const own_parts = parts.get(row).map(found_of);
      const names = row.dataset.stats?.split(" ") ?? columns.map((column) => column.dataset.stat);
      const seats_of = ({ counted, number }) => counted.seats(number);
      const apart = columns[0].dataset.field; /* each cell has a part of its own */
      const hands = apart ? own_parts.reduce((all, part) => all + seats_of(part), 0) : seats_of(own_parts[0]);
      const times = row.dataset.stats ? own_parts[0].counted.measure(names[0], own_parts[0].number).n : hands;
      const before = [...row.cells].slice(-names.length);
      const cells = names.map((name, nth) => {
        const { counted, number } = own_parts[nth];
        if (columns[nth].dataset.whole && !seats.of_tournaments.includes(name)) return as_all(before[nth]);
        if (!seats.stats[name] || (name === "net" && parts.get(row)[nth].game === "tournament"))
          return counted.games(number).includes("tournament") ? as_it_was(before[nth], selection) : cell(null);
        if (name === "net") return cell(amount(counted.totals("net", number)));
        let found = counted.measure(name, number);
        const { game } = columns[nth].dataset;
        if (game) found = each_game(found, [game])[0]?.[1];
        const own = found ? cell_of(seats.stats[name], found) : null;
        const repeated = !game && !row.dataset.stats && own?.counts === with_noun(hands, "hand"); /* the row states its hands */
        return cell(repeated ? { ...own, counts: "" } : own, table.classList[1] ?? "");
      });
      if (table.dataset.times) {
        const shown = make("td", "", count(times));
        shown.dataset.key = times;
        cells.unshift(shown);
      }
      replace(row, row.cells[0], ...cells);
      row.hidden = table.dataset.times ? !times : cells.every((each) => each.classList.contains("unknown"));
    }
  };

  const show_statistics = (counted) => {
    const games = counted.games();
    const groups = new Map();
    const add = (group, row) => groups.set(group, [...(groups.get(group) ?? []), row]);
    for (const name of seats.order) {
      const stat = seats.stats[name];
      if (seats.of_tournaments.includes(name) && !games.includes("tournament")) continue;
      if (!stat) {
        for (const row of unfiltered_rows(name)) add(row.group, row.row);
        continue;
      }
      const found = counted.measure(name);
      const rows = found.parts.length
        ? each_game(found, games).map(([game, part]) => [`${stat.title}, ${seats.games[game]}`, part, game])
        : [[stat.title, found, ""]];
      for (const [title, own, within] of rows) {
        const texts = cell_of(stat, own);
        if (texts) add(stat.group, statistic_row(name, title, stat, texts, within));
      }
    }
    for (const group of document.querySelectorAll("#statistics details.group")) {
      const body = group.querySelector("tbody");
      const rows = groups.get(group.querySelector("h3").textContent) ?? [];
      replace(body, ...rows);
      group.hidden = !rows.length;
      group.querySelector("summary span").textContent = rows.length;
    }
  };
  const statistic_row = (name, title, stat, texts, within) => {
    const name_cell = head("row", "wrap", title, make("span", "sub", stat.sentence));
    const picture = make("td");
    if (stat.kind === "proportion") {
      const line = make("span", "line", make("i"), make("b"));
      line.ariaHidden = "true";
      picture.append(drawn(line, texts.ends));
    }
    const row = make("tr", texts.few ? "few" : "", name_cell, make("td", "", make("span", `value ${texts.tone ?? ""}`, texts.value)), make("td", "", texts.counts), make("td", "", texts.interval), picture);
    row.dataset.stat = name;
    row.dataset.counted = "yes";
    if (within) row.dataset.within = within;
    /* A phone shows the rows as blocks, so that they have the roles of a table as the page was written. */
    row.setAttribute("role", "row");
    for (const each of row.cells) each.setAttribute("role", each === name_cell ? "rowheader" : "cell");
    if (stat.lang) name_cell.lang = stat.lang;
    return row;
  };
  /* The rows of a statistic that the page does not count, in grey. */
  const unfiltered_rows = (name) =>
    [...document.querySelectorAll("#statistics details.group")].flatMap((group) => {
      const body = group.querySelector("tbody");
      const rows = (original.get(body) ?? [...body.children]).filter((row) => row.dataset?.stat === name);
      return rows.map((row) => {
        const made = row.cloneNode(true);
        made.hidden = false;
        made.classList.add("unfiltered");
        return { group: group.querySelector("h3").textContent, row: made };
      });
    });

  addEventListener("selection", ({ detail }) => {
    const { selection, groups, counted } = detail;
    ({ seats } = detail);
    restore();
    if (document.body.classList.contains("filtered")) {
      show_figures(selection, counted);
      for (const table of document.querySelectorAll("table.split")) if (table.querySelector("[data-part]") && !table.closest("[data-all]")) show_table(table, selection, groups);
      show_statistics(counted);
    }
    const field = document.getElementById("find-statistic");
    if (field?.value) field.dispatchEvent(new Event("input"));
    badugiLinks();
  });
})();
