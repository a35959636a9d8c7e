"use strict";
/* Charts, and tables of results by draw line and starting hand, under a filter. Shares are computed from the counts of
   the selected parts of the hands, as those of tables are; results from the listed hands, or from sums of months where the page does not list all hands. The figures are those
   that badugi_hh/report/charts.py and result_chart.py draw of these hands. */
const badugiFilteredCharts = (() => {
  if (!badugiCharts) return null;
  const { UNKNOWN, decimal, count, counted, fixed, money, percent, percentRange, range, fill, make, tone } = badugiFormats;
  const ENOUGH = 30;
  const BUCKETS = 150; /* of `thin` in badugi_hh/report/result_chart.py */
  const FEW_TICKS = 10;
  const UNDATED = "unknown";
  const LINES = ["total", "showdown", "other", "adjusted"];
  const UNITS = ["bets", "money"];
  const SUMS = ["net", "squares", "showdown", "luck"];
  const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const running = (numbers) => {
    let total = 0;
    return numbers.map((number) => (total += number));
  };
  const own_values = ({ values, rows }, row) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, values[name][rows[name][row]]]));

  /* The selected hands in the order of play, as steps: each has its hand, its label, and its sums in big bets and money. */
  const hand_steps = (list, filter, words) => {
    const { values, rows, hands, bet, net, luck, showdown } = list.filtered;
    const [when, number, line] = ["when", "number", "line"].map((kind) => list.columns.find((column) => column.kind === kind));
    const text = (column, place) => column.texts[column.rows ? column.rows[place] : place];
    const selects = filterTest(values, rows, filter);
    const steps = [];
    for (let row = net.length - 1; row >= 0; row -= 1) {
      const size = bet.values[bet.rows[row]];
      if (!size || !selects(row)) continue;
      const place = hands ? hands[row] : row;
      const own = own_values(list.filtered, row);
      const date = own.month === UNDATED ? null : text(when, place);
      const hand = escape(text(number, place));
      const missing = list.replayed[place] ? "" : `<br>${fill(words.elsewhere, { hand })}`; /* a point opens no such hand */
      const known = luck[row] === null ? 0 : luck[row] / 1000000;
      const sums = (scale, its_luck) => {
        const result = net[row] / scale;
        return { net: result, squares: result ** 2, showdown: showdown[row] ? result : 0, luck: its_luck };
      };
      steps.push({
        ...own, n: 1, priced: Number(luck[row] !== null), hand: list.hands[place], missing,
        drawn: hands ? [] : text(line, place).split("-"), /* of a hand with several seats the table has one line */
        from: date, date, label: `${date ?? UNKNOWN}<br>${fill(words.number, { hand })}${missing}`,
        bets: sums(size, known), money: sums(1, known * size),
      });
    }
    return steps;
  };
  /* The selected months as steps, for each denomination; those without a date are last. A step is drawn at the end of its month. */
  const month_steps = (months, filter) => {
    const selects = filterTest(months.values, months.rows, filter);
    const steps = new Map();
    for (let row = 0; row < months.n.length; row += 1) {
      if (!selects(row)) continue;
      const { month, denomination } = own_values(months, row);
      const key = `${month} ${denomination}`;
      if (!steps.has(key)) {
        const [year, number] = month.split("-").map(Number);
        const date = month === UNDATED ? null : new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
        const none = () => Object.fromEntries(SUMS.map((name) => [name, 0]));
        const label = date ? month : UNKNOWN;
        steps.set(key, { denomination, n: 0, priced: 0, hand: null, missing: "", monthly: true, drawn: [], from: date && `${month}-01`, date, label, bets: none(), money: none() });
      }
      const step = steps.get(key);
      step.n += months.n[row];
      step.priced += months.priced[row];
      for (const unit of UNITS) for (const name of SUMS) step[unit][name] += months[unit][name][row];
    }
    return [...steps].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, step]) => step);
  };

  /* The hand that the point of a step opens, null if there is none or the page cannot replay it. */
  const opened = (step) => (step.missing ? null : step.hand);
  const NONE = { hand: null, missing: "" };
  /* Return the hand with the largest result of each part, and what its point says if it does not open it. */
  const largest_by = (steps, part_of) => {
    const found = new Map();
    for (const step of steps) {
      const [part, size] = [part_of(step), Math.abs(step.bets.net)];
      const best = found.get(part);
      if (step.hand !== null && (!best || size > best.size || (size === best.size && step.hand < best.step.hand))) found.set(part, { size, step });
    }
    return (part) => {
      const step = found.get(part)?.step;
      return step ? { hand: opened(step), missing: step.missing } : NONE;
    };
  };

  /* Fill a trace with dots: each has its value, its interval (null if unknown), its place, its label and its largest hand. */
  const set_dots = (trace, dots) => {
    trace.x = dots.map(({ value }) => value);
    trace.y = dots.map(({ down }) => down);
    trace.error_x.array = dots.map(({ value, high }) => (high === null ? 0 : high - value));
    trace.error_x.arrayminus = dots.map(({ value, low }) => (low === null ? 0 : value - low));
    trace.text = dots.map(({ label, largest }) => label + largest.missing);
    trace.customdata = dots.map(({ largest }) => largest.hand);
  };
  const set_rows = ({ yaxis }, labels) => {
    yaxis.tickvals = [...labels.keys()];
    yaxis.ticktext = labels;
    yaxis.range = [labels.length - 0.5, -0.5];
  };

  const positions = ({ data: traces, layout }, { data, measure, hands_of }, steps) => {
    const labels = layout.yaxis.ticktext.filter((position) => hands_of({ position }));
    const largest = largest_by(steps, (step) => step.position);
    data.charted.forEach((name, nth) => {
      const { title } = data.stats[name];
      const down = (row) => row + (nth - (data.charted.length - 1) / 2) * (0.5 / data.charted.length);
      const dots = labels.map((position, row) => {
        const { n, made, value, low, high } = measure(name, { position });
        const counts = fill(data.words.figures.counts, { made: count(made ?? 0), chances: count(n) });
        const about = n && fill(data.words.charts.interval, { counts, interval: percentRange(low, high) });
        const label = `${position}, ${escape(title)}: ${percent(value)}<br>${about}`;
        return { n, value: 100 * value, low: 100 * low, high: 100 * high, down: down(row), label, largest: largest(position) };
      });
      set_dots(traces[3 * nth + 1], dots.filter(({ n }) => n >= ENOUGH));
      set_dots(traces[3 * nth + 2], dots.filter(({ n }) => n && n < ENOUGH));
    });
    set_rows(layout, labels);
    return null;
  };

  const draws = ({ data: traces }, { data, sums }, steps) => {
    const { charts, captions, figures, lists } = data.words;
    const labels = traces[0].y;
    const times = labels.map((_, nth) => {
      const { bins } = data.stats[`drawn_${nth + 1}`];
      const own = sums(`drawn_${nth + 1}`);
      return bins.map((drawn) => own[`bin_${drawn}`] ?? 0);
    });
    const totals = times.map((own) => own.reduce((all, number) => all + number, 0));
    const present = [...labels.keys()].filter((nth) => totals[nth]);
    const largest = labels.map((_, nth) => largest_by(steps, (step) => step.drawn[nth]));
    for (const trace of traces) {
      const drawn = charts.drawn.indexOf(trace.name);
      const shares = present.map((nth) => times[nth][drawn] / totals[nth]);
      trace.visible = shares.some(Boolean);
      trace.x = shares.map((share) => 100 * share);
      trace.y = present.map((nth) => labels[nth]);
      trace.text = shares.map((share) => (share >= 0.06 ? `${fixed(100 * share, 0)}%` : ""));
      trace.customdata = present.map((nth) => largest[nth](String(drawn)).hand);
      trace.hovertext = present.map((nth, place) => {
        const counts = fill(figures.counts, { made: count(times[nth][drawn]), chances: count(totals[nth]) });
        const label = fill(charts.part, { draw: labels[nth], drawn: trace.name, share: percent(shares[place]), counts });
        return label + largest[nth](String(drawn)).missing;
      });
    }
    const parts = present.map((nth) => {
      const shares = times[nth].map((number, drawn) => number && fill(captions.drawn[drawn], { share: percent(number / totals[nth]) })).filter(Boolean);
      const listed = shares.length > 1 ? fill(lists.all, { names: shares.slice(0, -1).join(", "), last: shares.at(-1) }) : shares.join("");
      return fill(captions.draw_parts[nth], { times: count(totals[nth]), shares: listed });
    });
    return fill(captions.draws, { parts: parts.join(". ") });
  };

  const starts = ({ data: traces, layout }, { data }, steps, list) => {
    const { charts, captions } = data.words;
    const largest = largest_by(steps, (step) => step.start);
    const of_start = (start) => steps.filter((step) => step.start === start).map((step) => step.bets);
    const sum = (numbers, name) => numbers.reduce((all, each) => all + each[name], 0);
    const dots = data.words.starts.map((start) => {
      const own = of_start(start);
      const mean = { finish: "average", least: null, most: null };
      const found = badugiKinds.KINDS.moments(mean, { n: own.length, sum: sum(own, "net"), squares: sum(own, "squares") });
      const text = fill(charts.result, { label: escape(start), mean: decimal(found.value, 2, true) });
      return { ...found, start, label: `${text}<br>${counted(own.length, "hand")}`, largest: largest(start) };
    }).filter(({ n }) => n);
    dots.forEach((dot, down) => { dot.down = down; });
    const enough = dots.filter(({ n }) => n >= ENOUGH);
    const proven = enough.filter(({ low, high }) => low * high > 0); /* null * 1 is 0: without an interval nothing is */
    set_dots(traces[0], proven.filter(({ value }) => value >= 0));
    set_dots(traces[1], proven.filter(({ value }) => value < 0));
    set_dots(traces[2], enough.filter((dot) => !proven.includes(dot)));
    set_dots(traces[3], dots.filter(({ n }) => n < ENOUGH));
    set_rows(layout, dots.map(({ start }) => escape(start)));
    if (enough.length < 2) return fill(captions.starts_none, { enough: ENOUGH });
    const ranked = [...enough].sort((one, other) => one.value - other.value);
    const [worst, best] = [ranked[0], ranked.at(-1)].map(({ start, value }) => `${start} (${decimal(value, 2, true)})`);
    return fill(captions.starts, { enough: ENOUGH, best, worst });
  };

  /* Return the running sums of the steps in a unit, and the interval of their total. */
  const lines_of = (steps, unit) => {
    const of = (name) => running(steps.map((step) => step[unit][name]));
    const [total, squares, showdown, luck] = SUMS.map(of);
    const hands = running(steps.map(({ n }) => n));
    const reach = hands.map((n, nth) =>
      n < ENOUGH ? null : badugiKinds.Z * Math.sqrt((Math.max(0, squares[nth] - total[nth] ** 2 / n) / (n - 1)) * n));
    const end = (sign) => total.map((result, nth) => (reach[nth] === null ? null : result + sign * reach[nth]));
    const less = (numbers) => total.map((result, nth) => result - numbers[nth]);
    return { total, showdown, other: less(showdown), adjusted: less(luck), low: end(-1), high: end(1) };
  };
  /* Return the places of the points that a line needs: the first, the last, and the extremes of each bucket. */
  const thin = (columns, length) => {
    if (length <= BUCKETS * 2 * columns.length) return [...Array(length).keys()];
    const kept = new Set([0, length - 1]);
    for (const column of columns) {
      const ends = new Map();
      column.forEach((number, place) => {
        const bucket = Math.floor((place * BUCKETS) / length);
        const [least, most] = ends.get(bucket) ?? [place, place];
        ends.set(bucket, [number < column[least] ? place : least, number > column[most] ? place : most]);
      });
      for (const places of ends.values()) for (const place of places) kept.add(place);
    }
    return [...kept].sort((one, other) => one - other);
  };
  const results = (figure, switches, steps, { words, denominations }, unit) => {
    const names = LINES.slice(0, figure.data.length - 2);
    const [[by_hand, by_date], options = []] = switches; /* tournaments are in big bets only */
    const units = options.length ? UNITS : UNITS.slice(0, 1);
    const sums = Object.fromEntries(units.map((each) => [each, lines_of(steps, each)]));
    const kept = thin(units.flatMap((each) => names.map((name) => sums[each][name])), steps.length);
    const own = denominations[unit];
    const scale = { bets: 1, money: own.cents ? 100 : 1 };
    const points = (each) =>
      [...names, "low", "high"].map((name) => {
        const rounded = (place) => (sums[each][name][place] === null ? null : Number((sums[each][name][place] / scale[each]).toFixed(2)));
        return [names.includes(name) ? 0 : null, ...kept.map(rounded)];
      });
    const hands = running(steps.map(({ n }) => n));
    const [x, dates] = [[0, ...kept.map((place) => hands[place])], [steps[0]?.from ?? null, ...kept.map((place) => steps[place].date)]];
    const y = units.map(points);
    const most = hands.at(-1) ?? 0;
    const dtick = most > 2 * FEW_TICKS ? null : most > FEW_TICKS ? 2 : 1;
    const priced = steps.reduce((all, step) => all + step.priced, 0);
    figure.data.forEach((trace, nth) => {
      trace.x = x;
      trace.y = y[0][nth];
      if (names[nth] === "adjusted") trace.visible = priced > 0;
    });
    figure.data[0].text = [words.charts.start, ...kept.map((place) => steps[place].label)];
    figure.data[0].customdata = [null, ...kept.map((place) => opened(steps[place]))];
    figure.layout.xaxis.dtick = dtick;
    by_hand.data.x = [x];
    by_hand.layout["xaxis.dtick"] = dtick;
    by_date.data.x = [dates];
    options.forEach((option, nth) => { option.data.y = y[nth]; });
    if (!steps.length) return words.filters.none;
    const summary = ({ total, showdown, other, adjusted }, caption, signed) => {
      const ends = { total: signed(total.at(-1)), showdown: signed(showdown.at(-1)), other: signed(other.at(-1)) };
      const extreme = (pick) => signed(total.reduce((best, number) => pick(best, number), 0));
      const texts = [fill(caption, { ...ends, hands: counted(most, "hand"), highest: extreme(Math.max), lowest: extreme(Math.min) })];
      if (priced) texts.push(fill(words.captions[priced === most ? "adjusted" : "adjusted_some"], { adjusted: signed(adjusted.at(-1)), priced: counted(priced, "hand") }));
      if (steps[0].monthly) texts.push(words.filters.monthly);
      return texts.join(" ");
    };
    if (options.length) options[1].summary = summary(sums.money, words.captions.results_money, (amount) => money(Math.round(amount), own, true));
    return summary(sums.bets, words.captions.results, (bets) => decimal(bets, 1, true));
  };

  /* Tables of results by draw line and by starting hand: as `_result_row` of badugi_hh/report/sections.py makes their rows. */
  const table_rows = ({ filtered }, filter) => {
    const { values, rows, bet, net, won } = filtered;
    const selects = filterTest(values, rows, filter);
    return [...net.keys()].filter(selects).map((row) => {
      const { start, draw_line } = own_values(filtered, row);
      const size = bet.values[bet.rows[row]];
      return { start, draw_line, won: won[row], bets: size ? net[row] / size : null };
    });
  };
  const result_row = (label, hands, all) => {
    const bets = hands.map((hand) => hand.bets).filter((each) => each !== null);
    const sum = bets.reduce((total, each) => total + each, 0);
    const squares = bets.reduce((total, each) => total + each ** 2, 0);
    const mean = { finish: "average", least: null, most: null };
    const found = bets.length ? badugiKinds.KINDS.moments(mean, { n: bets.length, sum, squares }) : { value: null, low: null, high: null };
    const { value } = found;
    const [low, high] = found.low === null && bets.length > 1 ? [value, value] : [found.low, found.high]; /* of equal results */
    const [net, each] = [bets.length ? decimal(sum, 1, true) : UNKNOWN, decimal(value, 2, true)];
    const head = make("th", "", label);
    head.scope = "row";
    return {
      head,
      hands: make("td", "", count(hands.length)),
      share: make("td", "", percent(hands.length / all)),
      won: make("td", "", percent(hands.reduce((total, { won }) => total + won, 0) / hands.length)),
      net: make("td", "", make("span", tone(net), net)),
      mean: make("td", "", make("span", low * high > 0 ? tone(each) : "", each)),
      interval: make("span", "sub", low === null ? UNKNOWN : range(decimal(low, 2, true), decimal(high, 2, true))),
      few: hands.length < ENOUGH,
    };
  };
  const by = (hands, name) => {
    const parts = new Map();
    for (const hand of hands) {
      if (!parts.has(hand[name])) parts.set(hand[name], []);
      parts.get(hand[name]).push(hand);
    }
    return parts;
  };
  const TABLES = {
    "lines-table": (hands, { words, lines_shown }) => {
      const known = hands.filter((hand) => hand.draw_line !== UNDATED);
      const lines = [...by(known, "draw_line")].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
      const rows = lines.slice(0, lines_shown).map(([line, own]) => result_row(line, own, known.length));
      const caption = fill(words.lines[lines.length > lines_shown ? "lines_caption" : "lines_all"], { shown: count(lines_shown), all: count(lines.length) });
      return { caption, rows: rows.map(({ few, head, hands: number, share, won, net, mean }) => make("tr", few ? "few" : "", head, number, share, won, net, mean)) };
    },
    "starts-table": (hands, { words }) => {
      const known = hands.filter((hand) => hand.start !== UNDATED && hand.bets !== null);
      const parts = by(known, "start");
      const rows = words.starts.filter((start) => parts.has(start)).map((start) => result_row(start, parts.get(start), known.length));
      return { rows: rows.map(({ few, head, hands: number, share, net, mean, interval }) => {
        mean.append(interval);
        return make("tr", few ? "few" : "", head, number, share, net, mean);
      }) };
    },
  };
  const written = new Map(); /* the rows and the caption of each table as the page was written */
  const show_tables = (list, filter, data) => {
    for (const [id, rows_of] of Object.entries(TABLES)) {
      const table = document.getElementById(id);
      if (!table || table.closest("[data-all]")) continue;
      const body = table.tBodies[0];
      if (!written.has(id)) written.set(id, { rows: [...body.rows], caption: table.caption.textContent });
      const { rows, caption = table.caption.textContent } = list ? rows_of(table_rows(list, filter), data) : written.get(id);
      body.replaceChildren(...rows);
      table.caption.textContent = caption;
    }
  };

  const MAKERS = { "chart-positions": positions, "chart-draws": draws, "chart-starts": starts };
  let latest = 0;
  addEventListener("filter", async ({ detail: { filter, counts } }) => {
    const asked = (latest += 1);
    const replaced = new Map();
    if (Object.keys(filter).length) {
      const { data } = counts;
      const [charts, list] = await Promise.all([badugiCharts.ready(), data.months ? null : readBlock("hand-list")]);
      if (asked !== latest) return; /* another filter was set meanwhile */
      show_tables(list, filter, data);
      const steps = list ? hand_steps(list, filter, data.words.charts) : month_steps(data.months, filter);
      for (const { id, dataset } of document.querySelectorAll(".chart:not([data-all] *)")) {
        const [figure, switches] = [charts.figures[id], charts.switches[id]].map((part) => part && structuredClone(part));
        const { denomination } = dataset;
        const summary = denomination
          ? results(figure, switches, steps.filter((step) => step.denomination === denomination), data, denomination)
          : MAKERS[id](figure, counts, steps, list);
        replaced.set(id, { figure, switches, summary, empty: summary === data.words.filters.none });
      }
    } else show_tables(null);
    badugiCharts.replace(replaced);
    document.body.dataset.charts = new URLSearchParams(filter).toString();
  });
  return { thin, by };
})();
