"use strict";
/* Every number of a statistic leads to the hands that it counts: of "109 of 205" the first number to those where the
   action was taken, the second to all opportunities. A link is a query; the click adds it to the selection. */
const badugiLinks = (() => {
  if (!document.getElementById("hand-table")) return () => {};
  const { link: link_to, partOf } = badugiFormats;
  const link = (query, ...inside) => link_to(`#hands?${new URLSearchParams(query)}`, ...inside);
  const counted = (query, number) => (number === "0" ? number : link(query, number)); /* no hands are behind 0 */
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const interval = new RegExp(`^${document.documentElement.dataset.interval.split(/\{low\}|\{high\}/).map(escaped).join(".+")}$`);
  const form = document.documentElement.dataset.counts.split(/\{made\}|\{chances\}/).map(escaped);
  const of = new RegExp(`^${form.join("(\\d[\\d.,\\u00a0\\u202f]*)")}$`);
  const made_first = document.documentElement.dataset.counts.indexOf("{made}") < document.documentElement.dataset.counts.indexOf("{chances}");

  const query_of = ({ dataset: { stat, within } }) => (within ? { stat, game: within } : { stat });

  /* Turn the counts in an element into links. */
  const link_counts = (element, query) => {
    const text = element?.textContent;
    if (!text || element.querySelector("a")) return;
    const found = of.exec(text);
    if (!found) {
      element.replaceChildren(link(query, text));
      return;
    }
    const first = { ...query, ...(made_first ? { made: "yes" } : {}) };
    const second = { ...query, ...(made_first ? {} : { made: "yes" }) };
    const between = text.slice(text.indexOf(found[1]) + found[1].length, text.lastIndexOf(found[2]));
    element.replaceChildren(text.slice(0, text.indexOf(found[1])), counted(first, found[1]), between, counted(second, found[2]), text.slice(text.lastIndexOf(found[2]) + found[2].length));
  };

  /* Make the counts of a cell links, and its value the link of the first of them: they are hidden until they are wanted. Without
     counts, which its row then states, the value alone is a link. */
  const link_cell = (cell, query) => {
    const value = cell.querySelector(".value");
    const counts = cell.querySelector(".sub");
    if (!counts || value.querySelector("a")) return;
    if (!interval.test(counts.textContent)) link_counts(counts, query);
    const made = link(query, ...value.childNodes);
    made.href = counts.querySelector("a")?.getAttribute("href") ?? made.getAttribute("href");
    made.title = [...cell.querySelectorAll(".sub")].map(({ textContent }) => textContent).join(", ");
    value.append(made);
  };

  return () => {
    for (const row of document.querySelectorAll("table.split tbody tr")) {
      const head = row.cells[0];
      const whole = row.dataset.part ? JSON.parse(row.dataset.part) : {};
      if (Object.keys(whole).some(Boolean) && !head.querySelector("a")) head.replaceChildren(link(whole, ...head.childNodes));
      const table = row.closest("table");
      const columns = [...table.tHead.rows[0].cells].filter((cell) => cell.dataset.stat);
      const names = row.dataset.stats?.split(" ") ?? columns.map((cell) => cell.dataset.stat);
      const cells = [...row.cells].slice(row.cells.length - names.length);
      for (const [nth, cell] of cells.entries()) {
        if (cell.classList.contains("unfiltered")) continue;
        if (columns[nth]?.dataset.whole) continue; /* of tournaments as a whole */
        const part = partOf(row, columns[nth]);
        if (part && !table.closest("[data-all]")) link_cell(cell, { ...part, ...(columns[nth].dataset.game && { game: columns[nth].dataset.game }), stat: names[nth] });
      }
    }
    for (const row of document.querySelectorAll("#statistics tbody tr[data-counted]")) link_counts(row.cells[2], query_of(row));
    for (const figure of document.querySelectorAll(".figures > [data-stat]")) link_counts(figure.querySelector(".note"), query_of(figure));
    for (const row of document.querySelectorAll("tr[data-selects]")) if (!row.cells[0].querySelector("a")) row.cells[0].replaceChildren(link(Object.fromEntries(new URLSearchParams(row.dataset.selects)), ...row.cells[0].childNodes));
  };
})();
badugiLinks();
