"use strict";
/* Charts: each is drawn when it comes into view, in the colours of light or dark, and all are drawn on paper. Plotly is
   unpacked before the page counts as loaded: printing waits for the page, but not for scripts. */

/* Return the text of a compressed block of the page. */
async function unpack(id) {
  const packed = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = packed.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/* Return a block of JSON, which is read once. */
const readBlock = (() => {
  const blocks = new Map();
  return (id) => {
    if (!blocks.has(id)) blocks.set(id, unpack(id).then(JSON.parse));
    return blocks.get(id);
  };
})();

/* Delay the event `load` until something is ready: a frame whose document is not closed does. Return the same promise. */
function holdLoad(ready) {
  const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { hidden: true }));
  frame.contentDocument.open();
  return ready.finally(() => {
    frame.contentDocument.close();
    frame.remove();
  });
}

const badugiCharts = (() => {
  const places = [...document.querySelectorAll(".chart")];
  if (!places.length) return null;
  const wide = matchMedia("(min-width: 40rem)");
  const paper = matchMedia("print");
  const touch = matchMedia("(pointer: coarse)");
  const PAPER_WIDTH = 660; /* pixels between the margins of A4 and of letter */
  const seen = new Set();
  /* The index of the selected option of each switch, by chart; the history keeps it when the page is left or loaded again. */
  const picked = new Map(history.state?.picked ?? []);
  const keep = () => history.replaceState({ ...history.state, picked: [...picked] }, "");
  const replaced = new Map(); /* figures and summaries in the place of those of all hands, by chart */
  const filled = new Map(); /* what fills the charts that have no figure of all hands */
  const summaries = new Map(places.map((chart) => [chart.id, chart.ariaLabel]));
  let data = null;

  /* The script runs at once when it is added; the policy of the page allows it by its hash. */
  const load = async () => {
    const [library, figures] = await Promise.all([document.getElementById("plotly") && unpack("plotly"), readBlock("charts")]);
    if (library !== null) document.head.append(Object.assign(document.createElement("script"), { textContent: library }));
    data = figures;
    return data;
  };

  /* Figures have light colours; in the dark each is replaced by its partner. */
  const recolour = (part, exchange) => {
    if (typeof part === "string") return exchange[part] ?? part;
    if (Array.isArray(part)) return part.map((item) => recolour(item, exchange));
    if (part && typeof part === "object")
      return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, recolour(item, exchange)]));
    return part;
  };
  /* Return the selected options of the switches of a chart. */
  const options_of = (id) => (replaced.get(id)?.switches ?? data?.switches[id] ?? []).map((each, nth) => each[picked.get(id)?.[nth] ?? 0]);
  /* Show the summary of a chart: that of a selected option, if it has one. */
  const describe = (chart) => {
    const of_option = options_of(chart.id).find(({ summary }) => summary)?.summary;
    const summary = of_option ?? replaced.get(chart.id)?.summary ?? summaries.get(chart.id);
    chart.parentElement.classList.toggle("undrawn", replaced.get(chart.id)?.drawn === false);
    chart.ariaLabel = summary;
    chart.nextElementSibling.textContent = summary;
  };
  /* Return a figure with what the selected options of its switches replace. */
  const selected = (id) => {
    const drawn = replaced.get(id)?.figure ?? data.figures[id];
    const options = options_of(id);
    if (!options.length) return drawn;
    const figure = structuredClone(drawn);
    for (const option of options) {
      for (const [key, values] of Object.entries(option.data))
        figure.data.forEach((trace, nth) => { trace[key] = values[nth] ?? values[0]; });
      for (const [path, value] of Object.entries(option.layout)) {
        const keys = path.split(".");
        const last = keys.pop();
        keys.reduce((part, key) => (part[key] ??= {}), figure.layout)[last] = value;
      }
    }
    return figure;
  };
  /* Of the charts of several currencies one shows at a time. */
  for (const results of document.querySelectorAll(".results")) {
    const figures = [...results.querySelectorAll("figure")];
    const buttons = [...results.querySelectorAll(".pick button")];
    const pick = (nth) => {
      figures.forEach((figure, index) => figure.classList.toggle("picked", index === nth));
      buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === nth)));
      dispatchEvent(new Event("resize"));
    };
    buttons.forEach((button, nth) => button.addEventListener("click", () => pick(nth)));
    pick(0);
  }
  for (const group of document.querySelectorAll(".switches[data-chart]"))
    [...group.children].forEach((part, nth) => {
      const buttons = [...part.children];
      const { chart } = group.dataset;
      const press = (shown) => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(index === shown)));
      press(picked.get(chart)?.[nth] ?? 0);
      buttons.forEach((button, index) =>
        button.addEventListener("click", () => {
          press(index);
          const before = picked.get(chart) ?? [];
          before[nth] = index;
          picked.set(chart, before);
          keep();
          draw([document.getElementById(chart)]);
        }),
      );
    });

  addEventListener("hashchange", () => { if (picked.size) keep(); });

  /* A click on a point opens its hand, or the hand with the largest result behind it. */
  const open = (id) => {
    const chart = document.getElementById(id);
    if (chart.dataset.open) return;
    chart.dataset.open = "yes";
    chart.on("plotly_click", ({ points }) => {
      const leads = points.map((point) => point.customdata).find((one) => Number.isInteger(one) || typeof one === "string");
      if (Number.isInteger(leads)) location.hash = `hand-${leads}${filterPart()}`;
      else if (leads?.startsWith("#")) location.hash = `${leads.slice(1)}${filterPart()}`;
      else if (leads) location.hash = `hands${queryOf(mergeSelections(selectionOf(filterPart()), selectionOf(`?${leads}`)))}`;
    });
  };

  /* A part of a chart can be enlarged; a button shows the whole again. */
  const enlarge = (chart) => {
    const reset = chart.parentElement.querySelector(".reset");
    if (!reset || chart.dataset.enlarge) return;
    chart.dataset.enlarge = "yes";
    chart.on("plotly_relayout", (change) => { reset.hidden = !("xaxis.range[0]" in change || "xaxis.range" in change); });
    reset.addEventListener("click", () => Plotly.relayout(chart, { "xaxis.autorange": true, "yaxis.autorange": true }));
  };
  const draw = (charts, printing = paper.matches) => {
    if (data === null || !window.Plotly) return;
    for (const chart of charts) {
      const { id } = chart;
      describe(chart);
      if (replaced.get(id)?.drawn === false) continue;
      const { data: traces, layout } = recolour(selected(id), badugiTheme.is_dark() && !printing ? data.dark : {});
      layout.font = { size: wide.matches || printing ? 13 : 11 };
      if (printing) layout.width = PAPER_WIDTH;
      if (touch.matches) layout.dragmode = false; /* a finger scrolls */
      Plotly.react(id, traces, layout, { displayModeBar: false, responsive: true, showTips: false });
      open(id);
      enlarge(chart);
    }
  };

  let loading = null;
  const ready = () => (loading ??= load());
  const observer = new IntersectionObserver(
    async (entries) => {
      const found = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
      for (const chart of found) observer.unobserve(chart);
      if (!found.length) return;
      await ready();
      for (const chart of found) seen.add(chart);
      draw(found);
    },
    { rootMargin: "200px" },
  );
  for (const chart of places) observer.observe(chart);
  const draw_again = () => draw(paper.matches ? places : [...seen]);
  for (const query of [wide, paper]) query.addEventListener("change", draw_again);
  addEventListener("theme", draw_again);

  holdLoad(ready());
  addEventListener("beforeprint", () => draw(places, true));
  addEventListener("afterprint", () => draw([...seen], false));

  /* Draw a chart whose figure a script fills, with and without a selection: `fill` returns it from the empty one. */
  const own = async (id, fill) => {
    filled.set(id, fill);
    const { figures } = await ready();
    if (filled.get(id) !== fill) return; /* filled again meanwhile */
    replaced.set(id, fill(structuredClone(figures[id])));
    describe(document.getElementById(id));
    draw(paper.matches || seen.has(document.getElementById(id)) ? [document.getElementById(id)] : []);
  };
  /* Draw other figures in the place of some charts, and the figures of all hands in that of the others. */
  const replace = (figures) => {
    for (const id of [...replaced.keys()]) if (!filled.has(id)) replaced.delete(id);
    for (const [id, one] of figures) replaced.set(id, one);
    places.forEach(describe);
    draw_again();
  };
  return { ready, replace, own };
})();
