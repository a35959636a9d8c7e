"use strict";
/* What the page of range charts and the explorer of best play share: the cells of a grid, bars of shares, the table of
   kinds of hands, and the keys of a grid. The data are the blocks of badugi_hh/report/range_view.py. */
const badugiGrids = (() => {
  const { decimal, fill, head, make } = badugiFormats;
  const RANKS = "A23456789TJQK";
  const WHOLE = 15; /* the shares of a cell are fifteenths */

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
  const column = (...inside) => head("col", "", ...inside);
  const row = (text) => head("row", "", text);
  /* A mark of an action: its colour and its letter. */
  const mark = (chart, nth) => {
    const made = make("i", `mark ${chart.on[nth]}`, chart.letters[nth]);
    made.style.background = `var(--${chart.colours[nth]})`;
    made.setAttribute("aria-hidden", "true");
    return made;
  };

  /* The table of kinds of hands: their share, their mix, and what each action costs. */
  const table = (data, chart) => {
    const { words, kinds } = data;
    const name = `${words.streets[chart.street]}. ${chart.title}`;
    const actions = chart.actions.map((action, nth) => column(mark(chart, nth), action));
    const line = (kind, share, mix, cost) => {
      const cells = chart.actions.map((_, nth) => {
        if (!mix.length) return make("td", "unknown", "?");
        const lost = cost[nth] ? make("span", "sub", decimal(cost[nth] / 100, 2)) : "";
        return make("td", mix[nth] ? "" : "unknown", `${mix[nth]}%`, lost);
      });
      return make("tr", "", row(kind), make("td", "", share), ...cells);
    };
    const body = make("tbody", "", line(words.all, `${decimal(100)}%`, chart.all, []));
    chart.kinds.forEach((kind, nth) => {
      if (!kind) return;
      body.append(line(kinds[nth], `${decimal(kind[0] / 10)}%`, kind[1], kind[2]));
      body.lastChild.dataset.class = data.classes[nth];
    });
    const heads = [head("col", "left", words.hand), column(words.share), ...actions];
    const made = make("table", "", make("caption", "away", name), make("thead", "", make("tr", "", ...heads)), body);
    const box = make("div", "box", made);
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", name);
    return box;
  };

  /* Return the cells of the grid of 4, 3, 2 or 1 cards (nth 0 to 3): the highest and the second highest rank, a text, and the
     mix in fifteenths with the costs in hundredths of a big bet. A cell that the player never has, has no text; one of which
     the costs are too uncertain, no mix. Costs are empty where they are not known. */
  const cells = (data, chart, nth) => {
    const { words, grids } = data;
    const digits = chart.grids[nth];
    const changes = chart.costs[nth] ?? []; /* of the costs from cell to cell, by action */
    const costs = changes.map(() => 0);
    const number = chart.actions.length;
    let at = 0;
    let priced = 0;
    return grids[nth].map(([high, second]) => {
      const cell = { high, second, text: "", mix: null, cost: [] };
      if (digits[at] === ".") at += 1;
      else {
        let mix = words.unsure;
        if (digits[at] === "?") at += 1;
        else {
          cell.mix = [...digits.slice(at, at + number - 1)].map((digit) => parseInt(digit, 16));
          cell.mix.push(WHOLE - cell.mix.reduce((sum, part) => sum + part, 0));
          cell.cost = changes.map((change, action) => (costs[action] += change[priced]));
          at += number - 1;
          priced += 1;
          const named = cell.mix.map((part, action) => [part, `${chart.actions[action]} ${Math.round((100 * part) / WHOLE)}%`]);
          mix = named.filter(([part]) => part).map(([, text]) => text).join(", ");
        }
        cell.text = fill(second < 0 ? words.cell_of_one : words.cell, { high: RANKS[high], second: RANKS[second], mix });
      }
      return cell;
    });
  };

  /* Return a grid by the highest card (rows) and the second highest (columns), null if the player has no such hand. `fill_cell`
     shows a cell in its element, which has the text of the cell as its label. */
  const grid = (data, chart, nth, fill_cell) => {
    const { words } = data;
    const all = cells(data, chart, nth);
    if (!all.some(({ text }) => text)) return null;
    const single = all[0].second < 0;
    const seconds = [...new Set(all.map(({ second }) => second))];
    const rows = new Map(single ? [[-1, make("tr", "", make("td"))]] : all.map(({ high }) => [high, make("tr", "", row(RANKS[high]))]));
    for (const cell of all) {
      const place = make("td");
      if (cell.text) {
        place.ariaLabel = cell.text;
        fill_cell(place, cell);
      }
      rows.get(single ? -1 : cell.high).append(place);
    }
    const heads = (single ? all.map(({ high }) => high) : seconds).map((rank) => column(RANKS[rank]));
    const made = make("table", single ? "one" : "", make("caption", "", words.cards[nth]), make("thead", "", make("tr", "", make("td"), ...heads)), make("tbody", "", ...rows.values()));
    made.setAttribute("role", "grid");
    made.setAttribute("aria-label", `${words.streets[chart.street]}. ${chart.title}. ${fill(words.grid, { cards: words.cards[nth] })}`);
    follow_keys(made);
    return made;
  };

  /* One cell of a grid is reached by Tab, the others from it by arrow keys, Home and End (of the row; with Ctrl, of the
     grid); a cell in focus is read. */
  const follow_keys = (made) => {
    const rows = [...made.tBodies[0].rows].map((each) => [...each.cells].filter((cell) => cell.tagName === "TD"));
    const named = rows.flat().filter((cell) => cell.ariaLabel);
    const enter = (cell) => {
      for (const each of named) each.tabIndex = each === cell ? 0 : -1;
    };
    enter(named[0]);
    made.addEventListener("focusin", ({ target }) => { if (named.includes(target)) enter(target); });
    made.addEventListener("keydown", (event) => {
      const here = event.target;
      const across = rows.find((each) => each.includes(here));
      if (!across) return;
      const down = rows.map((each) => each[across.indexOf(here)]);
      const next = (line, by) => line.slice(...(by > 0 ? [line.indexOf(here) + 1] : [0, line.indexOf(here)])).filter((cell) => cell?.ariaLabel).at(by > 0 ? 0 : -1);
      const keys = {
        ArrowRight: () => next(across, 1), ArrowLeft: () => next(across, -1), ArrowDown: () => next(down, 1), ArrowUp: () => next(down, -1),
        Home: () => across.find((cell) => cell.ariaLabel), End: () => across.findLast((cell) => cell.ariaLabel),
        "Ctrl+Home": () => named[0], "Ctrl+End": () => named.at(-1),
      };
      const key = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
      if (event.altKey || event.metaKey || !(key in keys)) return; /* a key of the browser */
      event.preventDefault();
      keys[key]()?.focus();
    });
  };

  return { RANKS, WHOLE, bar, mark, table, grid };
})();
