"use strict";
/* The table of hands: rows sort, open, and are found. */
(() => {
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
