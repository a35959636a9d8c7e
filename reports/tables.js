"use strict";
/* A cue where a table is wider than its box; watches the boxes inside an element. */
const watchBoxes = (inside) => {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.closest(".box");
      const more = box.scrollWidth > box.clientWidth + 1;
      box.classList.toggle("more", more);
      if (more) box.tabIndex = 0; /* keys scroll what has the focus */
      else box.removeAttribute("tabindex");
    }
  });
  for (const part of inside.querySelectorAll(".box, .box > table")) observer.observe(part);
};
watchBoxes(document);
/* The counts and intervals below the values of tables show on demand, in all views that have the switch; the browser
   remembers it where it may. Each view with `button.numbers` has the switch, and hides every `.sub` of its cells without it. */
(() => {
  const switches = [...document.querySelectorAll("button.numbers")];
  const show = (shown) => {
    document.body.classList.toggle("with-numbers", shown);
    for (const button of switches) button.setAttribute("aria-pressed", String(shown));
  };
  const remembered = (use) => { try { return use(localStorage); } catch { return null; } };
  show(remembered((storage) => storage.getItem("numbers")) === "yes");
  for (const button of switches)
    button.addEventListener("click", () => {
      const shown = !document.body.classList.contains("with-numbers");
      show(shown);
      remembered((storage) => storage.setItem("numbers", shown ? "yes" : "no"));
    });
})();
/* Tables that sort by their columns, and groups of statistics or problems: of many all are closed until they are opened or searched. */
(() => {
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    const key = (row, column) => row.cells[column].dataset.key ?? "";
    const sort = (column) => {
      const numbers = rows.every((row) => key(row, column) === "" || Number.isFinite(Number(key(row, column))));
      const sorted = heads[column].ariaSort;
      const down = sorted ? sorted !== "descending" : numbers; /* texts from A on */
      /* Amounts sort within their unit, as those of several have no common order; the most frequent unit is first. */
      const unit = (row) => row.cells[column].dataset.unit ?? "";
      const times = new Map();
      for (const row of rows) times.set(unit(row), (times.get(unit(row)) ?? 0) + Number(!row.hidden));
      const units = [...times.keys()].sort((one, other) => times.get(other) - times.get(one) || (one < other ? -1 : 1));
      rows.sort((one, other) => {
        const [a, b] = [key(one, column), key(other, column)];
        if (a === "" || b === "") return (a === "") - (b === "");
        if (unit(one) !== unit(other)) return units.indexOf(unit(one)) - units.indexOf(unit(other));
        return (down ? -1 : 1) * (numbers ? a - b : a.localeCompare(b, "en", { numeric: true }));
      });
      table.tBodies[0].append(...rows);
      for (const head of heads) head.removeAttribute("aria-sort");
      heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    };
    heads.forEach((head, column) => {
      head.append(badugiFormats.button("", () => sort(column), ...head.childNodes));
    });
  }

  const groups = [...document.querySelectorAll("details.group")];
  const open = (shown) => groups.forEach((group) => { group.open = shown; });
  open(groups.length < 4);
  addEventListener("beforeprint", () => open(true));
  const field = document.getElementById("find-statistic");
  if (!field) return;
  const shown = field.nextElementSibling;
  field.addEventListener("input", () => {
    let all = 0;
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of groups) {
      let found = 0;
      for (const row of group.querySelectorAll("tbody tr")) {
        const text = row.cells[0].textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        found += !row.hidden;
      }
      group.hidden = !found;
      group.querySelector("summary span").textContent = found;
      group.open = words.length > 0 && found > 0;
      all += found;
    }
    shown.textContent = words.length ? badugiFormats.fill(shown.dataset.form, { shown: all }) : "";
  });
})();
