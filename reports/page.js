"use strict";
/* What moves on the page: charts that follow light and dark, hands that sort, filter and open. */
(() => {
  const data = JSON.parse(document.getElementById("charts").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wide = matchMedia("(min-width: 40rem)");
  const paper = matchMedia("print");
  const PAPER_WIDTH = 660; /* pixels between the margins of A4 and of letter */

  /* Figures carry light colours; in the dark each is exchanged for its partner. */
  const recolour = (part, exchange) => {
    if (typeof part === "string") return exchange[part] ?? part;
    if (Array.isArray(part)) return part.map((item) => recolour(item, exchange));
    if (part && typeof part === "object")
      return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, recolour(item, exchange)]));
    return part;
  };
  const draw = (printing) => {
    if (!window.Plotly) return;
    for (const [id, figure] of Object.entries(data.figures)) {
      const { data: traces, layout } = recolour(figure, dark.matches && !printing ? data.dark : {});
      layout.font = { size: wide.matches || printing ? 13 : 11 };
      if (printing) layout.width = PAPER_WIDTH;
      Plotly.react(id, traces, layout, { displayModeBar: false, responsive: true, showTips: false });
    }
  };
  const follow = () => draw(paper.matches);
  follow();
  for (const query of [dark, wide, paper]) query.addEventListener("change", follow);
  addEventListener("beforeprint", () => draw(true));
  addEventListener("afterprint", () => draw(false));

  const table = document.getElementById("hand-table");
  if (!table) return;
  const bodies = [...table.tBodies];
  const heads = [...table.tHead.rows[0].cells];

  const open = (body, shown) => {
    body.rows[1].hidden = !shown;
    body.querySelector("button").setAttribute("aria-expanded", String(shown));
  };
  for (const body of bodies)
    body.querySelector("button").addEventListener("click", () => open(body, body.rows[1].hidden));

  /* Numbers sort as numbers, the unknown stays last either way. */
  const sort = (column, down) => {
    const key = (body) => body.rows[0].cells[column].dataset.key;
    const numbers = bodies.every((body) => key(body) === "" || Number.isFinite(Number(key(body))));
    const compare = numbers
      ? (a, b) => Number(a) - Number(b)
      : (a, b) => a.localeCompare(b, undefined, { numeric: true });
    bodies.sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === "" || b === "") return (a === "") - (b === "");
      return down ? compare(b, a) : compare(a, b);
    });
    table.append(...bodies);
    heads.forEach((head, index) => {
      if (index === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };
  heads.forEach((head, column) =>
    head.firstElementChild.addEventListener("click", () => sort(column, head.getAttribute("aria-sort") !== "descending")),
  );

  const field = document.getElementById("find");
  const count = document.querySelector(".find output");
  const words = new Map();
  const filter = () => {
    const sought = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const body of bodies) {
      if (sought.length && !words.has(body)) words.set(body, body.textContent.toLowerCase());
      body.hidden = !sought.every((word) => words.get(body).includes(word));
      shown += !body.hidden;
    }
    count.textContent = count.dataset.form.replace("{shown}", shown.toLocaleString("en"));
  };
  field.addEventListener("input", filter);
  filter();

  /* A link to a hand opens it, even when the search hides it. */
  const visit = () => {
    const body = document.getElementById(location.hash.slice(1));
    if (!bodies.includes(body)) return;
    if (body.hidden) {
      field.value = "";
      filter();
    }
    open(body, true);
    body.scrollIntoView();
  };
  addEventListener("hashchange", visit);
  visit();
})();
