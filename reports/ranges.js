"use strict";
/* Range charts of the solved game: a table of kinds of hands and grids of all hands for each decision. The data are
   unpacked while the page loads, so that printing has them, and drawn when they are first seen; those of a spot that is
   closed wait until it is opened. */
(() => {
  const places = [...document.querySelectorAll(".ranges")];
  if (!places.length) return;
  const { decimal, fill, make } = badugiFormats;
  const RANKS = "A23456789TJQK";
  let data = null; /* what the charts of all spots share */
  const charts = new Map(); /* the charts that are unpacked, by block */

  /* A bar of the shares of actions, in the colours of the theme. */
  const bar = (mix, colours) => {
    const made = make("i", "mix");
    const whole = mix.reduce((sum, share) => sum + share, 0);
    let end = 0;
    const parts = mix.map((share, nth) => {
      const start = end;
      end += (100 * share) / whole;
      return `var(--${colours[nth]}) ${start.toFixed(1)}% ${end.toFixed(1)}%`;
    });
    made.style.backgroundImage = `linear-gradient(90deg, ${parts.join(", ")})`;
    return made;
  };
  const column = (text) => Object.assign(make("th", "", text), { scope: "col" });
  const row = (text) => Object.assign(make("th", "", text), { scope: "row" });

  const full = (chart) => `${data.words.streets[chart.street]}. ${chart.title}`;

  const table = (chart) => {
    const { words, kinds } = data;
    const actions = chart.actions.map((action, nth) => {
      const head = column("");
      head.append(bar([1], [chart.colours[nth]]), action);
      return head;
    });
    const line = (name, share, mix, cost) => {
      const cells = chart.actions.map((_, nth) => {
        if (!mix.length) return make("td", "unknown", "?");
        const lost = cost[nth] ? make("span", "sub", decimal(cost[nth] / 100, 2)) : "";
        return make("td", mix[nth] ? "" : "unknown", `${mix[nth]}%`, lost);
      });
      return make("tr", "", row(name), make("td", "", share), ...cells);
    };
    const body = make("tbody", "", line(words.all, `${decimal(100)}%`, chart.all, []));
    chart.kinds.forEach((kind, nth) => {
      if (kind) body.append(line(kinds[nth], `${decimal(kind[0] / 10)}%`, kind[1], kind[2]));
    });
    const heads = [column(words.hand), column(words.share), ...actions];
    heads[0].className = "left";
    const made = make("table", "", make("caption", "away", full(chart)), make("thead", "", make("tr", "", ...heads)), body);
    const box = make("div", "box", made);
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", full(chart));
    return box;
  };

  /* A grid by the highest card (rows) and the second highest (columns); each cell names its hands and their mix. */
  const grid = (chart, nth) => {
    const { words, grids } = data;
    const cells = grids[nth];
    const digits = chart.grids[nth];
    const free = chart.actions.length - 1;
    const single = cells[0][1] < 0;
    const seconds = [...new Set(cells.map(([, second]) => second))];
    const rows = new Map(single ? [[-1, make("tr", "", make("td"))]] : cells.map(([high]) => [high, make("tr", "", row(RANKS[high]))]));
    let at = 0;
    let held = false;
    for (const [high, second] of cells) {
      const cell = make("td");
      if (digits[at] === ".") at += 1;
      else if (digits[at] === "?") {
        at += 1;
        held = true;
        cell.textContent = "?";
        cell.title = cell.ariaLabel = fill(single ? words.cell_of_one : words.cell, { high: RANKS[high], second: RANKS[second], mix: words.unsure });
      } else {
        const mix = [...digits.slice(at, at + free)].map((digit) => parseInt(digit, 16));
        mix.push(15 - mix.reduce((sum, part) => sum + part, 0));
        at += free;
        held = true;
        cell.append(bar(mix, chart.colours));
        const named = mix.map((part, action) => [part, `${chart.actions[action]} ${Math.round((100 * part) / 15)}%`]);
        cell.title = cell.ariaLabel = fill(single ? words.cell_of_one : words.cell, {
          high: RANKS[high],
          second: RANKS[second],
          mix: named.filter(([part]) => part).map(([, text]) => text).join(", "),
        });
      }
      rows.get(single ? -1 : high).append(cell);
    }
    if (!held) return "";
    const name = words.cards[nth];
    const heads = (single ? cells.map(([high]) => high) : seconds).map((rank) => column(RANKS[rank]));
    const made = make("table", "", make("caption", "", name), make("thead", "", make("tr", "", make("td"), ...heads)), make("tbody", "", ...rows.values()));
    made.setAttribute("role", "grid");
    made.setAttribute("aria-label", `${full(chart)}. ${fill(words.grid, { cards: name })}`);
    return make("div", single ? "grid one" : "grid", made);
  };

  /* One cell of a grid is reached by Tab, the others from it by arrow keys, Home and End (of the row; with Ctrl, of the
     grid); a cell in focus is read. */
  const followKeys = (table) => {
    const rows = [...table.tBodies[0].rows].map((each) => [...each.cells].filter((cell) => cell.tagName === "TD"));
    const cells = rows.flat().filter((cell) => cell.title);
    const enter = (cell) => {
      for (const each of cells) each.tabIndex = each === cell ? 0 : -1;
    };
    enter(cells[0]);
    table.addEventListener("focusin", ({ target }) => { if (cells.includes(target)) enter(target); });
    table.addEventListener("keydown", (event) => {
      const here = event.target;
      const across = rows.find((each) => each.includes(here));
      if (!across) return;
      const down = rows.map((each) => each[across.indexOf(here)]);
      const next = (line, by) => line.slice(...(by > 0 ? [line.indexOf(here) + 1] : [0, line.indexOf(here)])).filter((cell) => cell?.title).at(by > 0 ? 0 : -1);
      const keys = {
        ArrowRight: () => next(across, 1), ArrowLeft: () => next(across, -1), ArrowDown: () => next(down, 1), ArrowUp: () => next(down, -1),
        Home: () => across.find((cell) => cell.title), End: () => across.findLast((cell) => cell.title),
        "Ctrl+Home": () => cells[0], "Ctrl+End": () => cells.at(-1),
      };
      const key = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
      if (event.altKey || event.metaKey || !(key in keys)) return; /* a key of the browser */
      event.preventDefault();
      keys[key]()?.focus();
    });
  };

  const draw = (place) => {
    const found = charts.get(place.dataset.block);
    if (!data || !found || place.hasChildNodes()) return;
    found.forEach((chart, nth) => {
      if (chart.street !== found[nth - 1]?.street) place.append(make("h3", "", data.words.streets[chart.street]));
      const note = make("p", "range-note");
      note.append(chart.snows);
      const line = chart.line ? [" ", make("code", "", chart.line)] : [];
      const grids = make("div", "grids", ...[0, 1, 2, 3].map((each) => grid(chart, each)));
      const read = make("output", "range-cell", data.words.touch); /* where nothing hovers, titles are not shown */
      grids.append(read);
      for (const table of grids.querySelectorAll("table")) followKeys(table);
      const say = ({ target }) => {
        const cell = target.closest("td[title]");
        if (cell) read.value = cell.title;
      };
      grids.addEventListener("click", say);
      grids.addEventListener("focusin", say);
      place.append(
        make(
          "article",
          "range",
          make("h4", "", chart.title, ...line),
          make("div", "range-parts", table(chart), grids),
          ...(chart.snows ? [note] : []),
        ),
      );
    });
    watchBoxes(place);
  };
  const load = async (block) => {
    data = await readBlock("range-charts");
    charts.set(block, await readBlock(block));
  };
  /* On paper are the charts of all spots that are not closed. */
  const open = () => places.filter((place) => !place.closest("details:not([open])"));
  const print = () => open().forEach(draw);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      load(target.dataset.block).then(() => draw(target));
    }
  }, { rootMargin: "200px" });
  for (const place of places) observer.observe(place);
  holdLoad(Promise.all(open().map((place) => load(place.dataset.block))));
  addEventListener("beforeprint", print);
  matchMedia("print").addEventListener("change", print);
})();
