"use strict";
/* The page of range charts: a table of kinds of hands and grids of all hands for each decision, of every spot. The data are
   unpacked while the page loads, so that printing has them, and drawn when they are first seen. */
(() => {
  const places = [...document.querySelectorAll(".ranges")];
  const { make } = badugiFormats;
  let data = null; /* what the charts of all spots share */
  const charts = new Map(); /* the charts that are unpacked, by block */

  const grid_of = (chart, nth) => {
    const made = badugiGrids.grid(data, chart, nth, (place, { text, mix }) => {
      place.title = text;
      place.append(mix ? badugiGrids.bar(mix, chart.colours) : "?");
    });
    return made && make("div", made.classList.contains("one") ? "grid one" : "grid", made);
  };
  const draw = (place) => {
    const found = charts.get(place.dataset.block);
    if (!data || !found || place.hasChildNodes()) return;
    found.forEach((chart, nth) => {
      if (chart.street !== found[nth - 1]?.street) place.append(make("h3", "", data.words.streets[chart.street]));
      const line = chart.line ? [" ", make("code", "", chart.line)] : [];
      const grids = make("div", "grids", ...[0, 1, 2, 3].map((each) => grid_of(chart, each)));
      const read = make("output", "range-cell", data.words.touch); /* where nothing hovers, titles are not shown */
      grids.append(read);
      const say = ({ target }) => {
        const cell = target.closest("td[title]");
        if (cell) read.value = cell.title;
      };
      grids.addEventListener("click", say);
      grids.addEventListener("focusin", say);
      const parts = make("div", "range-parts", badugiGrids.table(data, chart), grids);
      place.append(make("article", "range", make("h4", "", chart.title, ...line), parts, chart.snows && make("p", "range-note", chart.snows)));
    });
    watchBoxes(place);
  };
  const load = async (block) => {
    data = await readBlock("range-charts");
    charts.set(block, await readBlock(block));
  };
  const print = () => places.forEach(draw);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target.dataset.block).then(() => draw(target));
    }
  }, { rootMargin: "200px" });
  for (const place of places) observer.observe(place);
  holdLoad(Promise.all(places.map((place) => load(place.dataset.block))));
  addEventListener("beforeprint", print);
  matchMedia("print").addEventListener("change", print);
})();
