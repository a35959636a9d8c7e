"use strict";
/* The replayer: draws one hand of hand_steps.js step by step into an element, as a table with seats around it. Steps are
   numbered from 1, as they show. Keys work while the focus is inside. */
window.badugiReplayer = (element, hand, words) => {
  const { button: plain_button, card: card_of, cardName, fill, link: link_to, make, percent } = badugiFormats;
  const CARDS = /(\b[A2-9TJQK][cdhs](?: [A2-9TJQK][cdhs])*\b)/;
  const PAUSE = 1200; /* milliseconds of a step that plays */
  /* The places of two to eight players clockwise from the hero: below, to the left, above, to the right. */
  const PLACES = { 1: "s", 2: "s n", 3: "s nw ne", 4: "s w n e", 5: "s w nw ne e", 6: "s sw nw n ne se", 7: "s sw w nw ne e se", 8: "s sw w nw n ne e se" };
  const { amount } = hand;
  const button = (sign, label, act, keys = "") => {
    const made = plain_button("", act, sign);
    made.setAttribute("aria-label", label);
    made.title = keys ? `${label} (${keys})` : label;
    return made;
  };
  const tile = (card, styles, note) => {
    const spoken = card === "?" ? words.hidden : cardName(card, words.cards);
    return card_of(card, `rp-card ${styles}`, note ? `${spoken}, ${note}` : spoken);
  };
  /* Cards in a sentence have the colours of their suits; all other text stays text. No line breaks in brackets. */
  const sentence = (text) =>
    text.split(/(\([^()]*\),?)/).flatMap((part, place) => (place % 2 ? [make("span", "rp-group", ...coloured(part))] : coloured(part)));
  const coloured = (text) =>
    text.split(CARDS).flatMap((part, place) =>
      place % 2 ? part.split(" ").flatMap((card, nth) => [nth ? " " : "", tile(card, "rp-small", "")]) : [part],
    );

  const { seats, steps } = hand;
  const last = steps.length - 1;
  const hero = seats.findIndex((seat) => seat.hero);
  let now = 0;
  let later = false;
  let playing = 0; /* the timer of the play */

  element.replaceChildren();
  element.classList.add("replayer");

  /* --- the table: the seats in clockwise order, the hero in the middle of the lower row */
  const places = (PLACES[seats.length] ?? "").split(" ");
  const parts = seats.map((seat, nth) => {
    const mark = seat.button ? make("abbr", "rp-button", words.button_mark) : null;
    if (mark) mark.title = words.button;
    const name = make("p", "rp-name", make("bdi", "", seat.name), seat.position ? make("span", "rp-position", seat.position) : null, mark);
    name.title = seat.name;
    const [stack, cards, value, out, bet] = ["stack", "cards", "value", "out", "bet"].map((style) => make("p", `rp-${style}`));
    const item = make("li", "rp-seat", make("div", "rp-box", make("div", "rp-head", name, stack), cards, make("div", "rp-foot", value, out)), bet);
    item.dataset.place = places[(nth - Math.max(hero, 0) + seats.length) % seats.length] ?? "";
    if (nth === hero) item.classList.add("rp-hero");
    if (seat.away) item.classList.add("rp-away");
    return { item, stack, cards, value, out, bet };
  });
  const around = seats.map((_, nth) => parts[(Math.max(hero, 0) + nth) % seats.length].item);
  const part = make("p", "rp-part");
  const pot = make("p", "rp-pot");
  const stage = make("div", "rp-stage", make("ul", "rp-seats", ...around), make("div", "rp-middle", part, pot));
  stage.classList.toggle("rp-many", !places[0]);
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", `${words.table}. ${words.keys}`);

  const draw_seat = (nth, state) => {
    const { item, stack, cards, value, out, bet } = parts[nth];
    const hides = state.known === "later" && !later;
    const shown = hides ? state.cards.map(() => "?") : state.cards;
    const fresh = (card) => !hides && state.fresh.includes(card);
    const note = (card) => [!hides && state.known === "later" ? words.later_card : "", fresh(card) ? words.new : ""].filter(Boolean).join(", ");
    item.classList.toggle("rp-folded", state.folded);
    item.classList.toggle("rp-later", state.known === "later" && later);
    item.classList.toggle("rp-hidden", shown.every((card) => card === "?"));
    item.classList.toggle("rp-acts", steps[now].seat === nth);
    const chips = `${amount(state.stack)}${!state.stack && state.put && !state.folded && now < last ? words.texts.all_in : ""}`;
    const net = "net" in state ? amount(state.net, true) : "";
    stack.replaceChildren(seats[nth].away ? words.away : net ? `${chips} (${net})` : chips);
    cards.replaceChildren(...shown.map((card) => tile(card, fresh(card) ? "rp-new" : "", note(card))));
    value.replaceChildren(
      hides ? "" : state.value,
      state.known === "later" && later ? make("em", "", ` ${words.later_card}`) : "",
      state.folded ? make("em", "", ` ${words.folded}`) : "",
    );
    out.replaceChildren(...(state.draws ? [`${words.draws} ${state.draws} `] : []), ...state.out.map((card) => tile(card, "rp-small rp-thrown", words.discarded)));
    bet.replaceChildren(state.bet ? `${words.bet} ${amount(state.bet)}` : state.won ? fill(words.won, { amount: amount(state.won) }) : "");
    bet.classList.toggle("rp-won", !state.bet && Boolean(state.won));
  };

  /* --- the controls */
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = last;
  slider.setAttribute("aria-label", words.slider);
  const at = make("output");
  const back = [button("|◀", words.first, () => show(0), "Home"), button("◀", words.previous, () => show(now - 1), "←")];
  const on = [button("▶", words.next, () => show(now + 1), "→"), button("▶|", words.last, () => show(last), "End")];
  const play = button("", words.play, () => (playing ? stop() : start()), words.space);
  play.removeAttribute("aria-label"); /* its text is its name */
  const controls = make("div", "rp-controls", ...back, play, ...on, slider, at);
  slider.addEventListener("input", () => show(Number(slider.value)));
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    play.replaceChildren(words.play);
    play.setAttribute("aria-pressed", "false");
  };
  const start = () => {
    if (now === last) show(0);
    playing = setInterval(() => (element.isConnected && now < last ? move(now + 1) : stop()), PAUSE);
    play.replaceChildren(words.pause);
    play.setAttribute("aria-pressed", "true");
  };
  stop();
  const live = make("div", "rp-now");
  live.setAttribute("aria-live", "polite");
  live.setAttribute("aria-atomic", "true");
  const reveal = make("input");
  reveal.type = "checkbox";
  reveal.addEventListener("change", () => {
    later = reveal.checked;
    draw();
  });
  const has_later = steps.some(({ states }) => states.some((seat) => seat.known === "later"));
  const option = has_later ? make("label", "rp-option", reveal, ` ${words.later}`) : null;

  /* --- one step as text, and its figures as bars */
  const phrase = (step) => [typeof step.seat === "number" ? make("bdi", "rp-who", seats[step.seat].name) : "", " ", ...sentence(step.text)];
  const problem = ({ code, severity, text }) => make("li", `rp-problem ${severity}`, `${code} ${severity}: ${text}`);
  const problems = (step) => hand.problems.filter(({ line }) => line && line === step.line);
  const leaks = (step) => (hand.leaks ?? []).filter((leak) => steps[leak.step - 1] === step);
  const shows = (step) => later || !step.later?.length; /* what follows from cards that are known later shows with them */
  const notes = (step) => {
    const items = [...(step.notes ?? []), ...(later ? (step.later ?? []) : [])].map((note) => make("li", "", ...sentence(note)));
    if (step === steps[last]) items.push(...step.states.flatMap((state, nth) => ("net" in state ? [make("li", "", make("bdi", "", seats[nth].name), ` ${amount(state.net, true)}`)] : [])));
    items.push(...problems(step).map(problem));
    if (step.solver && shows(step)) {
      const [spot, line, held, printed] = step.solver;
      const address = hand.explore?.(spot, line, held);
      const link = address && link_to(address, words.explore);
      const command = `badugi-hh solve --spot ${spot} --line "${line}" --hand ${held}`;
      if (link) items.push(make("li", "", link));
      else if (printed) items.push(make("li", "", `${words.command} `, badugiFormats.code(command)));
    }
    items.unshift(...leaks(step).map(({ text }) => make("li", "rp-leak", `${words.leak}: ${text}`)));
    return items.length ? make("ul", "rp-notes", ...items) : null;
  };
  const share = (value) => `${100 * value}%`;
  const bars = (step) => {
    if (!shows(step)) return null;
    const found = [];
    if (typeof step.equity === "number") {
      const bar = make("span", "rp-bar", make("i", ""));
      bar.style.setProperty("--share", share(step.equity / 1000));
      const needed = step.price ? step.price / (step.price + step.to_win) : null;
      if (needed !== null) {
        bar.append(make("b", ""));
        bar.style.setProperty("--needed", share(needed));
      }
      found.push(make("p", "rp-equity", make("span", "", `${words.equity_bar} ${percent(step.equity / 1000)}`), bar, make("span", "", needed === null ? "" : fill(words.needed, { share: percent(needed) }))));
    }
    if (step.mix?.length) {
      const parts_of = step.mix.filter(([, , part_of]) => part_of >= 0.005).map(([name, word, part_of]) => {
        const said = `${word} ${Math.round(100 * part_of)}%`;
        const made = make("span", `mix-${/^\d$/.test(name) ? `draw-${name}` : name}`, part_of < 0.2 ? "" : said); /* where it fits */
        made.title = said;
        made.style.setProperty("--share", share(part_of));
        if (name === step.taken) made.append(" ●");
        return made;
      });
      if (parts_of.length) found.push(make("p", "rp-mix", make("span", "", words.mix), make("span", "rp-bar", ...parts_of)));
    }
    return found.length ? make("div", "rp-bars", ...found) : null;
  };

  /* --- the list of steps */
  const log = make("ol", "rp-log");
  log.setAttribute("aria-label", words.steps);
  const lines = steps.map((step, place) => {
    const link = link_to(`${hand.link ?? "#step="}${place + 1}`, ...phrase(step));
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(place);
    });
    const item = make("li", problems(step).length || leaks(step).length ? "rp-wrong" : "", link, make("span", "rp-after", step === steps[last] ? "" : (step.pot ?? "")));
    if (step.verdict) link.append(make("small", `rp-word rp-word-${step.verdict.word}`, ` ${words.verdicts[step.verdict.word]}`));
    if (!place || step.part !== steps[place - 1].part) item.dataset.part = step.part;
    log.append(item);
    return item;
  });

  /* --- the text as written, in a second tab */
  const panels = [make("div", "rp-panel rp-replay", stage, make("div", "rp-figures", live, option), controls, log)];
  const loose = hand.problems.filter((one) => !steps.some((step) => problems(step).includes(one)));
  if (loose.length) panels[0].append(make("div", "rp-loose", make("p", "", words.problems), make("ul", "rp-notes", ...loose.map(problem))));
  const written = (hand.text ?? "").split("\n").map((line) => make("span", "", `${line}\n`));
  const pre = make("pre", "", ...(hand.text ? written : []));
  if (hand.text) pre.tabIndex = 0;
  panels.push(make("div", "rp-panel", hand.text ? pre : make("p", "rp-quiet", ...badugiFormats.withCode(hand.command ?? ""))));
  const stem = `rp-${Math.random().toString(36).slice(2)}`;
  const tabs = panels.map((panel, place) => {
    const tab = plain_button("", () => choose(place), place ? words.text : words.replay);
    tab.id = `${stem}-tab-${place}`;
    panel.id = `${stem}-panel-${place}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
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
  const claim = words.claims?.[steps.find((step) => step.solver)?.solver[0]];
  const board = make("div", "rp-board", list, ...panels);
  element.append(make("p", "rp-title", hand.title), ...(hand.quiet ? [make("p", "rp-quiet", hand.quiet)] : []), board, ...(claim ? [make("details", "rp-quiet", make("summary", "", words.meaning), claim)] : []));
  choose(0);

  /* --- drawing */
  const draw = () => {
    const step = steps[now];
    step.states.forEach((state, nth) => draw_seat(nth, state));
    part.textContent = step.part;
    pot.textContent = step.pot ? `${words.pot} ${step.pot}` : "";
    slider.value = now;
    at.textContent = fill(words.step, { step: now + 1, steps: last + 1 });
    slider.setAttribute("aria-valuetext", at.textContent);
    for (const one of back) one.disabled = now === 0;
    for (const one of on) one.disabled = now === last;
    live.replaceChildren(make("p", "", ...phrase(step)), bars(step) ?? "", notes(step) ?? "");
    lines.forEach((line, place) => {
      if (place === now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    written.forEach((line, place) => line.classList.toggle("rp-line", hand.marked && place + 1 === step.line));
    const line = lines[now];
    if (log.scrollHeight > log.clientHeight) log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
  };
  const move = (step) => {
    const next = Math.min(Math.max(step, 0), last);
    if (next === now) return;
    now = next;
    draw();
    element.dispatchEvent(new CustomEvent("step", { detail: now + 1 }));
  };
  const show = (step) => {
    stop();
    move(step);
  };
  /* The first step of a betting round, by the number of draws before it; 4 is the showdown. */
  const round = (number) => steps.findIndex((step) => step.part === words.texts.parts[number]);
  board.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || panels[0].hidden) return;
    if (event.key === " " && !event.target.closest("button, a, input, summary")) {
      event.preventDefault();
      if (playing) stop();
      else start();
      return;
    }
    const target = /^[0-4]$/.test(event.key) ? round(Number(event.key)) : { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
    if (target === undefined || (target < 0 && event.key !== "ArrowLeft")) return;
    event.preventDefault();
    show(target);
  });
  /* Without a step in the address, a hand begins at the mistake that a leak names, or at the hero's first decision. */
  const first = () => {
    if (hand.leaks?.length) return Math.min(...hand.leaks.map((leak) => leak.step)) - 1;
    return Math.max(steps.findIndex((step) => hero >= 0 && step.seat === hero && step.decides), 0);
  };
  now = Math.min(Math.max(Number(hand.step) ? Number(hand.step) - 1 : first(), 0), last);
  draw();
};
