"use strict";
/* Filters: the page adds up the counts of the selected parts of the hands, and shows figures, tables and statistics of
   them; filtered_charts.js draws their charts. The filter is in the address, after "?". What sums of counts cannot say
   stays as it is, in grey, as that of all hands. The counts are read when a filter is first used. */

/* Return whether the row with an index has the values of a filter; `rows` has the index of its value for each row, by
   dimension, and `values` the values. Rows without a month are in no period. */
function filterTest(values, rows, { from, to, ...exact }) {
  const tests = Object.entries(exact).map(([name, value]) => [rows[name], values[name].indexOf(value)]);
  const months = values.month.map((month) => (!from && !to) || (month !== "unknown" && (!from || month >= from) && (!to || month <= to)));
  return (row) => months[rows.month[row]] && tests.every(([own, value]) => own[row] === value);
}

(() => {
  const bar = document.getElementById("filters");
  if (!bar) return;
  const { UNKNOWN, decimal, count, counted, percent, range, percentRange, money, fill, fixed, make, withCode, tone: tone_of } = badugiFormats;
  const ENOUGH = 30;
  const fields = [...bar.querySelectorAll("select")];
  const figures = document.querySelector(".figures");
  const none = document.getElementById("none"); /* stands in the place of the views where no hand is selected */
  const original = new Map(); /* the content of each element that a filter replaces */
  let data = null;
  let shown = ""; /* the filter that the page shows */

  const replace = (element, ...children) => {
    if (!original.has(element)) original.set(element, [...element.childNodes]);
    element.replaceChildren(...children);
  };

  /* The filter: values that the page does not have are left out. */
  const selection = () => {
    const query = new URLSearchParams(filterPart().slice(1));
    const known = (field) => [...field.options].some((option) => option.value === query.get(field.name));
    return Object.fromEntries(fields.filter(known).map((field) => [field.name, query.get(field.name)]).filter(([, value]) => value));
  };
  /* The filters of the address that the page does not have, as a sentence. */
  const unknown = () => {
    const filter = selection();
    const names = [...new URLSearchParams(filterPart().slice(1))].filter(([name, value]) => value && !(name in filter)).map((pair) => pair.join("="));
    return names.length ? fill(bar.dataset.unknown, { names: names.join(", ") }) : "";
  };
  const query_of = (filter) => {
    const query = new URLSearchParams(filter).toString();
    return query && `?${query}`;
  };

  /* Return the indices of the parts that a filter selects. */
  const select = (filter) => [...data.parts.game.keys()].filter(filterTest(data.values, data.parts, filter));
  /* Return the indices of the parts that a filter selects and that have the values of a part of the hands. */
  const within = (filter, part) => {
    const own = new Set(select(part));
    return select(filter).filter((each) => own.has(each));
  };
  const sums = (stat, parts) => {
    const values = new Map();
    const units = data.parts.denomination;
    for (const part of parts) {
      const unit = data.values.denomination[units[part]];
      if (!values.has(unit)) values.set(unit, Object.fromEntries(Object.keys(stat.sums).map((name) => [name, 0])));
      const own = values.get(unit);
      for (const [name, column] of Object.entries(stat.sums)) own[name] += data.columns[column][part];
    }
    return values;
  };
  const game_of = (unit) => data.denominations[unit].game;
  const measure = (name, parts) => badugiKinds.measure(data.stats[name], sums(data.stats[name], parts), game_of);
  /* Return a total by denomination, those with most hands first. */
  const totals = (name, parts) =>
    [...sums(data.stats[name], parts)].map(([unit, { n, sum }]) => ({ unit, n, sum })).filter(({ n }) => n).sort((a, b) => b.n - a.n || (a.unit < b.unit ? -1 : 1));
  const hands_of = (parts) => totals("hands", parts).reduce((hands, { sum }) => hands + sum, 0);
  /* Return the games of these parts, those with most hands first. */
  const games_of = (parts) => {
    const of_game = (game) => parts.filter((part) => data.values.game[data.parts.game[part]] === game);
    const hands = Object.keys(data.games).map((game) => [game, hands_of(of_game(game))]);
    return hands.filter(([, number]) => number).sort((a, b) => b[1] - a[1]).map(([game]) => game);
  };

  /* Return a measure as the texts of a cell, null without a count: `measured` of badugi_hh/report/measured_cells.py. */
  const cell_of = (stat, { value, n, made, chances, low, high, equal }) => {
    const words = data.words.figures;
    const few = n < ENOUGH;
    if (stat.kind === "proportion" && n)
      return { value: percent(value), counts: fill(words.counts, { made: count(made), chances: count(n) }), interval: percentRange(low, high), few, key: value };
    if (stat.kind === "ratio" && n)
      return { value: decimal(value, 2), counts: fill(words.to, { top: count(made), bottom: count(chances) }), interval: "", few, key: value };
    if (value === null) return null;
    if (stat.kind === "distribution")
      return { value: decimal(value, 2), counts: fill(words.mean, { rows: counted(n, stat.rows) }), interval: "", few, key: value };
    if (stat.form !== "rate") {
      const share = stat.form === "share";
      const text = `${share ? percent(value) : decimal(value, 2)} ${stat.unit}`.trimEnd();
      const interval = low === null ? "" : share ? percentRange(low, high) : range(decimal(low, 2), decimal(high, 2));
      return { value: text, counts: fill(words.rows, { rows: counted(n, stat.rows) }), interval, few, key: value };
    }
    const rows = counted(n, stat.noun);
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

  const cell = (found) => {
    if (!found) return make("td", "unknown", UNKNOWN);
    const { value, counts = "", interval = "", few = false, tone = "", key = null, unit = "", more = [] } = found;
    const made = make("td", few ? "few" : "", make("span", `value ${tone}`, value), ...more.map((text) => make("span", "value", text)));
    for (const text of [counts, interval]) if (text) made.append(make("span", "sub", text));
    if (key !== null) made.dataset.key = key;
    if (unit) made.dataset.unit = unit;
    return made;
  };
  const amount = (parts) => {
    const found = totals("net", parts).sort((a, b) => (a.unit < b.unit ? -1 : 1));
    if (!found.length) return null;
    const texts = found.map(({ unit, sum }) => money(sum, data.denominations[unit], true, data.denominations[unit].chip));
    if (found.length > 1) return { value: texts[0], more: texts.slice(1) };
    return { value: texts[0], tone: tone_of(decimal(found[0].sum, 1, true)), key: found[0].sum, unit: found[0].unit };
  };

  /* A figure or a cell of tournaments, which count as a whole: in grey, unless the filter selects no part of one. */
  const as_it_was = (element, filter) => {
    const made = element.cloneNode(true);
    made.classList.toggle("unfiltered", Object.keys(filter).some((name) => name !== "game"));
    return made;
  };

  const show_figures = (parts, filter) => {
    const words = data.words.figures;
    const made = [];
    const figure = (label, value, notes, tone, sentence) => {
      const title = sentence ? make("abbr", "", label) : label;
      if (sentence) title.title = sentence;
      const long = value.length > 9 ? " long" : "";
      made.push(make("div", "", make("dt", "", title), make("dd", "", make("span", `value ${tone}${long}`, value), ...notes.map((note) => make("span", "note", note)))));
    };
    const statistic = (label, name, found) => {
      const own = cell_of(data.stats[name], found);
      if (!own) return;
      const interval = own.interval ? fill(words.ninety_five, own) : words.few;
      figure(label, own.value, [own.counts, interval], own.few ? "few" : (own.tone ?? ""), data.stats[name].sentence);
    };
    const rakes = new Map(totals("rake_paid", parts).map(({ unit, sum }) => [unit, sum]));
    const nets = totals("net", parts);
    for (const { unit, n, sum } of nets) {
      const own = data.denominations[unit];
      const rake = rakes.get(unit);
      const note = rake ? fill(words.rake, { rake: money(rake, own) }) : fill(words.in_hands, { hands: counted(n, "hand") });
      figure(fill(words.net, { unit: own.label }), money(sum, own, true), [note], tone_of(decimal(sum, 1, true)));
    }
    const games = games_of(parts);
    for (const [name, within] of Object.entries(data.rates))
      for (const [game, found] of each_game(measure(name, parts), games))
        statistic(games.length > 1 ? fill(words[within], { game: data.games[game] }) : words[name], name, found);
    figure(data.seats ? words.seats : words.hands, count(hands_of(parts)), []);
    for (const name of data.headlines) statistic(words[name], name, measure(name, parts));
    const whole = [...figures.children].filter(({ dataset }) => games.includes(dataset.game));
    made.splice(nets.length, 0, ...whole.map((each) => as_it_was(each, filter)));
    replace(figures, ...made);
  };

  /* Tables whose rows are parts of the hands: a row has the values of its part, a column its statistic. */
  const show_table = (table, filter) => {
    const columns = [...table.tHead.rows[0].cells].filter((head) => head.dataset.stat);
    for (const row of table.tBodies[0].rows) {
      if (!row.dataset.part) {
        row.classList.add("unfiltered");
        continue;
      }
      const of_part = JSON.parse(row.dataset.part);
      const parts = within(filter, of_part);
      const names = row.dataset.stats?.split(" ") ?? columns.map((column) => column.dataset.stat);
      const hands = hands_of(parts);
      const times = row.dataset.stats ? measure(names[0], parts).n : hands;
      const before = [...row.cells].slice(-names.length);
      const cells = names.map((name, nth) => {
        if (name === "tournament_net" || (name === "net" && of_part.game === "tournament"))
          return games_of(parts).includes("tournament") ? as_it_was(before[nth], filter) : cell(null);
        if (name === "net") return cell(amount(parts));
        let found = measure(name, parts);
        const { game } = columns[nth].dataset;
        if (game) found = each_game(found, [game])[0]?.[1];
        const own = found ? cell_of(data.stats[name], found) : null;
        const repeated = !game && !row.dataset.stats && own?.counts === counted(hands, "hand"); /* the row states its hands */
        return cell(repeated ? { ...own, counts: "" } : own);
      });
      if (table.dataset.times) {
        const number = make("td", "", count(times));
        number.dataset.key = times;
        cells.unshift(number);
      }
      replace(row, row.cells[0], ...cells);
      row.hidden = !times;
    }
  };

  const show_statistics = (parts) => {
    const games = games_of(parts);
    const groups = new Map();
    const add = (group, row) => groups.set(group, [...(groups.get(group) ?? []), row]);
    for (const name of data.order) {
      const stat = data.stats[name];
      if (data.of_tournaments.includes(name) && !games.includes("tournament")) continue;
      if (!stat) {
        for (const row of unfiltered_rows(name)) add(row.group, row.row);
        continue;
      }
      const found = measure(name, parts);
      const rows = found.parts.length
        ? each_game(found, games).map(([game, part]) => [`${stat.title}, ${data.games[game]}`, part])
        : [[stat.title, found]];
      for (const [title, own] of rows) {
        const texts = cell_of(stat, own);
        if (texts) add(stat.group, statistic_row(name, title, stat, texts, own));
      }
    }
    for (const group of document.querySelectorAll("details.group")) {
      const body = group.querySelector("tbody");
      const rows = groups.get(group.querySelector("h3").textContent) ?? [];
      replace(body, ...rows);
      group.hidden = !rows.length;
      group.querySelector("summary span").textContent = rows.length;
    }
  };
  const statistic_row = (name, title, stat, texts, { value, low, high }) => {
    const head = make("th", "wrap", title, make("span", "sub", stat.sentence));
    head.scope = "row";
    const picture = make("td");
    if (stat.kind === "proportion") {
      const line = make("span", "line", make("i"), make("b"));
      line.ariaHidden = "true";
      for (const [key, end] of Object.entries({ low, high, at: value })) line.style.setProperty(`--${key}`, fixed(100 * end, 1));
      picture.append(line);
    }
    const row = make("tr", texts.few ? "few" : "", head, make("td", "", make("span", `value ${texts.tone ?? ""}`, texts.value)), make("td", "", texts.counts), make("td", "", texts.interval), picture);
    row.dataset.stat = name;
    /* A phone shows the rows as blocks, so that they have the roles of a table as the page was written. */
    row.setAttribute("role", "row");
    for (const each of row.cells) each.setAttribute("role", each === head ? "rowheader" : "cell");
    if (stat.lang) head.lang = stat.lang;
    return row;
  };
  /* The rows of a statistic that the page does not count, in grey. */
  const unfiltered_rows = (name) =>
    [...document.querySelectorAll("details.group")].flatMap((group) => {
      const body = group.querySelector("tbody");
      const rows = (original.get(body) ?? [...body.children]).filter((row) => row.dataset?.stat === name);
      return rows.map((row) => {
        const made = row.cloneNode(true);
        made.hidden = false;
        made.classList.add("unfiltered");
        return { group: group.querySelector("h3").textContent, row: made };
      });
    });

  const restore = () => {
    for (const [element, children] of original) {
      element.replaceChildren(...children);
      element.hidden = false;
    }
    for (const group of document.querySelectorAll("details.group")) {
      group.hidden = false;
      group.querySelector("summary span").textContent = group.querySelectorAll("tbody tr").length;
    }
    for (const row of document.querySelectorAll("tr.unfiltered")) row.classList.remove("unfiltered");
    original.clear();
  };
  /* Return the options to add to the command of the report, which has its own period. */
  const command = ({ game, stakes, position, from, to }) => {
    const after = (month) => {
      const [year, number] = month.split("-").map(Number);
      return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
    };
    const quoted = (text) => (/^[\w/-]+$/.test(text) ? text : `'${text}'`);
    const since = from && `${from}-01` > data.since ? `${from}-01` : "";
    const until = to && (!data.until || after(to) < data.until) ? after(to) : "";
    const options = { game, stakes, position, since, until, tz: (since || until) && data.tz };
    return Object.entries(options).filter(([, value]) => value).map(([name, value]) => `--${name} ${quoted(value)}`).join(" ");
  };

  const show_bar = (filter) => {
    for (const field of fields) field.value = filter[field.name] ?? "";
    const on = Object.keys(filter).length > 0;
    const state = bar.querySelector("output");
    const parts = on ? select(filter) : [];
    const games = on ? games_of(parts) : [];
    document.body.classList.toggle("filtered", on);
    document.body.classList.toggle("nothing", on && !games.length);
    none.hidden = !on || games.length > 0;
    for (const part of document.querySelectorAll("[data-game]:not(th)")) part.hidden = on && !games.includes(part.dataset.game);
    for (const part of document.querySelectorAll(".of-games")) part.hidden = on && games.length < 2;
    for (const part of document.querySelectorAll(".reading")) part.hidden = [...part.querySelectorAll("[data-game]")].every(({ hidden }) => hidden);
    bar.querySelector(".filter-state").textContent = fields.filter((field) => field.value).map((field) => `${field.labels[0].firstChild.textContent.trim()}: ${field.selectedOptions[0].textContent}`).join(" · ");
    bar.querySelector("button").disabled = !filterPart();
    if (!on) {
      state.textContent = unknown();
      bar.querySelector(".filter-note").textContent = "";
      for (const field of fields) for (const option of field.options) option.disabled = false;
      return;
    }
    const words = data.words.filters;
    const found = fill(words[data.seats ? "seats" : "hands"], { shown: count(hands_of(parts)), all: count(hands_of(select({}))) });
    state.textContent = [games.length ? found : words.none, unknown()].filter(Boolean).join(" · ");
    const options = command(filter);
    bar.querySelector(".filter-note").replaceChildren(...withCode(options && fill(words.command, { options })));
    for (const field of fields)
      for (const option of field.options)
        option.disabled = Boolean(option.value) && !option.selected && !hands_of(select({ ...filter, [field.name]: option.value }));
  };

  const apply = async () => {
    const filter = selection();
    const query = query_of(filter);
    if (query === shown) {
      if (!query || data) show_bar(filter); /* the address may name other filters that the page does not have */
      return;
    }
    shown = query;
    if (query) {
      data ??= await readBlock("filter-counts");
      if (shown !== query) return; /* changed while the counts were read */
    }
    restore();
    show_bar(filter);
    if (query) {
      const parts = select(filter);
      show_figures(parts, filter);
      for (const table of document.querySelectorAll("table.split")) if (table.querySelector("[data-part]")) show_table(table, filter);
      show_statistics(parts);
    }
    const field = document.getElementById("find-statistic");
    if (field?.value) field.dispatchEvent(new Event("input"));
    bar.dataset.shown = query;
    const counts = {
      data,
      measure: (name, part) => measure(name, within(filter, part)),
      hands_of: (part) => hands_of(within(filter, part)),
      sums: (name) => badugiKinds.combined(sums(data.stats[name], select(filter))),
    };
    dispatchEvent(new CustomEvent("filter", { detail: { filter, counts } }));
  };

  const change = (filter) => { location.hash = (shownPart() || document.querySelector(".view").id) + query_of(filter); };
  for (const field of fields)
    field.addEventListener("change", () => change(Object.fromEntries(fields.filter((each) => each.value).map((each) => [each.name, each.value]))));
  for (const button of [bar.querySelector("button"), none.firstElementChild])
    button.addEventListener("click", () => { change({}); bar.open = true; fields[0].focus(); });
  bar.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  /* A link within the page keeps the filter. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || !filterPart() || event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    if (link.classList.contains("skip")) {
      const main = document.getElementById("main");
      main.tabIndex = -1;
      main.focus();
    } else location.hash = link.getAttribute("href") + filterPart();
  });
  addEventListener("hashchange", apply);
  apply();
})();
