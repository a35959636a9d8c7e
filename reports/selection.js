"use strict";
/* The selection of hands: it is in the address, after "?", and the bar of filters and its chips show it. Views follow the
   event `selection`. A link within the page adds its own fields to the selection; that of a grey part replaces it. */
const selectionOf = (address) => Object.fromEntries([...new URLSearchParams(address.split("?")[1] ?? "")].filter(([, value]) => value));
const queryOf = (selection) => {
  const query = new URLSearchParams(selection).toString();
  return query && `?${query}`;
};
/* What a selection says of a statistic or a leak; `within` has that of an earlier selection, within which a link counts. */
const COUNTED = ["stat", "made", "value", "leak", "within"];
/* Return the fields of a selection that select hands; the others are about the table of hands. */
const fieldsOf = ({ sort, search, ...fields }) => fields;
/* Return a selection with the fields of another one, which counts within it. */
const mergeSelections = (selection, added) => {
  const { month, ...fields } = added;
  const kept = { ...selection };
  if ("stat" in fields || "leak" in fields) {
    const before = Object.fromEntries(COUNTED.filter((name) => name in kept).map((name) => [name, kept[name]]));
    for (const name of COUNTED) delete kept[name];
    const { within, ...own } = before;
    const same = queryOf(own) === queryOf(Object.fromEntries(COUNTED.filter((name) => name in fields).map((name) => [name, fields[name]])));
    if (same ? within : Object.keys(before).length) kept.within = same ? within : queryOf(before).slice(1);
  }
  if (month && month !== "unknown") {
    fields.since = [kept.since ?? "", `${month}-01`].sort()[1];
    fields.until = [kept.until ?? "9", dayAfter(month)].sort()[0];
  } else if (month) fields.month = month;
  return { ...kept, ...fields };
};
/* Return the first day after a month. */
function dayAfter(month) {
  const [year, number] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
}

