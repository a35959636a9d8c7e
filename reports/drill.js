"use strict";
/* Practice: twenty of the dearest draws and decisions of the listed hands, or of a node of losses, with what was done hidden until
   one chooses. What is missed comes again. Costs are those of the verdicts of the replays. Digits choose, and Enter answers and goes on. */
(() => {
  const place = document.getElementById("drill-question");
  if (!place || !badugiHandTable) return;
  const { button, card: card_of, cardName, decimal, fill, link, make, percent, withCode } = badugiFormats;
  const SIZE = 20;
  const MOST = 400; /* hands that are read, the dearest first: reading a hand takes longer than ranking it */
  const LEAST = 0.05; /* big bets: what costs less is no mistake to practise */
  const view = place.closest(".view");
  let words = null;
  let replays = null;
  let all = []; /* the questions, the dearest first */
  let first = 0; /* the place of the first question of this round in them */
  let queue = []; /* the questions that are left of this round */
  let asked = 0; /* how many were asked for the first time */
  let answered = 0; /* how many of them were answered */
  let missed = [];

  const tile = (card, style = "rp-card") => card_of(card, style, cardName(card, replays.words.cards));
  const tiles = (cards) => make("span", "drill-cards", ...cards.map((card) => tile(card, "rp-card rp-small")));
  /* Return a text whose {cards} are cards in their colours. */
  const sentence = (text, values, cards = []) =>
    text.split("{cards}").flatMap((part, nth) => [...(nth ? [tiles(cards)] : []), fill(part, values)]);
  const key_of = (nth) => make("kbd", "", String(nth + 1));

  const WRONG = 2; /* the place of the first word for a loss beyond its error */
  /* The questions of one hand: decisions and draws of the hero that lose beyond their error, with other cards to keep or other options. */
  const questions_of = (key) => {
    const hand = badugiHandSteps.read(replays.columns, key, replays.words);
    return hand.steps.flatMap((step, nth) => {
      if (!step.decides || !hand.seats[step.seat].hero || hand.steps[nth - 1].states[step.seat].known !== "dealt") return [];
      const before = hand.steps[nth - 1];
      const held = before.states[step.seat].cards;
      const common = { key, hand, step, nth, before, held };
      const { draw, verdict } = step;
      if (!verdict || verdict.word < WRONG || verdict.loss < LEAST) return [];
      const cost = verdict.loss;
      if (draw?.keep) return [{ ...common, cost, best: draw.keep, kept: held.filter((card) => !draw.thrown.includes(card)) }];
      const taken = step.mix?.findIndex(([name]) => name === step.taken) ?? -1;
      return taken >= 0 ? [{ ...common, cost, taken }] : [];
    });
  };
  const find = async () => {
    await badugiHandTable.load();
    [words, replays] = [await readBlock("practice"), await badugiReplays.load()];
    const { columns } = replays;
    const end = columns.losses.length;
    /* Of a node only its own decisions and draws are asked. */
    const seats = await badugiSeats.load();
    const { leak } = selectionOf(filterPart());
    const own = seats.losses?.has(leak) ? seats.losses.losses(leak) : null;
    const asked_at = own && new Set(own.map(({ place, step }) => `${seats.keys[place]} ${step}`));
    const lost = new Map(); /* by hand, of a node */
    for (const { place, ticks } of own ?? []) lost.set(String(seats.keys[place]), Math.max(ticks, lost.get(String(seats.keys[place])) ?? 0));
    const ranked = badugiHandTable.keys().flatMap((key) => {
      const at = columns.place_of.get(key);
      if (at === undefined) return [];
      const loss = own ? lost.get(String(key)) : Math.max(0, ...columns.losses.slice(columns.starts.losses[at], columns.starts.losses[at + 1] ?? end));
      return loss ? [[key, loss]] : [];
    });
    ranked.sort(([, a], [, b]) => b - a);
    all = ranked.slice(0, MOST).flatMap(([key]) => questions_of(key)).filter(({ key, nth }) => !asked_at || asked_at.has(`${key} ${nth + 1}`)).sort((a, b) => b.cost - a.cost);
  };

  const shuffled = (questions) => {
    const left = [...questions];
    for (let nth = left.length - 1; nth > 0; nth -= 1) {
      const other = Math.floor(Math.random() * (nth + 1));
      [left[nth], left[other]] = [left[other], left[nth]];
    }
    return left;
  };
  const begin = (at) => {
    first = at;
    queue = shuffled(all.slice(at, at + SIZE)).map((question) => ({ question, again: false }));
    [asked, answered, missed] = [0, 0, []];
    ask();
  };

  /* --- the question */
  const address_of = ({ key, nth }) => `#hand-${key}-${nth + 1}${filterPart()}`;
  const so_far = ({ hand, nth }) => {
    const list = make("ol", "rp-log drill-log");
    hand.steps.slice(0, nth).forEach((step, at) => {
      const item = make("li", "", typeof step.seat === "number" ? make("bdi", "rp-who", hand.seats[step.seat].name) : "", ` ${step.text}`);
      if (!at || step.part !== hand.steps[at - 1].part) item.dataset.part = step.part;
      list.append(item);
    });
    return make("details", "rest", make("summary", "", words.so_far), list);
  };
  const opponents = ({ hand, before, step }) =>
    make("ul", "drill-opponents", ...hand.seats.flatMap((seat, nth) => {
      const { folded, draws, bet } = before.states[nth];
      if (nth === step.seat || seat.away || folded) return [];
      const parts = [seat.position, draws ? `${replays.words.draws} ${draws}` : "", bet && !step.draw ? `${replays.words.bet} ${hand.amount(bet)}` : ""];
      return [make("li", "", make("bdi", "", seat.name), ` ${parts.filter(Boolean).join(", ")}`)];
    }));
  const ask = () => {
    if (!queue.length) {
      finish();
      return;
    }
    const [{ question, again }] = queue;
    if (!again) asked += 1;
    const { hand, step, before, held } = question;
    const progress = fill(words.progress, { at: asked, all: Math.min(SIZE, all.length - first), again: queue.filter((one) => one.again).length });
    const answer = make("div", "drill-answer");
    answer.setAttribute("aria-live", "polite");
    const facts = make("p", "drill-facts", `${step.part}. `, ...sentence(words.holds, {}, held), ` ${replays.words.pot} ${before.pot ?? ""}`);
    const choices = question.best ? draw_choices(question, answer) : action_choices(question, answer);
    place.replaceChildren(make("p", "drill-progress", progress, " ", button("drill-end", finish, words.end)), make("p", "rp-title", [hand.about, hand.seats[step.seat].position].filter(Boolean).join(", ")), facts, opponents(question), choices, answer, so_far(question));
    choices.querySelector("button").focus({ preventScroll: true });
  };

  /* Show the answer and the way on; what was missed is asked again at the end. */
  const settle = (question, choices, answer, right, ...lines) => {
    const [{ again }] = queue;
    queue.shift();
    if (!right) queue.push({ question, again: true });
    if (!again) answered += 1;
    if (!right && !again) missed.push(question);
    for (const one of choices.querySelectorAll("button")) one.disabled = true;
    const on = button("drill-on", ask, words.next);
    answer.replaceChildren(make("p", right ? "gain" : "loss", make("b", "", right ? words.right : words.wrong)), ...lines, make("p", "", link(address_of(question), words.open)), on);
    on.focus({ preventScroll: true });
  };
  const draw_choices = (question, answer) => {
    const { held, best, kept, step } = question;
    const same = (one, other) => one.length === other.length && one.every((card) => other.includes(card));
    /* Cards of the same ranks and as many suits are worth the same, but for the one card more that is known to be gone. */
    const shape = (cards) => `${cards.map(([rank]) => rank).sort().join("")} ${new Set(cards.map(([, suit]) => suit)).size}`;
    const thrown = () => held.filter((_, nth) => toggles[nth].getAttribute("aria-pressed") === "true");
    const confirm = button("drill-confirm", () => {
      const chosen = held.filter((card) => !thrown().includes(card));
      const right = shape(chosen) === shape(best);
      const lines = [
        make("p", "", ...sentence(best.length ? words.best : words.best_none, {}, best)),
        make("p", "", ...sentence(kept.length ? words.own : words.own_none, { cost: decimal(question.cost, 2) }, kept)),
      ];
      if (!right && !same(chosen, kept)) lines.push(make("p", "", words.unpriced));
      settle(question, choices, answer, right, ...lines);
    });
    const label = () => {
      const cards = thrown();
      confirm.replaceChildren(...(cards.length ? sentence(words.throw, {}, cards) : [words.pat]));
    };
    const toggles = held.map((card, nth) => {
      const made = button("drill-card", () => {
        made.setAttribute("aria-pressed", String(made.getAttribute("aria-pressed") !== "true"));
        label();
      }, key_of(nth), tile(card));
      made.setAttribute("aria-pressed", "false");
      made.setAttribute("aria-label", cardName(card, replays.words.cards));
      return made;
    });
    label();
    const choices = make("div", "drill-choices", make("p", "", make("b", "", words.which)), make("div", "drill-hand", ...toggles), confirm);
    return choices;
  };
  const action_choices = (question, answer) => {
    const { step, taken } = question;
    const options = step.mix.map(([, word, , cost], nth) =>
      button("", () => {
        const lines = step.mix.map(([, name, share, lost], at) =>
          make("li", at === nth ? "chosen" : "", fill(share === null ? words.option : words.action, { action: name, share: share === null ? "" : percent(share), cost: decimal(lost, 2), error: decimal(step.cost_error, 2) }), at === taken ? ` ${words.played}` : ""));
        settle(question, choices, answer, nth !== taken && cost <= step.cost_error, make("ul", "rp-notes", ...lines));
      }, key_of(nth), ` ${word}`));
    const choices = make("div", "drill-choices", make("p", "", make("b", "", words.act)), make("div", "drill-actions", ...options));
    return choices;
  };

  /* --- the end of a round */
  const finish = () => {
    const size = Math.min(SIZE, all.length - first);
    const list = make("ul", "rp-notes", ...missed.map((question) => {
      return make("li", "", link(address_of(question), `${question.hand.about}: ${question.step.part}`), ` ${fill(words.cost, { cost: decimal(question.cost, 2) })}`);
    }));
    const rest = all.length - first - size;
    const buttons = [button("drill-on", () => begin(first), words.again)];
    if (rest > 0) buttons.push(button("drill-on", () => begin(first + size), words.more));
    place.replaceChildren(make("p", "", make("b", "", fill(words.done, { right: answered - missed.length, all: answered }))), ...(missed.length ? [make("p", "", words.missed), list] : []), make("p", "drill-actions", ...buttons));
    buttons.at(-1).focus({ preventScroll: true });
  };

  /* --- the beginning, again whenever the selection changes */
  const prepare = async () => {
    await find();
    if (!all.length) {
      place.replaceChildren(make("p", "empty", ...withCode(words.none)));
      return;
    }
    const start = button("drill-on", () => begin(0), words.start);
    place.replaceChildren(make("p", "", all.length === 1 ? words.found_one : fill(words.found, { all: all.length, size: Math.min(SIZE, all.length) })), start);
  };
  let stale = true;
  const follow = () => {
    if (currentView() !== view.id || !stale) return;
    stale = false;
    prepare();
  };
  addEventListener("listing", () => {
    stale = true;
    setTimeout(follow); /* after the table has listed the hands */
  });
  addEventListener("hashchange", () => setTimeout(follow));
  follow();

  view.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const choice = [...place.querySelectorAll(".drill-hand button, .drill-choices .drill-actions button")][Number(event.key) - 1];
    if (!choice || choice.disabled) return;
    choice.click();
    if (!choice.disabled) place.querySelector(".drill-confirm")?.focus({ preventScroll: true }); /* Enter answers */
  });
})();
