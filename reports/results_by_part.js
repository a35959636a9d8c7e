"use strict";
/* Results by starting hand and by draw line under a selection, as badugi_hh/report/sections.py counts them: the tables
   here, and the chart for filtered_charts.js. A mean of fewer than 100 hands has no interval here. */
const badugiParts = (() => {
  const { UNKNOWN, count, decimal, percent, range, fill, head, make, tone } = badugiFormats;
  const ENOUGH = 30;

  /* Return the selected hands by the value of a field, each with its results per hand in big bets; hands without a value
     are left out. */
  const results = (field, { seats: data, groups }) => {
    const values = data.fields[field].values.filter((value) => !["unknown", "no draw"].includes(value));
    const parts = values.map((value) => ({ [field]: value }));
    const found_of = data.split(groups, parts);
    const mean = { ...data.stats.winrate, by_game: false, times: 1 };
    return parts.map((part) => {
      const { counted, number } = found_of(part);
      const sums = counted.sums("winrate", number);
      const { sum = 0 } = badugiKinds.combined(sums);
      const label = data.labels[field]?.[part[field]] ?? part[field];
      return { ...badugiKinds.measure(mean, sums, () => ""), part, label, sum: Number(sum.toFixed(6)), hands: counted.seats(number) };
    });
  };
  const is_proven = ({ low, high }) => low !== null && high !== null && low * high > 0;

  const starts = (_, detail) => {
    const { captions } = detail.words;
    const dots = results("class", detail).filter(({ n }) => n);
    const enough = dots.filter(({ n }) => n >= ENOUGH).sort((a, b) => a.value - b.value);
    const [worst, best] = [enough[0], enough.at(-1)].map((dot) => dot && `${dot.label} (${decimal(dot.value, 2, true)})`);
    const summary = fill(captions[enough.length < 2 ? "starts_none" : "starts"], { enough: ENOUGH, best, worst });
    return { dots, summary: `${summary} ${captions.starts_selected}`, drawn: dots.length > 1 };
  };

  const row_of = ({ part, label, n, hands, sum, value, low, high, won }, all) => {
    const text = n ? decimal(value, 2, true) : UNKNOWN;
    const mean = make("td", "", make("span", is_proven({ low, high }) ? tone(text) : "", text));
    if (won === undefined) mean.append(make("span", "sub", low === null ? UNKNOWN : range(decimal(low, 2, true), decimal(high, 2, true))));
    const total = n ? decimal(sum, 1, true) : UNKNOWN;
    const row = make("tr", hands < ENOUGH ? "few" : "", head("row", "", label), make("td", "", count(hands)), make("td", "", percent(hands / all)));
    if (won !== undefined) row.append(make("td", "", percent(won / hands)));
    row.append(make("td", "", make("span", n ? tone(total) : "", total)), mean);
    row.dataset.selects = new URLSearchParams(part).toString();
    return row;
  };
  const tables = [...document.querySelectorAll("table[data-results]")].map((table) => ({ table, body: table.tBodies[0], written: [...table.tBodies[0].rows], caption: table.caption.textContent }));
  const show = ({ table, body }, detail) => {
    const { seats: data, groups } = detail;
    const field = table.dataset.results;
    let found = results(field, detail);
    if (field === "line") {
      const won = new Map();
      for (const place of data.won) if (groups[place] === 0) won.set(data.fields.line.rows[place], (won.get(data.fields.line.rows[place]) ?? 0) + 1);
      found = found.map((each) => ({ ...each, won: won.get(data.fields.line.values.indexOf(each.part.line)) ?? 0 }));
      found.sort((a, b) => b.hands - a.hands || (a.label < b.label ? -1 : 1));
    } else found = found.map((each) => ({ ...each, hands: each.n }));
    found = found.filter(({ hands }) => hands);
    const all = found.reduce((sum, { hands }) => sum + hands, 0);
    const most = Number(table.dataset.most) || found.length;
    body.replaceChildren(...found.slice(0, most).map((each) => row_of(each, all)));
    if (table.dataset.some) table.caption.textContent = found.length > most ? fill(table.dataset.some, { shown: count(most), all: count(found.length) }) : table.dataset.every;
  };
  addEventListener("selection", ({ detail }) => {
    const filtered = document.body.classList.contains("filtered");
    for (const each of tables) {
      if (filtered) show(each, detail);
      else {
        each.body.replaceChildren(...each.written);
        each.table.caption.textContent = each.caption;
      }
    }
    badugiLinks();
  });
  return { starts };
})();
