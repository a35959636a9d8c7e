"use strict";
/* Where the player loses: the tree of losses of any selection of seats, added up as badugi_hh/leaks/loss_tree.py does. The block is
   that of badugi_hh/report/loss_columns.py. The address has the node that is shown after "/". */
const badugiLosses = (() => {
  if (!document.getElementById("losses")) return null;

  /* Return the ids of a node and of those above it, that of all losses first. */
  const above = (id, all) => [all, ...id.split(".").map((_, nth, words) => words.slice(0, nth + 1).join("."))];

  const prepare = (block) => {
    for (const group of block.groups) {
      let at = 0;
      group[3] = Uint32Array.from(group[3], (gap) => (at += gap));
    }
    const { groups, names, numbers, solved, titles, cash } = block;
    const is_below = (leaf, id) => id === names.all || leaf === id || leaf.startsWith(`${id}.`);
    /* Return what was lost at a node, one for each loss of a leaf below it: the place of the seat, the ticks and the step. */
    const losses = (id, within = null) =>
      groups.filter(([leaf, , , , ticks]) => ticks && is_below(leaf, id)).flatMap(([leaf, , , places, ticks, , steps]) =>
        [...places.keys()].filter((nth) => ticks[nth] > 0 && (!within || within[places[nth]] === 0)).map((nth) => ({ leaf, place: places[nth], ticks: ticks[nth], step: steps[nth] })));
    /* Return by place of a seat what it lost at a node, in ticks, and how many. */
    const by_seat = (id, within) => {
      const lost = new Map();
      for (const { place, ticks } of losses(id, within)) lost.set(place, (lost.get(place) ?? 0) + ticks);
      return lost;
    };

    /* Return the nodes of the seats of group 0 by id, those of all seats without groups, and the number of judged hands. */
    const tree = (within = null) => {
      const nodes = new Map();
      const judged = new Set();
      const node_of = (id) => {
        if (!nodes.has(id)) nodes.set(id, { id, decisions: 0, ticks: 0, mistakes: 0, floor: 0, errors: 0, judges: {}, cents: {}, seats: new Map(), children: [] });
        return nodes.get(id);
      };
      const [of_leaf, of_kind] = [new Map(), new Map()]; /* the errors of solvers: within a kind of hand they add up */
      for (const [leaf, judge, floor, places, ticks, errors] of groups) {
        const own = above(leaf, names.all);
        const add = { decisions: 0, mistakes: 0, apart: 0 };
        const lost = new Map();
        places.forEach((place, nth) => {
          if (within && within[place] !== 0) return;
          judged.add(place);
          add.decisions += 1;
          if (!ticks?.[nth]) return;
          lost.set(place, (lost.get(place) ?? 0) + ticks[nth]);
          const error = errors[nth] / numbers.ticks;
          if (ticks[nth] / numbers.ticks - error >= numbers.mistake) add.mistakes += 1;
          if (solved.includes(judge)) for (const [sums, id] of [[of_leaf, leaf], [of_kind, own.at(-2)]]) sums.set(id, (sums.get(id) ?? 0) + error);
          else add.apart += error ** 2;
        });
        if (!add.decisions) continue;
        for (const node of own.map(node_of)) {
          node.decisions += add.decisions;
          node.mistakes += add.mistakes;
          node.floor += add.decisions * floor;
          node.errors += add.apart;
          for (const [place, number] of lost) {
            node.ticks += number;
            node.judges[judge] = (node.judges[judge] ?? 0) + number;
            node.seats.set(place, (node.seats.get(place) ?? 0) + number);
            const [unit, bet] = cash.values[cash.rows[place]] ?? [];
            if (unit) node.cents[unit] = (node.cents[unit] ?? 0) + (number / numbers.ticks) * bet;
          }
        }
      }
      for (const [leaf, error] of of_leaf) nodes.get(leaf).errors += error ** 2;
      for (const [kind, error] of of_kind) for (const id of above(kind, names.all)) nodes.get(id).errors += error ** 2;
      const rate = 100 / judged.size;
      for (const node of nodes.values()) {
        const [low, high] = interval([...node.seats.values()].map((ticks) => ticks / numbers.ticks), Math.sqrt(node.errors));
        node.lost = node.ticks / numbers.ticks;
        Object.assign(node, { loss: node.lost * rate, low: low === null ? null : low * rate, high: high === null ? null : high * rate, floor: node.floor * rate, hands: node.seats.size });
        node.judge = Object.keys(node.judges).sort((a, b) => node.judges[b] - node.judges[a])[0];
        node.is_clear = node.hands >= numbers.fewest && node.low > node.floor + numbers.notable && node.judge !== names.equity;
        node.title = titles[node.id];
        if (node.id !== names.all) nodes.get(above(node.id, names.all).at(-2)).children.push(node);
      }
      for (const node of nodes.values()) node.children.sort((a, b) => b.ticks - a.ticks);
      return { nodes, hands: judged.size };
    };

    /* Return the 95 % interval of a sum of amounts and of an error, as `_interval` of loss_tree.py. */
    const interval = (amounts, error) => {
      const total = amounts.reduce((sum, one) => sum + one, 0);
      if (total <= 0) return [null, null];
      const squares = amounts.reduce((sum, one) => sum + one * one, 0);
      const most = amounts.reduce((a, b) => Math.max(a, b));
      const [more, squares_more] = [total + most, squares + most * most];
      const low = (squares / total) * badugiKinds.gammaQuantile(0.025, total ** 2 / squares);
      const high = (squares_more / more) * badugiKinds.gammaQuantile(0.975, more ** 2 / squares_more);
      const reach = (end) => Math.hypot(end - total, numbers.z * error);
      return [Math.max(0, total - reach(low)), total + reach(high)];
    };

    /* Return the clear situations, the dearest first, each narrowed to the part that is clear and has most of it. */
    const dearest = ({ nodes }) => {
      const narrowed = (node) => {
        const part = (one) => one.children.find((each) => each.is_clear && each.ticks >= numbers.most_of * node.ticks);
        let found = node;
        while (part(found)) found = part(found);
        return found;
      };
      const situations = nodes.get(names.all)?.children.flatMap(({ children }) => children) ?? [];
      return situations.filter(({ is_clear }) => is_clear).sort((a, b) => b.ticks - a.ticks).map(narrowed);
    };

    /* Return what to do at a node, at its dearest leaf, and the ticks that this lost; an empty text if nothing was lost. */
    const instruction = (id, within) => {
      const sums = new Map();
      for (const { leaf, ticks } of losses(id, within)) sums.set(leaf, (sums.get(leaf) ?? 0) + ticks);
      const [first] = [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
      if (!first) return { text: "", ticks: 0 };
      const words = first[0].split(".");
      const [done, best] = words.at(-1).split("-");
      const [where, kind] = [words.slice(0, -2), words.slice(0, -1)].map((part) => part.join("."));
      return { text: badugiFormats.fill(block.forms[Number(words.at(-1) === names.other_cards)], { where: path(where), hands: titles[kind], best: block.do[best], done: block.do[done] }), ticks: first[1] };
    };
    /* Return the titles of the levels down to a node as one text. */
    const way = (id) => (id === names.all ? [id] : above(id, names.all));
    const path = (id) => way(id).slice(id === names.all ? 0 : 1).map((one) => titles[one]).join(", ");
    return { ...block, way, path, tree, losses, by_seat, dearest, instruction, has: (id) => Object.hasOwn(titles, id) };
  };
  let loading = null;
  return { load: () => (loading ??= readBlock("losses").then(prepare)) };
})();

(() => {
  const view = document.getElementById("loss-tree");
  if (!badugiLosses || !view) return;
  const { count, counted, decimal, fill, head, link, make, money, range } = badugiFormats;
  const table = view.querySelector("table");
  const lists = [...document.querySelectorAll("ol[data-losses]")];
  const TOP = 3;
  const HANDS = 5;
  let losses = null;
  let groups = null; /* of the selection, null without one */
  let found = null;

  const amounts = ({ cents }) =>
    Object.entries(cents).filter(([, sum]) => Math.round(sum)).sort().map(([unit, sum]) => money(Math.round(sum), losses.signs[unit])).join(", ");
  const interval = ({ low, high }) => (low === null ? "" : range(decimal(low, 2), decimal(high, 2)));
  const shown = () => {
    const [name, id] = shownPart().split("/");
    return name === "leaks" && found.nodes.has(id) ? id : losses.names.all;
  };
  const hands_of = (node) => (node.hands ? link(`#hands?leak=${node.id}`, count(node.hands)) : "0");

  const row = (node, whole) => {
    const name = whole ? make("b", "", node.title) : link(`#leaks/${node.id}`, node.title);
    const judge = node.judge ? make("span", "sub", losses.words.judges[node.judge]) : "";
    const cell = (key, ...inside) => {
      const made = make("td", "", ...inside);
      made.dataset.key = key;
      return made;
    };
    const rate = cell(node.loss, make("span", `value ${node.is_clear ? "loss" : ""}`, decimal(node.loss, 2)), make("span", "sub", interval(node)));
    const made = make("tr", "", head("row", "wrap", name, judge), rate, cell(node.floor, decimal(node.floor, 2)), cell("", amounts(node)), cell(node.mistakes, fill(document.documentElement.dataset.counts, { made: count(node.mistakes), chances: count(node.decisions) })), cell(node.hands, hands_of(node)));
    made.dataset.node = node.id;
    return made;
  };
  const chart = (node, parts) => {
    const { words } = losses;
    const bars = parts.filter(({ ticks }) => ticks).map((one) => ({ ...one, leads: `#leaks/${one.id}`, text: fill(words.bar, { title: one.title, loss: decimal(one.loss, 2), interval: interval(one) }) }));
    const summary = fill(words.summary, { title: losses.path(node.id), parts: bars.map((one) => `${one.title} ${decimal(one.loss, 2)}`).join(", ") });
    badugiCharts.replace([[losses.names.chart, { kind: "losses", axis: words.axis, bars, summary, drawn: bars.length > 0 }]]);
  };
  const dearest_hands = (node) => {
    const of_hand = new Map(); /* what a hand lost at the node, and the step that lost the most */
    for (const { place, ticks, step } of losses.losses(node.id, groups)) {
      const own = of_hand.get(place) ?? { place, ticks: 0, most: 0 };
      of_hand.set(place, { place, ticks: own.ticks + ticks, most: Math.max(own.most, ticks), step: ticks > own.most ? step : own.step });
    }
    const own = [...of_hand.values()].sort((a, b) => b.ticks - a.ticks || a.place - b.place).slice(0, HANDS);
    const list = make("ol", "cases");
    if (currentView() === "leaks")
      badugiSeats.load().then((seats) => list.append(...own.map(({ place, ticks, step }) => {
        const { texts, rows } = seats.columns.find(({ kind }) => kind === "number");
        return make("li", "", link(`#hand-${seats.keys[place]}${step ? `-${step}` : ""}`, texts[rows ? rows[place] : place]), ` ${fill(losses.words.case, { cost: decimal(ticks / losses.numbers.ticks, 2) })}`);
      })));
    return list;
  };
  const clear_list = (list, nodes) => {
    list.replaceChildren(...nodes.slice(0, TOP).map((node) => {
      const { text, ticks } = losses.instruction(node.id, groups);
      const part = ticks < node.ticks && fill(losses.words.part, { cost: decimal((node.loss * ticks) / node.ticks, 2) });
      return make("li", "", link(`#leaks/${node.id}`, text), make("span", "", [fill(losses.words.cost, { cost: decimal(node.loss, 2) }), part, amounts(node)].filter(Boolean).join(", ")), Object.assign(link(`#hands?leak=${node.id}`, fill(losses.words.all_hands, { hands: counted(node.hands, "hand") })), { className: "all" }));
    }));
    if (!nodes.length) list.append(make("li", "none-clear", losses.words.none_clear));
  };
  const show_node = () => {
    const root = found.nodes.get(losses.names.all);
    view.hidden = !root;
    if (!root) return;
    const node = found.nodes.get(shown());
    const way = losses.way(node.id);
    view.querySelector("nav").replaceChildren(...way.flatMap((id, nth) => [nth ? " › " : "", id === node.id ? make("b", "", losses.titles[id]) : link(`#leaks/${id}`, losses.titles[id])]).filter(Boolean));
    table.tBodies[0].replaceChildren(row(node, true), ...node.children.map((child) => row(child, false)));
    chart(node, node.children.length ? node.children : [node]);
    const about = view.querySelector(".loss-about");
    const text = node === root ? "" : losses.instruction(node.id, groups).text;
    const practice = document.getElementById("drill") && node.mistakes ? [link(`#drill?leak=${node.id}`, losses.words.practise)] : [];
    const advice = text && make("p", "", node.is_clear ? make("b", "", text) : `${losses.words.unclear} ${text}`);
    about.replaceChildren(...[advice, node.hands && make("p", "", losses.words.worst), node.hands && dearest_hands(node), ...practice.map((one) => make("p", "", one))].filter(Boolean));
  };
  const show = () => {
    found = losses.tree(groups);
    const root = found.nodes.get(losses.names.all);
    const streets = root?.children.filter(({ ticks }) => ticks).map(({ title, loss }) => `${decimal(loss, 2)} ${title}`).join(", ");
    document.getElementById("loss-total").textContent = root
      ? fill(losses.words.total, { loss: decimal(root.loss, 2), interval: interval(root), hands: counted(found.hands, "hand"), floor: decimal(root.floor, 2), streets })
      : losses.words.none;
    const nodes = losses.dearest(found);
    for (const list of lists) {
      clear_list(list, nodes);
      list.hidden = !root;
    }
    show_node();
    document.body.dataset.losses = filterPart();
    dispatchEvent(new Event("losses"));
  };

  holdLoad(badugiLosses.load().then((read) => {
    losses = read;
    show();
  }));
  addEventListener("selection", async ({ detail }) => {
    await badugiLosses.load();
    groups = document.body.classList.contains("filtered") ? detail.groups : null;
    show();
  });
  addEventListener("hashchange", () => { if (found && shownPart().split("/")[0] === "leaks") show_node(); });
})();
