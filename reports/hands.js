"use strict";
/* The table of hands: fifty rows at a time of the seats that the selection has, sorted and searched. A hand opens in a
   window over the page; hand_window.js shows it. */
const badugiHandTable = (() => {
  const table = document.getElementById("hand-table");
  if (!table) return null;
  const heads = [...table.tHead.rows[0].cells];
  const field = document.getElementById("find");
  const count = field.nextElementSibling;
  const [back, on] = document.querySelectorAll(".pager button");
  const where = document.querySelector(".pager output");
  const save = document.getElementById("save");
  const { UNKNOWN, card, cardName, count: number, counted: with_noun, decimal, fill, link, make, save: save_file, tone } = badugiFormats;

  let seats = null; /* of badugiSeats */
  let groups = null; /* of the selection */
  let selection = {};
  let columns = []; /* of the selected seats */
  let found = []; /* the places of the seats that are listed, in their order */
  let page = 0;
  let sorting = { column: 0, down: true };

  /* Return the number of hands of some seats. */
  const hands_of = (places) => new Set(places.map((place) => seats.keys[place])).size;
  const at = (column, place) => (column.rows ? column.rows[place] : place);
  /* Return the text of each column of a seat, with the title of the column. */
  const texts_of = (place) => columns.map((column, nth) => [heads[nth].textContent, column.texts[at(column, place)], column.kind]);
  const content = (text, kind) => (kind === "cards" && text !== UNKNOWN ? make("span", "hand", ...text.split(" ").map((name) => card(name, "card", cardName(name, seats.cards)))) : text);

  const row = (place) => {
    const body = make("tbody");
    const line = body.insertRow();
    texts_of(place).forEach(([, text, kind], nth) => {
      const cell = line.insertCell();
      cell.className = heads[nth].className;
      if (kind === "signed") cell.classList.add(...[tone(text)].filter(Boolean));
      if (text === UNKNOWN) cell.classList.add("unknown");
      cell.append(nth ? content(text, kind) : link(`#hand-${seats.keys[place]}`, text));
    });
    return body;
  };
  const render = () => {
    const pages = Math.max(1, Math.ceil(found.length / seats.page));
    page = Math.min(Math.max(page, 0), pages - 1);
    const first = page * seats.page;
    const places = found.slice(first, first + seats.page);
    for (const body of [...table.tBodies]) body.remove();
    table.append(...places.map(row));
    count.textContent = summary();
    where.textContent = found.length
      ? fill(where.dataset.form, { first: number(first + 1), last: number(first + places.length), all: number(found.length) })
      : "";
    back.disabled = page === 0;
    on.disabled = page === pages - 1;
    const all = hands_of(found);
    const saved = hands_of(found.filter((place) => seats.with_text[place]));
    save.textContent = fill(save.dataset.form, { saved: number(saved), all: number(all) });
    save.disabled = !saved;
    save.nextElementSibling.textContent = saved < all ? save.dataset.left : "";
  };
  /* Return how many hands there are, and of a statistic how many of its actions or opportunities they have. */
  const summary = () => {
    const shown = fill(count.dataset.form, { shown: number(found.length) });
    const rows = seats.stats[selection.stat]?.rows ?? "hand";
    if (rows === "hand") return shown;
    const add = (values) => found.reduce((sum, place) => sum + values[place], 0);
    const [chances, made] = seats.counts_of(selection.stat).map((values) => values && add(values));
    const of = with_noun(chances, rows);
    return fill(count.dataset.behind, { rows: made === null ? of : fill(document.documentElement.dataset.counts, { made: number(made), chances: of }), hands: with_noun(hands_of(found), "hand") });
  };

  /* Numbers sort as numbers, texts by the numbers in them; the unknown stays last either way. Amounts sort within their
     currency, as those of several have no common order. */
  const sort = () => {
    const column = columns[sorting.column];
    const collator = new Intl.Collator("en", { numeric: true });
    const keys = column.keys ?? column.texts.map((text) => (text === UNKNOWN ? null : text));
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
    const flags = columns.map(matches);
    const names = seats.players.names.map((name) => (is_card ? name.toLowerCase() === word : name.toLowerCase().includes(word)));
    return (place) =>
      columns.some((column, nth) => flags[nth][at(column, place)]) || seats.players.rows[place].some((name) => names[name]);
  };
  /* Of a node of losses the hands have what they lost there, the dearest first. */
  const columns_of = (id) => {
    if (!seats.losses?.has(id)) return seats.columns;
    const lost = seats.losses.by_seat(id);
    const keys = Array.from(seats.keys, (_, place) => (lost.has(place) ? lost.get(place) / seats.losses.numbers.ticks : null));
    return seats.columns.map((column) => (column.kind === "lost" ? { kind: "lost", texts: keys.map((bets) => decimal(bets, 2)), keys } : column));
  };
  const list = () => {
    columns = columns_of(selection.leak);
    const lost = columns.findIndex(({ kind }) => kind === "lost");
    const first = seats.losses?.has(selection.leak) && lost >= 0 ? lost : 0;
    const finders = (selection.search ?? "").toLowerCase().split(/\s+/).filter(Boolean).map(finder);
    found = [];
    for (let place = 0; place < seats.size; place += 1)
      if (groups[place] === 0 && finders.every((find) => find(place))) found.push(place);
    const [column, way] = (selection.sort ?? "").split(",");
    sorting = column && seats.columns[Number(column)] ? { column: Number(column), down: way !== "up" } : { column: first, down: true };
    show_sorting();
    sort();
    page = 0;
    render();
  };

  let loading = null;
  const load = () =>
    (loading ??= badugiSeats.load().then((read) => {
      seats = read;
      [selection] = seats.known(selectionOf(filterPart()));
      groups = seats.select(selection);
      field.value = selection.search ?? "";
      list();
      table.dataset.ready = "yes";
    }));
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    load();
  }).observe(table);

  addEventListener("listing", ({ detail }) => {
    ({ selection, groups } = detail);
    if (field.value.trim() !== (selection.search ?? "")) field.value = selection.search ?? ""; /* not what is being typed */
    if (seats) list();
    else load();
  });

  /* Change a field of the selection in the address; of a search, one entry of the history is enough. */
  const change = (name, value, replace = false) => {
    const { [name]: _, ...rest } = selectionOf(filterPart());
    const address = `#hands${queryOf(value ? { ...rest, [name]: value } : rest)}`;
    if (replace) {
      history.replaceState(history.state, "", address);
      dispatchEvent(new HashChangeEvent("hashchange"));
    } else location.hash = address;
  };
  heads.forEach((head, column) =>
    head.firstElementChild.addEventListener("click", async () => {
      await load();
      const first = !column || Boolean(seats.columns[column].keys); /* the latest and the largest first, and texts from A on */
      const down = column === sorting.column ? !sorting.down : first;
      change("sort", `${column},${down ? "down" : "up"}`);
    }),
  );
  field.addEventListener("input", async () => {
    await load();
    change("search", field.value.trim(), true);
  });
  const turn = (by) => { page += by; render(); table.scrollIntoView(); };
  back.addEventListener("click", () => turn(-1));
  on.addEventListener("click", () => turn(1));

  save.addEventListener("click", async () => {
    await load();
    const keys = new Set(found.filter((place) => seats.with_text[place]).map((place) => seats.keys[place]));
    const texts = [];
    for (const key of keys) texts.push(await text_of(key));
    save_file(`${texts.join("\n\n\n")}\n`, "hands.txt", "text/plain");
    save.nextElementSibling.textContent = fill(save.dataset.done, { saved: number(texts.length), all: number(hands_of(found)) });
  });

  /* Return the text of a hand as written, an empty text if the page does not have it. */
  const text_of = async (key) => (document.getElementById("hand-texts") ? ((await readBlock("hand-texts"))[key] ?? "") : "");
  /* Return the keys of the listed hands in their order, and show the page of the table that has one of them. */
  const keys = () => [...new Set(found.map((place) => seats.keys[place]))];
  const turn_to = (key) => {
    const nth = found.findIndex((place) => seats.keys[place] === key);
    if (nth < 0 || Math.floor(nth / seats.page) === page) return;
    page = Math.floor(nth / seats.page);
    render();
  };
  /* Return what the table has of a hand, null if the page does not list it. */
  const describe = (key) => {
    const place = found.find((one) => seats.keys[one] === key) ?? seats.keys.indexOf(key);
    if (place < 0) return null;
    const text_of_kind = (kind) => texts_of(place).find((own) => own[2] === kind)[1];
    return { key, number: text_of_kind("number"), when: text_of_kind("when"), site: seats.sites[place] ?? seats.sites[0] };
  };
  /* The tags and notes of the database by the keys of hands. */
  const labels = () => seats.own_labels;
  return { load, keys, turn_to, describe, text_of, labels };
})();
