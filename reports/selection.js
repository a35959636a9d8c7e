"use strict";
/* The selection of hands: it is in the address, after "?", and the bar of filters and its chips show it. Views follow the
   event `selection`. A link within the page adds its own fields to the selection. */
const selectionOf = (address) => Object.fromEntries([...new URLSearchParams(address.split("?")[1] ?? "")].filter(([, value]) => value));
const queryOf = (selection) => {
  const query = new URLSearchParams(selection).toString();
  return query && `?${query}`;
};
/* Return a selection with the fields of another one; what a link says of a statistic or a month replaces all of that. */
const mergeSelections = (selection, added) => {
  const { month, ...fields } = added;
  const kept = { ...selection };
  if ("stat" in fields || "leak" in fields) for (const name of ["stat", "made", "value", "leak"]) delete kept[name];
  if (month && month !== "unknown") Object.assign(fields, { since: `${month}-01`, until: dayAfter(month) });
  else if (month) fields.month = month;
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
  const { count, fill, make, withCode } = badugiFormats;
  const fields = [...bar.querySelectorAll("select, input")];
  const none = document.getElementById("none"); /* stands in the place of the views where no hand is selected */
  const chips = document.getElementById("chips");
  let seats = null;
  let shown = null; /* the query that the page shows */

  const words = () => seats.words.filters;
  const label_of = (name, value) => seats.labels[name]?.[value] ?? value;
  const leak_title = (id) => {
    const title = document.querySelector(`.finding[data-leak="${CSS.escape(id)}"] h3`)?.textContent;
    return title ? `${id}: ${title}` : id;
  };
  /* Return the text of a field of the selection, empty if another field says it. */
  const text_of = (name, value, { stat, made, value: drawn }) => {
    if (["made", "value", "sort"].includes(name)) return "";
    if (name === "stat") {
      const form = made === "yes" ? "made" : made === "no" ? "not_made" : drawn === undefined ? "chances" : "value";
      return fill(words()[form], { stat: seats.stats[stat].title, value: drawn });
    }
    return `${words()[name]}: ${name === "leak" ? leak_title(value) : label_of(name, value)}`;
  };

  /* Return the command that lists these hands, null if there is none. */
  const command_of = ({ since, until, player, leak, stat, made, value, search, sort, ...rest }) => {
    if (value !== undefined || search) return null;
    const quoted = (text) => (/^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
    const options = [];
    const where = [];
    for (const [name, own] of Object.entries(rest)) {
      const condition = seats.conditions[name]?.[own];
      const dimension = seats.options[name];
      if (condition) where.push(condition);
      else if (dimension) options.push(["only", `${dimension}=${own}`]);
      else options.push([name, own]);
    }
    if (player) options.push(["only", `opponent=${player}`]);
    const [from, to] = [[since ?? "", seats.since].sort().at(-1), [until || "9", seats.until || "9"].sort()[0]];
    if (from) options.push(["since", from]);
    if (to !== "9") options.push(["until", to]);
    if (from || to !== "9" || "session" in rest) options.push(["tz", seats.tz]);
    if (where.length) options.push(["where", where.join(" AND ")]);
    if (leak) options.push(["leak", leak]);
    if (stat) options.push(["stat", stat]);
    const flags = stat && made ? (made === "yes" ? " --made" : " --missed") : "";
    return `badugi-hh hands${options.map(([name, own]) => ` --${name} ${quoted(own)}`).join("")}${flags}`;
  };

  const show_chips = (selection) => {
    const made = Object.entries(selection)
      .map(([name, value]) => [name, text_of(name, value, selection)])
      .filter(([, text]) => text)
      .map(([name, text]) => {
        const chip = make("button", "", text, make("span", "", "×"));
        chip.type = "button";
        chip.ariaLabel = fill(words().remove, { name: text });
        chip.addEventListener("click", () => {
          const rest = { ...selection };
          for (const one of name === "stat" ? ["stat", "made", "value"] : [name]) delete rest[one];
          change(rest);
          (chips.querySelector("button") ?? bar.querySelector("summary")).focus();
        });
        return chip;
      });
    if (made.length) {
      const copy = make("button", "copy", words().copy);
      const said = make("output");
      copy.type = "button";
      copy.addEventListener("click", async () => {
        const command = command_of(selection);
        if (command) await navigator.clipboard?.writeText(command).catch(() => {});
        said.replaceChildren(...withCode(command ? fill(words().copied, { command: `\`${command}\`` }) : words().no_command));
      });
      made.push(copy, said);
    }
    chips.replaceChildren(...made);
  };

  const show_bar = (selection, unknown, groups, counted) => {
    for (const field of fields) field.value = selection[field.name] ?? "";
    const on = Object.keys(selection).some((name) => !["sort", "search"].includes(name));
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
    show_chips(selection);
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
    const groups = seats.select(selection);
    const counted = seats.count_of(groups);
    show_bar(selection, unknown, groups, counted);
    dispatchEvent(new CustomEvent("selection", { detail: { selection, seats, groups, counted } }));
    bar.dataset.shown = query;
  };

  const change = (selection) => { location.hash = (currentView() || "overview") + queryOf(selection); };
  for (const field of fields)
    field.addEventListener("change", () => {
      const rest = selectionOf(filterPart());
      for (const each of fields) {
        delete rest[each.name];
        if (each.value) rest[each.name] = each.value;
      }
      change(rest);
    });
  for (const button of [bar.querySelector("form button"), none.firstElementChild])
    button.addEventListener("click", () => { change({}); bar.querySelector("summary").focus(); });
  bar.querySelector("form").addEventListener("submit", (event) => event.preventDefault());

  /* A link within the page adds to the selection. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented || opensElsewhere(event)) return;
    const address = link.getAttribute("href");
    if (!filterPart() && !address.includes("?")) return;
    event.preventDefault();
    if (link.classList.contains("skip")) {
      const main = document.getElementById("main");
      main.tabIndex = -1;
      main.focus();
    } else location.hash = address.split("?")[0].slice(1) + queryOf(mergeSelections(selectionOf(filterPart()), selectionOf(address)));
  });
  addEventListener("hashchange", apply);
  apply();
})();
