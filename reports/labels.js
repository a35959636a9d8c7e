"use strict";
/* Tags and notes of hands: shown and edited in the window of a hand. A page cannot write to the database, so what was edited is
   saved as a file, which `badugi-hh tag --from FILE` reads. */
const badugiLabels = (() => {
  const form = document.getElementById("hand-labels");
  const save = document.getElementById("save-labels");
  if (!form || !save) return null;
  const { fill, save: save_file } = badugiFormats;
  const FORM = "badugi-hh tags";
  const [tags, note] = form.elements;
  const edited = new Map(); /* by the key of a hand: its tags and its note now */
  let stored = null; /* by the key of a hand: those of the database */
  let shown = null; /* the key of the hand in the window, its number and its site */

  const NOTHING = { tags: [], note: "" };
  const of = (key) => edited.get(key) ?? stored[key] ?? NOTHING;
  const same = (one, other) => one.note === other.note && one.tags.join("\n") === other.tags.join("\n");
  const show = (hand, labels) => {
    [shown, stored] = [hand, labels];
    const now = of(hand.key);
    [tags.value, note.value] = [now.tags.join(", "), now.note];
  };
  const count = () => {
    save.hidden = !edited.size;
    save.textContent = fill(save.dataset.form, { hands: edited.size });
  };
  form.addEventListener("input", () => {
    const now = { tags: [...new Set(tags.value.split(",").map((tag) => tag.trim()).filter(Boolean))].sort(), note: note.value.trim() };
    if (same(now, stored[shown.key] ?? NOTHING)) edited.delete(shown.key);
    else edited.set(shown.key, { ...now, site: shown.site, number: shown.number });
    count();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("keydown", (event) => event.stopPropagation()); /* letters go to no other hand */
  save.addEventListener("click", () => {
    const hands = [...edited].map(([key, { site, number, ...now }]) => ({ site, hand: number, ...now, before: stored[key] ?? NOTHING }));
    save_file(JSON.stringify({ form: FORM, hands, players: [] }, null, 2), "tags.json", "application/json");
    for (const [key, { tags: own, note: text }] of edited) stored[key] = { tags: own, note: text };
    edited.clear();
    count();
  });
  addEventListener("beforeunload", (event) => { if (edited.size) event.preventDefault(); });
  return { show };
})();
