"use strict";
/* Restores the replays of the page: texts from their templates, and of each step what follows from the text of the hand and
   from the steps before it. The rule is that of badugi_hh/report/light_replays.py, in the same order; both change together. */
const badugiReplays = (() => {
  const { fill, decimal, percent } = badugiFormats;
  const EMPTY = { stack: "", bet: "", folded: false, draws: "", won: "", cards: [], known: "", value: "", fresh: [], out: [] };
  const DEALING = "*** DEALING HANDS ***";
  const SUMMARY = "*** SUMMARY ***";
  const AMOUNT = /\d(?:[\d.,\u00a0\u202f]*\d)?/g;
  const CENTS = /[.,]\d\d$/;
  const SEAT = /^Seat (\d+): .* \((.*) in chips\)/;
  const cards_in = (text) => [...text.matchAll(/\[([^\]]*)\]/g)].map(([, cards]) => cards.split(" "));
  const amounts_in = (text) => text.match(AMOUNT) ?? [];
  const same = (one, other) => (Array.isArray(one) ? one.join() === other.join() : one === other);

  /* How amounts are written: what is before them, whether they have cents, and what is after them. */
  const form_of = (text) => {
    const [found] = text.matchAll(AMOUNT);
    if (!found) return ["", false, ""];
    return [text.slice(0, found.index), CENTS.test(found[0]), text.slice(found.index + found[0].length)];
  };
  const number = (text, [, cents, after]) => {
    const digits = text.replace(/\D/g, "");
    const own = after && text.endsWith(after) ? text.slice(0, -after.length) : text;
    return Number(digits) * (digits && cents && !CENTS.test(own) ? 100 : 1);
  };
  const amount_text = (amount, [before, cents, after]) => before + (cents ? decimal(amount / 100, 2) : decimal(amount, 0)) + after;

  /* The texts of all hands: each line is a template with the values of its own column, and names by the places of seats. */
  const texts_of = ({ templates, rows, values, hands }) => {
    const pieces = templates.map((template) => template.split("\u0001"));
    const columns = values.map((column) => column.split(" "));
    const next = values.map(() => 0);
    const line = (template) => pieces[template].reduce((text, piece) => text + columns[template][next[template]++] + piece);
    return rows.map((row, nth) => {
      if (row === null) return hands[nth].text;
      const { seats = [] } = hands[nth];
      return row.map(line).join("\n").replace(/[\uE000-\uE0FF]/g, (place) => seats[place.charCodeAt(0) - 0xe000].name);
    });
  };

  const restore = (hand, stored, words, parts) => {
    const lines = hand.text.split("\n");
    const written = lines.map((line) => SEAT.exec(line)).filter(Boolean);
    const form = form_of(hand.start[0]?.stack ?? "");
    const seats = hand.seats.map((seat, place) => ({
      seat: Number(written[place]?.[1]), name: "", position: "", hero: false, button: false, away: false, ...seat,
    }));
    const start = hand.start.map((state, place) => ({
      ...EMPTY, stack: place && written[place] ? amount_text(number(written[place][2], form), form) : "", ...state,
    }));
    let states = start;
    let before = { line: 0, part: "", pot: "" };

    const seat_of = (line) => {
      const named = seats.filter(
        ({ name }) =>
          line.startsWith(`${name}: `) || line.startsWith(`${name} collected `) || line.startsWith(`Dealt to ${name} [`) ||
          (line.startsWith("Uncalled bet ") && line.endsWith(` returned to ${name}`)),
      );
      const [longest] = named.sort((a, b) => b.name.length - a.name.length);
      return longest ? seats.indexOf(longest) : null;
    };
    const next_line = () => {
      if (!before.part) return 0;
      const last = before.line ? lines[before.line - 1] : "";
      for (let at = before.line + 1; at <= lines.length && lines[at - 1] !== SUMMARY; at += 1) {
        const drawn = lines[at - 1].startsWith("Dealt to ") && last.includes(": discards ");
        if (lines[at - 1] === DEALING || (seat_of(lines[at - 1]) !== null && !drawn)) return at;
      }
      return 0;
    };
    const price_of_call = (bets, seat, state) => {
      const amounts = bets.map((bet) => number(bet, form));
      const price = Math.min(Math.max(...amounts) - amounts[seat], number(state.stack, form));
      const pot = number(before.pot, form);
      if (price <= 0) return null;
      const required = price / (pot + price); /* the odds are computed from it as in Python, to the last digit */
      return fill(words.call, { price: amount_text(price, form), pot: before.pot, odds: decimal(1 / required - 1), required: percent(required) });
    };
    const bet = (amount) => (amount > 0 ? amount_text(amount, form) : "");
    const drawn_so_far = (state, drawn) => (state.draws ? `${state.draws}-${drawn}` : drawn);

    const read_discard = (text, state, held, drawn, due) => {
      const [, discarded] = text.split(" ");
      const changes = { draws: drawn_so_far(state, discarded), fresh: [] };
      due.text = `discards ${discarded}`;
      if (!held.length) return { ...changes, out: Array(Number(discarded)).fill("?") };
      changes.out = held[0];
      due.text += " ({out})";
      if (!drawn.length) return changes;
      due.text += ", draws {fresh}, holds {cards} ({value})";
      return { ...changes, cards: drawn.flat(), fresh: drawn.at(-1) };
    };
    const read_action = (raw, name, state, due) => {
      const [stack, put, pot] = [state.stack, state.bet, before.pot].map((text) => number(text, form));
      let text = raw;
      for (const start of [`${name}: `, `${name} `]) if (text.startsWith(start)) text = text.slice(start.length);
      if (text.endsWith(` returned to ${name}`)) text = text.slice(0, -` returned to ${name}`.length);
      if (text.startsWith("Dealt to ")) {
        due.text = "is dealt {cards} ({value})";
        return {};
      }
      const held = cards_in(text);
      if (text.startsWith("discards ")) return read_discard(text, state, held, held.length ? cards_in(lines[due.line] ?? "") : [], due);
      if (text.startsWith("stands pat")) {
        due.text = held.length ? "stands pat on {cards} ({value})" : "stands pat";
        return { draws: drawn_so_far(state, "0"), fresh: [], out: [] };
      }
      if (text.startsWith("folds") && !held.length) {
        due.text = "folds";
        return { folded: true };
      }
      if (text.startsWith("shows ") && held.length) {
        due.text = text.replace(/[[\]]/g, "");
        const value = text.includes("(") ? text.slice(text.indexOf("(") + 1).replace(/\)$/, "") : "";
        return state.known === "dealt" ? {} : { cards: held[0], known: "shown", value };
      }
      if (text.startsWith("mucks")) {
        due.text = "mucks";
        return {};
      }
      const amounts = amounts_in(text).map((found) => number(found, form));
      let nth = 0;
      due.text = text.replace(AMOUNT, (found, at) => {
        const signed = text.slice(0, at).endsWith(form[0]);
        return signed ? `\u0001${amount_text(amounts[nth++], form)}` : found;
      });
      due.text = due.text.replaceAll(`${form[0]}\u0001`, "").replace(" and is all-in", ", all-in");
      if (!amounts.length) return {};
      const amount = amounts.at(-1);
      if (text.startsWith("Uncalled bet ")) {
        due.text = `gets the uncalled ${amount_text(amount, form)} back`;
        due.pot = amount_text(pot - amount, form);
        return { stack: amount_text(stack + amount, form), bet: bet(put - amount) };
      }
      if (text.startsWith("collected ")) {
        due.text = `wins ${amount_text(amount, form)} from the ${text.slice(text.lastIndexOf(" from ") + 6)}`;
        due.pot = amount_text(pot - amount, form);
        return { stack: amount_text(stack + amount, form), won: fill(words.won, { amount: amount_text(amount, form) }) };
      }
      if (!/^(?:calls|bets|raises|posts)\b/.test(text)) return {};
      const paid = text.startsWith("raises ") ? amount - put : amount;
      due.pot = amount_text(pot + paid, form);
      return { stack: amount_text(stack - paid, form), bet: bet(put + paid) };
    };
    const predict_deal = (line) => {
      const hidden = Object.fromEntries(seats.map((_, place) => [place, { cards: ["?", "?", "?", "?"] }]).filter(([place]) => !seats[place].away));
      const dealt = lines[line] ?? "";
      const seat = seat_of(dealt);
      if (dealt.startsWith("Dealt to ") && seat !== null) hidden[seat] = { cards: cards_in(dealt).at(-1), known: "dealt" };
      return hidden;
    };
    const predict_end = (due) => {
      const amounts = amounts_in(lines.find((line) => line.startsWith("Total pot ")) ?? "");
      const texts = amounts.map((found) => amount_text(number(found, form), form));
      if (amounts.length > 1) due.text = fill(words.result, { pot: texts[0], rake: texts.at(-1) });
      states.forEach((state, place) => {
        if (seats[place].away) return;
        const net = number(state.stack, form) - number(start[place].stack, form);
        due.set[place] = { ...due.set[place], net: (net < 0 ? "−" : net ? "+" : "") + amount_text(Math.abs(net), form) };
      });
      return { ...due, part: words.end, pot: "" };
    };
    const predict = (line) => {
      const due = { line, part: before.part, pot: before.pot, set: {} };
      if (!before.part) return { ...due, part: words.before, text: words.start, pot: "" };
      const sections = lines.slice(Math.max(before.line - 1, 0), Math.max(line - 1, 0)).filter((each) => each in parts);
      if (sections.length) due.part = parts[sections.at(-1)];
      const over = sections.length && sections.at(-1) !== DEALING ? ["bet", "fresh", "out"] : [];
      const cleared = states.map((state) => Object.fromEntries(over.filter((name) => !same(state[name], EMPTY[name])).map((name) => [name, EMPTY[name]])));
      cleared.forEach((values, place) => { if (Object.keys(values).length) due.set[place] = values; });
      if (!line) return predict_end(due);
      const raw = lines[line - 1].trimEnd();
      if (raw === DEALING) return { ...due, part: words.deal, text: words.dealt, set: predict_deal(line) };
      const seat = seat_of(raw);
      if (seat === null) return due;
      due.seat = seat;
      const now = states.map((state, place) => ({ ...state, ...cleared[place] }));
      const values = { ...cleared[seat], ...read_action(raw, seats[seat].name, now[seat], due) };
      due.set[seat] = Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(states[seat][name], value)));
      const note = /^(?:folds|calls|raises)\b/.test(due.text ?? "") ? price_of_call(now.map((state) => state.bet), seat, now[seat]) : null;
      return note ? { ...due, notes: [note] } : due;
    };

    /* An entry of a stored step that is null is predicted, and the step does not have it. */
    const over = (due, own) => Object.fromEntries(Object.entries({ ...due, ...own }).filter(([, value]) => value !== null));
    const steps = stored.map((own) => {
      const line = own.line ?? next_line();
      const due = predict(line);
      const set = {};
      for (const place of new Set([...Object.keys(due.set), ...Object.keys(own.set ?? {})])) {
        const values = over(due.set[place], own.set?.[place]);
        if (Object.keys(values).length) set[place] = values;
      }
      states = states.map((state, place) => ({ ...state, ...set[place] }));
      if (due.text && due.seat !== undefined)
        due.text = due.text.replace(/\{(cards|fresh|out|value)\}/g, (_, name) => [states[due.seat][name]].flat().join(" "));
      const step = over({ ...due, line }, { ...own, set: null });
      if (Object.keys(set).length) step.set = set;
      before = { line: line || before.line, part: step.part, pot: step.pot };
      return step;
    });
    return { ...hand, seats, start, steps };
  };

  /* Return the hands of a block by key, each restored when it is asked for, with its text at once. */
  const read = (block) => {
    const texts = texts_of(block);
    const found = new Map(block.keys.map((key, nth) => [key, nth]));
    return {
      words: block.words,
      text: (key) => texts[found.get(key)],
      hand: (key) => {
        const nth = found.get(key);
        if (nth === undefined) return null;
        const hand = { ...block.hands[nth], text: texts[nth] };
        return block.steps[nth] ? restore(hand, block.steps[nth].map((step) => step || {}), block.words, block.parts) : hand;
      },
    };
  };
  return { read };
})();
