"use strict";
/* Best play as an explorer: one decision of a solved game at a time, the actions that led to it as steps, and one grid.

   Its address is "#best-play/SPOT/LINE/HAND" before the filter. SPOT is as in `badugi-hh solve --spot`. LINE is the actions,
   joined by "-"; it is empty at the first decision. HAND is a class of hands, as in `--hand`, or a cell of a grid: its two
   highest ranks, and "x" for each other card that counts. Parts at the end may be missing: "#best-play/sb-bb",
   "#best-play/sb-bb/raise-call-1/7-4-2", "#best-play/heads-up//7-4-x-x". After a line without a chart, the last decision of it
   that has one is shown, and the command that prints the line. `bestPlayAddress` makes the address from the spot, the line
   and the class of a step of the replayer; it returns null on a page without this view. */
const bestPlayAddress = (spot, line = "", hand = "") => {
  if (!document.getElementById("explorer")) return null;
  /* The charts are of the largest table: at a smaller one its first seats have folded. There are none after the first draw. */
  const missing = 8 - (/^table-(\d)$/.exec(spot)?.[1] ?? 8);
  if (spot.startsWith("table-") && /\d/.test(line)) return null;
  const [of, whole] = missing ? ["table-8", `${"fold ".repeat(missing)}${line}`.trim()] : [spot, line];
  return `#best-play/${of}/${whole.split(" ").join("-")}/${hand}`.replace(/\/+$/, "");
};

