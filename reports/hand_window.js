"use strict";
/* The columns of all hands, prepared once when they are needed first, and the words of a replay. */
const badugiReplays = (() => {
  let loading = null;
  const prepared = ({ columns, words }) => ({ columns: badugiHandSteps.prepare(columns), words });
  return { load: () => (loading ??= readBlock("hand-replays").then(prepared)) };
})();
/* A hand in a window over the page: its replay and its text. Its address is `#hand-12-3`, hand 12 at step 3; the view below stays, and closing the window leads back to it. N and P go through the listed hands. */
(() => {
  const frame = document.getElementById("hand-window");
  if (!frame || !badugiHandTable) return;
  const { count, fill, make } = badugiFormats;
  const table = document.getElementById("hand-table");
  const place = frame.querySelector("output");
  const body = frame.querySelector(".hand-body");
  const [back, on, close] = frame.querySelectorAll("header button");
  let shown = null; /* the key of the hand in the window */

  /* The hands that one goes through have one entry in the history, which closing the window takes over. */
  const go_to = (address) => {
    history.replaceState(history.state, "", `#${address}${filterPart()}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  const neighbour = (by) => {
    const keys = badugiHandTable.keys();
    const at = keys.indexOf(shown);
    return at < 0 ? keys[0] : keys[at + by];
  };
  const step = (by) => {
    const key = neighbour(by);
    if (key !== undefined && key !== shown) go_to(`hand-${key}`);
  };
  const leave = () => go_to(currentView() || "hands");

  const fill_window = async (key, step) => {
    const about = badugiHandTable.describe(key);
    if (!about) {
      body.replaceChildren(make("p", "empty", table.dataset.missing));
      return;
    }
    badugiLabels?.show(about, badugiHandTable.labels());
    const { columns, words } = await badugiReplays.load();
    const hand = badugiHandSteps.read(columns, key, words);
    const link = `#hand-${key}-`;
    const leaks = [...document.querySelectorAll(`.finding .cases a[href^="${link}"]`)].map((one) => ({
      step: Number(one.hash.slice(link.length).split("?")[0]),
      text: one.closest(".finding").querySelector(".name").textContent.trim(),
    }));
    const element = make("div", "replay");
    body.replaceChildren(element);
    const title = `${about.number}: ${hand.about}, ${about.when}`;
    const command = fill(table.dataset.command, { hand: about.number });
    window.badugiReplayer(element, { ...hand, title, command, explore: bestPlayAddress, text: await badugiHandTable.text_of(key), link, step, leaks }, words);
    element.addEventListener("step", (event) => history.replaceState(history.state, "", link + event.detail + filterPart()));
    element.querySelector(".rp-stage").focus({ preventScroll: true });
  };
  const follow = async () => {
    const [, key, step] = /^hand-(\d+)(?:-(\d+))?$/.exec(shownPart()) ?? [];
    if (!key) {
      shown = null;
      body.replaceChildren(); /* a hand that plays ends here */
      if (frame.open) frame.close();
      return;
    }
    if (Number(key) === shown && !step) return;
    shown = Number(key);
    await badugiHandTable.load();
    if (!frame.open) frame.showModal();
    await fill_window(shown, Number(step) || null);
    badugiHandTable.turn_to(shown);
    const keys = badugiHandTable.keys();
    const at = keys.indexOf(shown);
    place.textContent = at < 0 ? "" : fill(place.dataset.form, { place: count(at + 1), all: count(keys.length) });
    back.disabled = at <= 0;
    on.disabled = at < 0 || at === keys.length - 1;
    frame.dataset.shown = key;
  };

  back.addEventListener("click", () => step(-1));
  on.addEventListener("click", () => step(1));
  close.addEventListener("click", leave);
  frame.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  frame.addEventListener("click", (event) => { if (event.target === frame) leave(); });
  frame.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "n" || event.key === "N") step(1);
    else if (event.key === "p" || event.key === "P") step(-1);
  });
  addEventListener("hashchange", follow);
  follow();
})();
