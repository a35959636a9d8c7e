"use strict";
/* The replayer: draws one hand step by step into an element. Its data and words come from badugi_hh/report/replayer.py;
   a step only overlays the values that it names, and nothing is computed here. Steps are numbered from 1, as they show. Keys work while the focus is inside. */
window.badugiReplayer = (element, hand, words) => {
  const { SUITS, fill, make } = badugiFormats;
  const CARDS = /(\b[A2-9TJQK][cdhs](?: [A2-9TJQK][cdhs])*\b)/;
  const button = (sign, label, act) => {
    const made = make("button", "", sign);
    made.type = "button";
    made.setAttribute("aria-label", label);
    made.title = label;
    made.addEventListener("click", act);
    return made;
  };
  const spoken = (card) =>
    card === "?" ? words.hidden : fill(words.cards.name, { rank: words.cards[card[0]] ?? card[0], suit: words.cards[card[1]] });
  const tile = (card, styles, note) => {
    const [sign, suit] = SUITS[card[1]] ?? ["", "hidden"];
    const made = make("span", `rp-card ${suit} ${styles}`, card === "?" ? "" : card[0], make("i", "", sign));
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", note ? `${spoken(card)}, ${note}` : spoken(card));
    return made;
  };
  /* Cards in a sentence have the colours of their suits; all other text stays text. No line breaks in brackets. */
  const sentence = (text) =>
    text.split(/(\([^()]*\),?)/).flatMap((part, place) => (place % 2 ? [make("span", "rp-group", ...coloured(part))] : coloured(part)));
  const coloured = (text) =>
    text.split(CARDS).flatMap((part, place) =>
      place % 2 ? part.split(" ").flatMap((card, nth) => [nth ? " " : "", tile(card, "rp-small", "")]) : [part],
    );

  const states = [hand.start];
  for (const step of hand.steps) {
    const before = states.at(-1);
    states.push(before.map((state, place) => (step.set?.[place] ? { ...state, ...step.set[place] } : state)));
  }
  const last = hand.steps.length - 1;
  let now = 0;
  let later = false;

  element.replaceChildren();
  element.classList.add("replayer");

  /* --- the table: the seats in clockwise order, the hero in the middle of the lower row */
  const count = hand.seats.length;
  const below = Math.max(Math.floor(count / 2), 1);
  const hero = Math.max(hand.seats.findIndex((seat) => seat.hero), 0);
  const order = hand.seats.map((_, place) => (hero - Math.floor(below / 2) + place + count) % count);
  const seats = hand.seats.map((seat) => {
    const mark = seat.button ? make("abbr", "rp-button", words.button_mark) : null;
    if (mark) mark.title = words.button;
    const name = make("p", "rp-name", make("bdi", "", seat.name), seat.position ? make("span", "rp-position", seat.position) : null, mark);
    name.title = seat.name;
    const parts = ["rp-stack", "rp-cards", "rp-value", "rp-out", "rp-bet"].map((style) => make("p", style));
    const item = make("li", "rp-seat", name, ...parts);
    if (seat.hero) item.classList.add("rp-hero");
    if (seat.away) item.classList.add("rp-away");
    return { item, parts };
  });
  const row = (places) => make("ul", "rp-row", ...places.map((place) => seats[place].item));
  const part = make("p", "rp-part");
  const pot = make("p", "rp-pot");
  const stage = make("div", "rp-stage", row(order.slice(below)), make("div", "rp-middle", part, pot), row(order.slice(0, below).reverse()));
  stage.classList.toggle("rp-four", count === 7 || count === 8); /* four seats in a row are narrower */
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", `${words.table}. ${words.keys}`);

  const drawSeat = (place, state) => {
    const { item, parts } = seats[place];
    const [stack, cards, value, out, bet] = parts;
    const hides = state.known === "later" && !later;
    const shown = hides ? state.cards.map(() => "?") : state.cards;
    const note = (card) =>
      [!hides && state.known === "later" ? words.later_card : "", !hides && state.fresh.includes(card) ? words.new : ""].filter(Boolean).join(", ");
    item.classList.toggle("rp-folded", state.folded);
    item.classList.toggle("rp-later", state.known === "later" && later);
    item.classList.toggle("rp-acts", hand.steps[now].seat === place);
    stack.replaceChildren(hand.seats[place].away ? words.away : state.net ? `${state.stack} (${state.net})` : state.stack);
    cards.replaceChildren(...shown.map((card) => tile(card, !hides && state.fresh.includes(card) ? "rp-new" : "", note(card))));
    value.replaceChildren(
      hides ? "" : state.value,
      state.known === "later" && later ? make("em", "", ` ${words.later_card}`) : "",
      state.folded ? make("em", "", ` ${words.folded}`) : "",
    );
    out.replaceChildren(
      ...(state.draws ? [`${words.draws} ${state.draws} `] : []),
      ...state.out.map((card) => tile(card, "rp-small rp-thrown", words.discarded)),
    );
    bet.replaceChildren(state.bet ? `${words.bet} ${state.bet}` : (state.won ?? ""));
    bet.classList.toggle("rp-won", !state.bet && Boolean(state.won));
  };

  /* --- the controls */
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = last;
  slider.setAttribute("aria-label", words.slider);
  const at = make("output");
  const back = [button("|◀", words.first, () => show(0)), button("◀", words.previous, () => show(now - 1))];
  const on = [button("▶", words.next, () => show(now + 1)), button("▶|", words.last, () => show(last))];
  const controls = make("div", "rp-controls", ...back, slider, ...on, at);
  slider.addEventListener("input", () => show(Number(slider.value)));
  const live = make("div", "rp-now");
  live.setAttribute("aria-live", "polite");
  live.setAttribute("aria-atomic", "true");
  const reveal = make("input");
  reveal.type = "checkbox";
  reveal.addEventListener("change", () => {
    later = reveal.checked;
    draw();
  });
  const hasLater = states.some((state) => state.some((seat) => seat.known === "later"));
  const option = hasLater ? make("label", "rp-option", reveal, ` ${words.later}`) : null;

  /* --- one step as text */
  const phrase = (step) => [step.seat === undefined ? "" : make("bdi", "rp-who", hand.seats[step.seat].name), " ", ...sentence(step.text)];
  const problem = (index) => {
    const { code, severity, text } = hand.problems[index];
    return make("li", `rp-problem ${severity}`, `${code} ${severity}: ${text}`);
  };
  const leaks = (step) => (hand.leaks ?? []).filter((leak) => hand.steps[leak.step - 1] === step);
  const notes = (step) => {
    const items = [...(step.notes ?? []), ...(later ? (step.later ?? []) : [])].map((note) => make("li", "", ...sentence(note)));
    const nets = Object.entries(step.set ?? {}).filter(([, state]) => state.net);
    items.push(...nets.map(([place, state]) => make("li", "", make("bdi", "", hand.seats[place].name), ` ${state.net}`)));
    items.push(...(step.problems ?? []).map(problem));
    if (step.solver && (later || !step.later)) {
      const [spot, line, held] = step.solver;
      items.push(make("li", "", `${words.command} `, make("code", "", `badugi-hh solve --spot ${spot} --line "${line}" --hand ${held}`)));
    }
    items.unshift(...leaks(step).map(({ text }) => make("li", "rp-leak", `${words.leak}: ${text}`)));
    return items.length ? make("ul", "rp-notes", ...items) : null;
  };

  /* --- the list of steps */
  const log = make("ol", "rp-log");
  log.setAttribute("aria-label", words.steps);
  const lines = hand.steps.map((step, place) => {
    const link = make("a", "", ...phrase(step));
    link.href = `${hand.link ?? "#step="}${place + 1}`;
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(place);
    });
    const item = make("li", step.problems || leaks(step).length ? "rp-wrong" : "", link, make("span", "rp-after", step.pot));
    if (!place || step.part !== hand.steps[place - 1].part) item.dataset.part = step.part;
    log.append(item);
    return item;
  });

  /* --- the text as written, in a second tab */
  const panels = [make("div", "rp-panel rp-replay", make("div", "rp-main", stage, controls, live, option), log)];
  const loose = hand.problems.filter((_, index) => !hand.steps.some((step) => step.problems?.includes(index)));
  if (loose.length) {
    const list = make("ul", "rp-notes", ...loose.map((one) => problem(hand.problems.indexOf(one))));
    panels[0].firstChild.append(make("div", "rp-loose", make("p", "", words.problems), list));
  }
  const written = (hand.text ?? "").split("\n").map((line) => make("span", "", `${line}\n`));
  if (hand.text) {
    const pre = make("pre", "", ...written);
    pre.tabIndex = 0;
    panels.push(make("div", "rp-panel", pre));
  }
  const stem = `rp-${Math.random().toString(36).slice(2)}`;
  const tabs = panels.map((panel, place) => {
    const tab = make("button", "", place ? words.text : words.replay);
    tab.type = "button";
    tab.id = `${stem}-tab-${place}`;
    panel.id = `${stem}-panel-${place}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => choose(place));
    return tab;
  });
  const choose = (place) => {
    tabs.forEach((tab, nth) => {
      tab.setAttribute("aria-selected", String(nth === place));
      tab.tabIndex = nth === place ? 0 : -1;
      panels[nth].hidden = nth !== place;
    });
  };
  const list = make("div", "rp-tabs", ...tabs);
  list.setAttribute("role", "tablist");
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    const place = (tabs.indexOf(event.target) + 1) % tabs.length;
    choose(place);
    tabs[place].focus();
  });
  const claim = words.claims?.[hand.steps.find((step) => step.solver)?.solver[0]];
  const board = make("div", "rp-board", ...(tabs.length > 1 ? [list] : []), ...panels);
  element.append(make("p", "rp-title", hand.title), ...(hand.quiet ? [make("p", "rp-quiet", hand.quiet)] : []), board, ...(claim ? [make("details", "rp-quiet", make("summary", "", words.meaning), claim)] : []));
  choose(0);

  /* --- drawing */
  const draw = () => {
    const step = hand.steps[now];
    states[now + 1].forEach((state, place) => drawSeat(place, state));
    part.textContent = step.part;
    pot.textContent = step.pot && `${words.pot} ${step.pot}`;
    slider.value = now;
    at.textContent = fill(words.step, { step: now + 1, steps: last + 1 });
    slider.setAttribute("aria-valuetext", at.textContent);
    for (const one of back) one.disabled = now === 0;
    for (const one of on) one.disabled = now === last;
    live.replaceChildren(make("p", "", ...phrase(step)), notes(step) ?? "");
    lines.forEach((line, place) => {
      if (place === now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    written.forEach((line, place) => line.classList.toggle("rp-line", hand.marked !== false && place + 1 === step.line));
    const line = lines[now];
    if (log.scrollHeight > log.clientHeight) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  };
  const show = (step) => {
    const next = Math.min(Math.max(step, 0), last);
    if (next === now) return;
    now = next;
    draw();
    element.dispatchEvent(new CustomEvent("step", { detail: now + 1 }));
  };
  board.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || panels[0].hidden) return;
    const target = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  });
  now = Math.min(Math.max((Number(hand.step) || 1) - 1, 0), last);
  draw();
};