(() => {
  const place = document.getElementById("explorer");
  if (!place) return;
  const { RANKS, WHOLE, mark } = badugiGrids;
  const { UNKNOWN, button, code, count, decimal, head, link: link_to, make, withCode } = badugiFormats;
  const view = place.closest(".view");
  const spots = [...document.querySelectorAll("[data-spot]")].map(({ dataset: { spot } }) => spot);
  const at = { spot: spots[0], line: "", hand: "" };
  let data = null; /* what the charts of all spots share */
  let size = 0; /* the place of the shown grid: of four cards, of three, and so on */
  let figures = 0; /* what the cells show: letters, shares or costs */
  let shown = ""; /* the address that is drawn */

  const whole = () => address(at) + filterPart(); /* what is drawn depends on the filter too: the hands played */
  const address = ({ spot, line, hand }) => bestPlayAddress(spot, line, hand);
  const link = (to, ...inside) => link_to(address(to), ...inside);
  const percent = (part) => `${Math.round((100 * part) / WHOLE)}%`;
  const ranks_of = (hand) => hand.split("-").filter(Boolean);

  /* The actions that led to a decision; each leads back to the decision at which it was taken. */
  const steps_of = (chart, by_line) => {
    const words = chart.line.split(" ");
    return chart.steps.map(([street, player, action, colour], nth) => {
      const before = words.slice(0, nth).join(" ");
      const made = make("li", "", player, " ", make("b", "", action));
      made.style.setProperty("--action", `var(--${colour})`);
      if (by_line.has(before)) made.replaceChildren(link({ ...at, line: before, hand: "" }, ...made.childNodes));
      if (street !== chart.steps[nth - 1]?.[0]) made.dataset.street = data.words.streets[street];
      return made;
    });
  };

  /* The actions from here, each with its share; those that lead to another decision of the page are links. */
  const next_of = (chart, by_line) =>
    chart.actions.map((action, nth) => {
      const line = [chart.line, chart.words[nth]].filter(Boolean).join(" ");
      const inside = [mark(chart, nth), make("b", "", action), ` ${chart.all[nth]}%`];
      return make("li", "", by_line.has(line) ? link({ ...at, line, hand: "" }, ...inside) : make("span", "", ...inside));
    });

  /* A switch of several options; `pick` gets the place of the option. */
  const choice = (label, names, picked, pick) => {
    const buttons = names.map((name, nth) => {
      const made = button("", () => {
        buttons.forEach((one, other) => one.setAttribute("aria-pressed", String(other === nth)));
        pick(nth);
      }, name);
      made.setAttribute("aria-pressed", String(nth === picked));
      return made;
    });
    const group = make("div", "", ...buttons);
    group.setAttribute("role", "group");
    group.ariaLabel = label;
    return make("div", "bp-choice", make("span", "", label), group);
  };

  /* What a cell shows: the letters of its actions on their colours, or a figure under them. */
  const fill_cell = (chart) => (cell, { high, second, mix, cost }) => {
    cell.dataset.hand = [RANKS[high], ...(second < 0 ? [] : [RANKS[second]]), ..."x".repeat(Math.max(2 - size, 0))].join("-");
    if (!mix) {
      cell.append("?");
      return;
    }
    const order = mix.map((part, nth) => [part, nth]).sort(([one], [other]) => other - one);
    const [[most, first], [also, second_action]] = order;
    const bar = badugiGrids.bar(mix, chart.colours);
    const middle = mix.slice(0, first).reduce((sum, part) => sum + part, 0) + most / 2;
    const letters = make("span", chart.on[first], chart.letters[first], also >= 3 ? make("small", "", chart.letters[second_action]) : "");
    letters.style.left = `${(100 * middle) / WHOLE}%`;
    const dearer = cost.toSorted((one, other) => one - other)[1]; /* what the second-best action costs */
    cell.append(bar, letters, make("em", "share", `${chart.letters[first]}${Math.round((100 * most) / WHOLE)}`), make("em", "cost", dearer === undefined ? "" : decimal(dearer / 100, 2)));
  };

  /* What is known of a cell: each action with its share and its cost. */
  const reading = (chart, named, found) => {
    const { words } = data;
    if (!found && named) return [make("p", "", make("b", "", named)), make("p", "", words.unheld)];
    if (!found) return [...reading(chart, words.all, { mix: chart.all.map((share) => (WHOLE * share) / 100), cost: [] }), make("p", "hint", words.touch)];
    const title = make("p", "", make("b", "", named));
    if (!found.mix) return [title, make("p", "", words.unsure)];
    const lines = chart.actions.map((action, nth) => {
      const share = make("td", "", percent(found.mix[nth]));
      const cost = found.cost.length ? [make("td", "", decimal(found.cost[nth] / 100, 2))] : [];
      return make("tr", "", head("row", "left", mark(chart, nth), action), share, ...cost);
    });
    const heads = ["", words.share, ...(found.cost.length ? [words.cost] : [])].map((text, nth) => (nth ? head("col", "", text) : make("td")));
    return [title, make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...lines))];
  };

  /* The grid of one number of cards, and what is read in it. */
  const draw_grid = (chart, box, read) => {
    const cells = new Map();
    const fill = fill_cell(chart);
    const made = badugiGrids.grid(data, chart, size, (cell, found) => {
      fill(cell, found);
      cells.set(cell, found);
    });
    const ranks = ranks_of(at.hand);
    const wanted = ranks.length === 4 - size ? ranks : [];
    const own = [...cells.keys()].find(({ dataset: { hand } }) => hand.split("-").every((rank, nth) => rank === "x" || rank === wanted[nth]) && wanted.length);
    const say = (cell) => {
      const named = cell && (cell === own ? at.hand : cell.dataset.hand);
      read.replaceChildren(...reading(chart, named ?? (wanted.length ? at.hand : ""), cells.get(cell)));
    };
    let picked = own;
    const pick = (cell) => {
      if (!cell || cell === picked) return;
      picked?.removeAttribute("aria-selected");
      picked = cell;
      cell.ariaSelected = "true";
      at.hand = cell === own && ranks.length ? ranks.join("-") : cell.dataset.hand;
      shown = whole();
      history.replaceState(history.state, "", shown);
      say(cell);
    };
    if (own) own.ariaSelected = "true";
    const cell_of = ({ target }) => target.closest("td[data-hand]");
    made?.addEventListener("click", (event) => pick(cell_of(event)));
    made?.addEventListener("focusin", (event) => pick(cell_of(event)));
    made?.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") say(cell_of(event) ?? picked); });
    made?.addEventListener("pointerleave", () => say(picked));
    if (made) made.caption.className = "away"; /* the switch says it */
    box.replaceChildren(made ?? "");
    say(own);
  };

  /* How many hands of the selection came to a decision, by kind of hand, as links to them, where the page can select these. */
  const add_played = async (chart, table) => {
    if (!chart.selects || !document.getElementById("hand-table")) return;
    const seats = await badugiSeats.load();
    const counted = [...table.rows].slice(1).map((row) => {
      const query = { ...selectionOf(`?${chart.selects}`), ...(row.dataset.class && { class: row.dataset.class }) };
      const [selection, unknown] = seats.known(mergeSelections(selectionOf(filterPart()), query));
      return [row, query, unknown.length ? 0 : seats.select(selection).filter((group) => group === 0).length];
    });
    if (!counted[0][2]) return;
    table.tHead.rows[0].append(head("col", "bp-played", data.words.played));
    for (const [row, query, number] of counted)
      row.append(make("td", "", number ? link_to(`#hands${queryOf(query)}`, count(number)) : UNKNOWN));
  };

  const draw = async (focused) => {
    const wanted = { ...at };
    data = await readBlock("range-charts");
    const charts = await readBlock(`range-charts-${wanted.spot}`);
    if (wanted.spot !== at.spot || wanted.line !== at.line) return; /* changed while the block was read */
    const { words } = data;
    const by_line = new Map(charts.map((chart) => [chart.line, chart]));
    const line = wanted.line.split(" ").filter(Boolean);
    let length = line.length;
    while (!by_line.has(line.slice(0, length).join(" "))) length -= 1;
    const chart = by_line.get(line.slice(0, length).join(" "));
    const has = [0, 1, 2, 3].map((nth) => /[^.]/.test(chart.grids[nth]));
    const number = ranks_of(at.hand).length;
    if (number) size = 4 - number;
    else if (!has[size]) size = has.indexOf(true);

    for (const part of document.querySelectorAll("[data-spot]")) {
      if (part.dataset.spot === at.spot) {
        part.setAttribute("aria-current", "true");
        part.closest("ul").scrollLeft = part.offsetLeft - 16; /* on a phone they are in one line */
      } else part.removeAttribute("aria-current");
    }
    for (const claim of document.querySelectorAll("[data-claim]")) claim.hidden = claim.dataset.claim !== at.spot;
    const title = make("h3", "", `${words.streets[chart.street]}. ${chart.title}`);
    title.tabIndex = -1;
    const path = make("ol", "bp-line", ...steps_of(chart, by_line));
    path.ariaLabel = words.so_far;
    const next = make("ul", "bp-next", ...next_of(chart, by_line));
    next.ariaLabel = words.next;
    const box = make("div", "bp-grid");
    box.dataset.figures = figures;
    const read = make("div", "bp-read");
    read.setAttribute("aria-live", "polite");
    const sizes = choice(words.counting, [4, 3, 2, 1], size, (nth) => {
      at.hand = "";
      size = nth;
      shown = whole();
      history.replaceState(history.state, "", shown);
      draw_grid(chart, box, read);
    });
    has.forEach((held, nth) => { sizes.querySelectorAll("button")[nth].disabled = !held; });
    const kinds = choice(words.in_cells, chart.costs.length ? words.figures : words.figures.slice(0, 2), figures, (nth) => { box.dataset.figures = figures = nth; });
    const rest = length < line.length ? `badugi-hh solve --spot ${at.spot} --line "${wanted.line}"${at.hand && !at.hand.includes("x") ? ` --hand ${at.hand}` : ""}` : "";
    const kinds_box = badugiGrids.table(data, chart);
    place.replaceChildren(
      path,
      title,
      ...(rest ? [make("p", "empty", `${words.beyond} `, code(rest))] : []),
      next,
      make("div", "bp-tools", sizes, kinds),
      make(
        "div",
        "bp-parts",
        make("div", "", box, make("p", "range-note", words.legend)),
        make("div", "", read, make("h4", "", words.kinds), kinds_box, chart.snows && make("p", "range-note", chart.snows)),
      ),
      make("p", "range-note", ...withCode(words.all_grids)),
    );
    draw_grid(chart, box, read);
    add_played(chart, kinds_box.firstChild);
    watchBoxes(place);
    shown = whole();
    if (focused) title.focus({ preventScroll: true });
  };

  /* Follow the address: a step taken in the view moves the focus to the title of its decision. */
  const follow = () => {
    const [name, spot, ...rest] = shownPart().split("/");
    if (name !== "best-play") return;
    /* They become part of a command to paste, so that any other text is ignored. */
    const [line, hand] = [/^[a-z0-9-]*$/, /^[2-9TJQKAx-]*$/].map((form, nth) => rest[nth]?.match(form)?.[0] ?? "");
    if (spot !== undefined) Object.assign(at, { spot: spots.includes(spot) ? spot : spots[0], line: line.split("-").join(" "), hand });
    if (whole() !== shown) draw(place.contains(document.activeElement));
  };
  addEventListener("hashchange", follow);
  follow();
  const print = () => { if (!shown) draw(false); };
  holdLoad(readBlock("range-charts").then(() => readBlock(`range-charts-${at.spot}`)));
  addEventListener("beforeprint", print);
  matchMedia("print").addEventListener("change", print);
})();
