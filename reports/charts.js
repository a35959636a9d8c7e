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
  const replaced = new Map(); /* what is drawn in the place of all hands, by chart */
  const summaries = new Map(places.map((chart) => [chart.id, chart.ariaLabel]));
  let data = null;

  /* The script runs at once when it is added; the policy of the page allows it by its hash. */
  const load = async () => {
    const [library, charts] = await Promise.all([document.getElementById("plotly") && unpack("plotly"), readBlock("charts")]);
    if (library !== null) document.head.append(Object.assign(document.createElement("script"), { textContent: library }));
    data = charts;
    return data;
  };

  const plot_of = (id) => replaced.get(id) ?? data?.plots[id];
  /* Show the summary of a chart; of results it is that of their unit, money first. */
  const describe = (chart) => {
    const plot = plot_of(chart.id);
    const summary = plot?.summaries?.[picked.get(chart.id)?.[1] ?? 0] ?? plot?.summary ?? summaries.get(chart.id);
    chart.parentElement.classList.toggle("undrawn", plot?.drawn === false);
    chart.ariaLabel = summary;
    chart.nextElementSibling.textContent = summary;
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
      if (plot_of(id).drawn === false) continue;
      const { data: traces, layout } = badugiFigures.make(plot_of(id), data.words, picked.get(id), badugiTheme.is_dark() && !printing);
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

  /* Draw other data in the place of those of some charts, or again those of all hands where they are null. */
  const replace = (plots) => {
    for (const [id, plot] of plots) {
      replaced.set(id, plot);
      describe(document.getElementById(id));
    }
    draw(plots.map(([id]) => document.getElementById(id)).filter((chart) => paper.matches || seen.has(chart)));
  };
  return { ready, replace };
})();
