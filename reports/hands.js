"use strict";
/* The table of hands: fifty rows at a time, which sort, are searched, and open as replays. The rows are read when the
   table comes into view, and the replays when the first hand is opened. */
(() => {
  const table = document.getElementById("hand-table");
  if (!table) return;
  const heads = [...table.tHead.rows[0].cells];
  const field = document.getElementById("find");
  const count = field.nextElementSibling;
  const [back, on] = document.querySelectorAll(".pager button");
  const where = document.querySelector(".pager output");
  const save = document.getElementById("save");
  const { SUITS, count: number, fill, make, tone, withCode } = badugiFormats;

  let list = null; /* the hands by column */
  let details = null; /* the replays */
  let found = []; /* the places of the hands that were searched for, in their order */
  let filter = {}; /* of the page */
  let page = 0;
  let origin = null; /* the view and the link from which the hand of the address was opened, if it was from another view */
  let sorting = { column: 0, down: true };

  const card = (name) => {
    const [sign, suit] = SUITS[name[1]] ?? ["", ""];
    const made = make("span", `card ${suit}`, name[0], make("i", "", sign));
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", fill(list.cards.name, { rank: list.cards[name[0]] ?? name[0], suit: list.cards[name[1]] }));
    return made;
  };
  const at = (column, place) => (column.rows ? column.rows[place] : place);

  /* What the table has of a hand, and the command that shows the rest. */
  const summary = (body) => {
    const made = make("dl", "summary");
    const add = (title, ...content) => made.append(make("div", "", make("dt", "", title), make("dd", "", ...content)));
    [...body.rows[0].cells].forEach((cell, nth) => nth && add(heads[nth].textContent, ...cell.cloneNode(true).childNodes));
    const place = list.hands.indexOf(Number(body.dataset.key));
    add(table.dataset.players, list.players.rows[place].map((name) => list.players.names[name]).join(", "));
    return made;
  };

  /* The address of a hand that is no longer open would open it again. */
  const leave = (key) => {
    if (!key || key === origin?.key) origin = null;
    const named = /^hand-(\d+)/.exec(shownPart())?.[1];
    if (named && (!key || key === named)) history.replaceState(history.state, "", `#hands${filterPart()}`);
  };

  const tab_of = (view) => document.querySelector(`.tabs a[href="#${view.id}"]`);
  /* Close a hand, and go back to the link or the view with the chart that opened it; otherwise stay in the table. */
  const close = (body) => {
    const { view, link } = origin?.key === body.dataset.key ? origin : {};
    show(body, false);
    if (!view) {
      body.querySelector("button").focus();
      return;
    }
    const focus = () => {
      link?.focus({ preventScroll: true });
      if (document.activeElement !== link) tab_of(view).focus({ preventScroll: true }); /* a filter may hide the link */
    };
    addEventListener("hashchange", focus, { once: true });
    location.hash = view.id + filterPart();
  };
  const way_back = (body) => {
    const { view } = origin;
    const link = make("a", "", fill(table.dataset.back, { view: tab_of(view).textContent }));
    link.href = `#${view.id}`;
    link.addEventListener("click", (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      close(body);
    });
    return make("p", "back", "← ", link);
  };

  const show = (body, shown) => {
    body.rows[1]?.remove();
    body.querySelector("button").setAttribute("aria-expanded", String(shown));
    if (!shown) {
      leave(body.dataset.key);
      return;
    }
    const cell = body.insertRow().insertCell();
    cell.parentElement.className = "text";
    cell.colSpan = heads.length;
    if (origin?.key === body.dataset.key) cell.append(way_back(body));
    cell.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(body); });
    const element = cell.appendChild(make("div", "replay"));
    const key = Number(body.dataset.key);
    const hand = details.hands[key];
    const link = `#hand-${key}-`;
    if (!hand) {
      element.append(summary(body), make("p", "", ...withCode(fill(table.dataset.command, { hand: body.dataset.hand }))));
      return;
    }
    if (!hand.steps) {
      element.append(make("pre", "", hand.text));
      return;
    }
    const here = `#${shownPart()}`;
    const step = Number(here.startsWith(link) ? here.slice(link.length) : 1);
    const leaks = [...document.querySelectorAll(`.cases a[href^="${link}"]`)].map((one) => ({
      step: Number(one.hash.slice(link.length)),
      text: one.closest(".finding").querySelector("h3").textContent,
    }));
    window.badugiReplayer(element, { ...hand, link, step, leaks }, details.words);
    element.addEventListener("step", (event) => history.replaceState(history.state, "", link + event.detail + filterPart()));
    element.querySelector(".rp-stage").focus({ preventScroll: true });
  };
  const read = async () => { details ??= await readBlock("hand-replays"); };
  const open = async (body, shown) => {
    await read();
    show(body, shown);
  };

  const row = (place) => {
    const body = make("tbody");
    body.id = `hand-${list.hands[place]}`;
    body.dataset.key = list.hands[place];
    const line = body.insertRow();
    list.columns.forEach((column, nth) => {
      const text = column.texts[at(column, place)];
      const cell = line.insertCell();
      cell.className = heads[nth].className;
      if (column.kind === "cards" && text !== "–") cell.append(make("span", "hand", ...text.split(" ").map(card)));
      else if (nth) cell.append(text);
      if (column.kind === "signed") cell.classList.add(...[tone(text)].filter(Boolean));
      if (column.kind === "number") body.dataset.hand = text;
      if (text === "–") cell.classList.add("unknown");
      if (nth) return;
      const button = cell.appendChild(make("button", "", text));
      button.type = "button";
      button.setAttribute("aria-expanded", "false");
      button.addEventListener("click", async () => {
        await open(body, body.rows.length === 1);
        if (body.rows.length > 1 && body.getBoundingClientRect().bottom > innerHeight) body.scrollIntoView();
      });
    });
    return body;
  };
  const render = () => {
    const pages = Math.max(1, Math.ceil(found.length / list.page));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * list.page;
    const places = found.slice(first, first + list.page);
    for (const body of [...table.tBodies]) body.remove();
    table.append(...places.map(row));
    count.className = "";
    count.textContent = fill(count.dataset.form, { shown: number(found.length) });
    where.textContent = found.length
      ? fill(where.dataset.form, { first: number(first + 1), last: number(first + places.length), all: number(found.length) })
      : "";
    back.disabled = page === 0;
    on.disabled = page === pages - 1;
    const saved = found.filter((place) => list.replayed[place]).length;
    save.textContent = fill(save.dataset.form, { saved: number(saved), all: number(found.length) });
    save.disabled = !saved;
    save.nextElementSibling.textContent = saved < found.length ? save.dataset.left : "";
  };

  /* Numbers sort as numbers, texts by the numbers in them; the unknown stays last either way. Amounts sort within their
     currency, as those of several have no common order. */
  const sort = () => {
    const column = list.columns[sorting.column];
    const collator = new Intl.Collator("en", { numeric: true });
    const keys = column.keys ?? column.texts.map((text) => (text === "–" ? null : text));
    const compare = column.keys ? (a, b) => a - b : collator.compare;
    const order = keys.map((_, place) => place).filter((place) => keys[place] !== null);
    order.sort((a, b) => compare(keys[a], keys[b]));
    const rank = new Array(keys.length).fill(null);
    order.forEach((place, nth) => { rank[place] = nth && !compare(keys[order[nth - 1]], keys[place]) ? rank[order[nth - 1]] : nth; });
    const sign = sorting.down ? -1 : 1;
    const unit = (place) => column.units?.[at(column, place)] ?? 0;
    found.sort((a, b) => {
      const [one, other] = [rank[at(column, a)], rank[at(column, b)]];
      if (one === null || other === null) return (one === null) - (other === null) || a - b;
      return unit(a) - unit(b) || sign * (one - other) || a - b;
    });
  };
  const show_sorting = () =>
    heads.forEach((head, index) => {
      if (index === sorting.column) head.setAttribute("aria-sort", sorting.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });

  /* A word that is a card finds hands with it; any other word is part of a name, a number, stakes, a position or a line. */
  const finder = (word) => {
    const is_card = /^[2-9tjqka][cdhs]$/.test(word);
    const matches = ({ kind, texts }) =>
      texts.map((text) =>
        kind === "cards" ? is_card && text.toLowerCase().split(" ").includes(word)
        : !is_card && kind !== "signed" && text.toLowerCase().includes(word),
      );
    const flags = list.columns.map(matches);
    const names = list.players.names.map((name) => (is_card ? name.toLowerCase() === word : name.toLowerCase().includes(word)));
    return (place) =>
      list.columns.some((column, nth) => flags[nth][at(column, place)]) || list.players.rows[place].some((name) => names[name]);
  };
  /* Return the test whether the filter selects a hand: any of its own seats. */
  const in_filter = () => {
    const { values, rows, hands } = list.filtered;
    const test = filterTest(values, rows, filter);
    if (!hands) return test;
    const places = new Set(hands.filter((_, seat) => test(seat)));
    return (place) => places.has(place);
  };
  const search = (filtered = true) => {
    const finders = field.value.toLowerCase().split(/\s+/).filter(Boolean).map(finder);
    if (filtered) finders.push(in_filter());
    found = [];
    for (let place = 0; place < list.hands.length; place += 1) if (finders.every((find) => find(place))) found.push(place);
    sort();
    page = 0;
    render();
  };

  addEventListener("filter", ({ detail }) => {
    filter = detail.filter;
    if (!list) return;
    search();
    visit();
  });

  let loading = null;
  const load = () =>
    (loading ??= readBlock("hand-list").then((block) => {
      list = block;
      search();
      table.dataset.ready = "yes";
    }));
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    load();
  }).observe(table);

  heads.forEach((head, column) =>
    head.firstElementChild.addEventListener("click", async () => {
      await load();
      const first = !column || Boolean(list.columns[column].keys); /* the latest and the largest first, and texts from A on */
      sorting = { column, down: column === sorting.column ? !sorting.down : first };
      leave();
      show_sorting();
      sort();
      page = 0;
      render();
    }),
  );
  field.addEventListener("input", async () => { await load(); leave(); search(); });
  const turn = (by) => { leave(); page += by; render(); table.scrollIntoView(); };
  back.addEventListener("click", () => turn(-1));
  on.addEventListener("click", () => turn(1));

  save.addEventListener("click", async () => {
    await load();
    await read();
    const texts = found.filter((place) => list.replayed[place]).map((place) => details.hands[list.hands[place]].text);
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([texts.join("\n\n\n") + "\n"], { type: "text/plain" }));
    link.download = "hands.txt";
    link.click();
    URL.revokeObjectURL(link.href);
    save.nextElementSibling.textContent = fill(save.dataset.done, { saved: number(texts.length), all: number(found.length) });
  });

  /* A link to a hand opens it, on its page of the table, even when the search or the filter hides it. */
  const visit = async () => {
    const key = Number(/^hand-(\d+)(?:-\d+)?$/.exec(shownPart())?.[1]);
    if (!key) return;
    await load();
    const place = list.hands.indexOf(key);
    if (place < 0) {
      field.value = "";
      count.className = "missing";
      count.textContent = table.dataset.missing;
      return;
    }
    if (!found.includes(place)) {
      field.value = "";
      search();
      if (!found.includes(place)) search(false);
    }
    page = Math.floor(found.indexOf(place) / list.page);
    render();
    const body = document.getElementById(`hand-${key}`);
    body.classList.add("target");
    await open(body, true);
    body.scrollIntoView();
  };
  let clicked = null; /* the link to a hand that was last clicked; not every browser gives it the focus */
  document.addEventListener("click", ({ target }) => { clicked = target.closest?.('a[href^="#hand-"]') ?? null; }, true);
  /* Remember where a link to a hand was; a change of the step or the filter keeps it. */
  const remember = ({ oldURL }) => {
    const key = /^hand-(\d+)/.exec(shownPart())?.[1];
    const before = new URL(oldURL).hash.slice(1).split("?")[0];
    if (!key) origin = null;
    else if (/^hand-\d/.test(before)) origin &&= { ...origin, key };
    else {
      const view = (clicked ?? (before ? document.getElementById(before) : document.querySelector(".view")))?.closest(".view");
      origin = view && view.id !== "hands" ? { key, view, link: clicked } : null;
    }
    clicked = null;
  };
  addEventListener("hashchange", (event) => { remember(event); visit(); });
  visit();
})();