(() => {
  const bar = document.getElementById("filters");
  if (!bar) return;
  const { button, count, fill, make, withCode } = badugiFormats;
  const fields = [...bar.querySelectorAll("select, input")];
  const none = document.getElementById("none"); /* stands in the place of the views where no hand is selected */
  const chips = document.getElementById("chips");
  let seats = null;
  let shown = null; /* the query that the page shows */
  let counted_for = ""; /* the fields for which it has counted */
  let groups = null;

  const words = () => seats.words.filters;
  const label_of = (name, value) => seats.labels[name]?.[value] ?? value;
  const leak_title = (id) => {
    if (seats.losses?.has(id)) return seats.losses.path(id);
    const title = document.querySelector(`.finding[data-leak="${CSS.escape(id)}"] .name`)?.textContent.trim();
    return title ? `${id}: ${title}` : id;
  };
  /* Return the text of a field of the selection, empty if another field says it. */
  const text_of = (name, value, { stat, made, value: drawn }) => {
    if (["made", "value", "sort"].includes(name)) return "";
    if (name === "within") {
      const inner = selectionOf(`?${value}`);
      return Object.entries(inner).map(([one, own]) => text_of(one, own, inner)).filter(Boolean).join(" · ");
    }
    if (name === "stat") {
      const form = made === "yes" ? "made" : made === "no" ? "not_made" : drawn === undefined ? "chances" : "value";
      return fill(words()[form], { stat: seats.stats[stat].title, value: drawn });
    }
    return `${words()[name]}: ${name === "leak" ? leak_title(value) : label_of(name, value)}`;
  };

  /* Return the command that lists these hands, null if there is none. */
  const command_of = ({ since, until, player, leak, stat, made, value, within, search, sort, ...rest }) => {
    if (value !== undefined || within || search || seats.own === null) return null;
    const quoted = (text) => (/^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
    const { all, where: own_where, ...own } = seats.own;
    const options = Object.entries(own).flatMap(([name, values]) => [values].flat().map((each) => [name, each]));
    const where = own_where ? [`(${own_where})`] : [];
    for (const [name, text] of Object.entries(rest)) {
      const condition = seats.conditions[name]?.[text];
      const dimension = seats.options[name];
      if (condition) where.push(condition);
      else if (dimension) options.push(["only", `${dimension}=${text}`]);
      else if (!(name in own)) options.push([name, text]);
    }
    if (player) options.push(["only", `opponent=${player}`]);
    const [from, to] = [[since ?? "", seats.since].sort().at(-1), [until || "9", seats.until || "9"].sort()[0]];
    if (from) options.push(["since", from]);
    if (to !== "9") options.push(["until", to]);
    if (from || to !== "9" || "session" in rest) options.push(["tz", seats.tz]);
    if (where.length) options.push(["where", where.join(" AND ")]);
    if (leak) options.push(["leak", leak]);
    const [name, state] = (stat ?? "").split(".");
    if (state) options.push(["only", `draw_state=${state}`]);
    if (stat) options.push(["stat", name]);
    const flags = stat && made ? (made === "yes" ? " --made" : " --missed") : "";
    options.push(["limit", "0"]);
    return `badugi-hh hands${all ? " --all" : ""}${options.map(([name, text]) => ` --${name} ${quoted(text)}`).join("")}${flags}`;
  };

  const show_chips = (selection) => {
    const made = Object.entries(selection)
      .map(([name, value]) => [name, text_of(name, value, selection)])
      .filter(([, text]) => text)
      .map(([name, text]) => {
        const chip = button("", () => {
          const rest = { ...selection };
          for (const one of name === "stat" ? ["stat", "made", "value"] : [name]) delete rest[one];
          const { within, ...others } = rest;
          change(within && !rest.stat && !rest.leak ? { ...others, ...selectionOf(`?${within}`) } : rest);
          (chips.querySelector("button") ?? bar.querySelector("summary")).focus();
        }, text, make("span", "", "×"));
        chip.ariaLabel = fill(words().remove, { name: text });
        return chip;
      });
    if (made.length) {
      const said = make("output");
      const copy = button("copy", async () => {
        const command = command_of(selection);
        if (command) await navigator.clipboard?.writeText(command).catch(() => {});
        said.replaceChildren(...withCode(command ? fill(words()[seats.own.db ? "copied_db" : "copied"], { command: `\`${command}\`` }) : words().no_command));
      }, words().copy);
      made.push(copy, said);
    }
    chips.replaceChildren(...made);
  };

  const show_bar = (selection, unknown, counted) => {
    for (const field of fields) field.value = selection[field.name] ?? "";
    const on = Object.keys(fieldsOf(selection)).length > 0;
    const games = counted.games();
    document.body.classList.toggle("filtered", on);
    document.body.classList.toggle("nothing", on && !games.length);
    none.hidden = !on || games.length > 0;
    for (const part of document.querySelectorAll("[data-game]:not(th)")) part.hidden = on && !games.includes(part.dataset.game);
    for (const part of document.querySelectorAll(".of-games")) part.hidden = on && games.length < 2;
    const missing = unknown.length ? fill(words().unknown, { names: unknown.join(", ") }) : "";
    const number = on ? fill(words()[seats.seats ? "seats" : "hands"], { shown: count(counted.seats()), all: count(seats.size) }) : "";
    bar.querySelector("output").textContent = [games.length ? number : words().none, missing].filter(Boolean).join(" · ");
    bar.querySelector(".filter-note").textContent = on ? [words().note, seats.partly].filter(Boolean).join(" ") : "";
    for (const reset of [bar.querySelector("form button"), none.firstElementChild]) reset.disabled = !filterPart();
    /* A value without hands beside the other fields cannot be selected. */
    for (const field of fields.filter(({ options }) => options)) {
      const { [field.name]: own, ...others } = selection;
      const left = on && Object.keys(others).length ? seats.select(others) : null;
      const present = left && new Set(seats.fields[field.name].rows.filter((_, place) => left[place] === 0));
      for (const option of field.options)
        option.disabled = Boolean(option.value && present && option.value !== own && !present.has(seats.fields[field.name].values.indexOf(option.value)));
    }
  };

  const apply = async () => {
    const query = filterPart();
    if (query === shown) return;
    if (!query && shown === null) {
      shown = "";
      return; /* the page is as it was written */
    }
    shown = query;
    seats ??= await badugiSeats.load();
    if (shown !== query) return; /* changed while the seats were read */
    const [selection, unknown] = seats.known(selectionOf(query));
    const fields_now = queryOf(fieldsOf(selection)) + unknown.join();
    const same = counted_for === fields_now; /* only the search or the order of the table has changed */
    if (!same) {
      counted_for = fields_now;
      groups = seats.select(selection);
      const counted = seats.count_of(groups);
      show_bar(selection, unknown, counted);
      dispatchEvent(new CustomEvent("selection", { detail: { selection, seats, groups, counted } }));
    }
    groups ??= seats.select(selection);
    show_chips(selection);
    dispatchEvent(new CustomEvent("listing", { detail: { selection, groups } }));
    address_links();
    bar.dataset.shown = query;
  };
  /* Links have the address to which they lead, for those who open it elsewhere or copy it. */
  const address_links = () => {
    for (const link of document.querySelectorAll('main a[href^="#"]')) {
      link.dataset.base ??= link.getAttribute("href");
      link.href = full_address(link);
    }
  };
  /* What is grey counts all hands, so that its links select among all of them. */
  const full_address = (link) => {
    const base = link.dataset.base ?? link.getAttribute("href");
    const whole = base.includes("?") && link.closest("[data-all], .unfiltered");
    return base.split("?")[0] + queryOf(mergeSelections(whole ? {} : selectionOf(filterPart()), selectionOf(base)));
  };

  const change = (selection) => { location.hash = (currentView() || "overview") + queryOf(selection); };
  for (const field of fields)
    field.addEventListener("change", () => {
      const { [field.name]: _, ...rest } = selectionOf(filterPart());
      change(field.value ? { ...rest, [field.name]: field.value } : rest);
    });
  for (const reset of [bar.querySelector("form button"), none.firstElementChild])
    reset.addEventListener("click", () => { change({}); bar.querySelector("summary").focus(); });
  bar.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

  /* A link within the page keeps the selection. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented || opensElsewhere(event)) return;
    const address = link.dataset.base ?? link.getAttribute("href");
    if (!filterPart() && !address.includes("?")) return;
    event.preventDefault();
    if (link.classList.contains("skip")) {
      const main = document.getElementById("main");
      main.tabIndex = -1;
      main.focus();
    } else location.hash = full_address(link).slice(1);
  });
  addEventListener("hashchange", apply);
  apply();
})();
