"use strict";
/* Reads one hand of the block of replays, whose columns badugi_hh/report/replay_columns.py describes, and lists its steps
   with the table after each. Nothing is decided here: chips are added up, and what was said of cards is kept. A card that
   no line has shown by a step is unknown there; one that a later line proves has `later`. */
const badugiHandSteps = (() => {
  const { decimal, fill, listed, money, percent } = badugiFormats;
  const HIDDEN = "?";
  const ANY = 5; /* in place of the number of cards of a player who has not drawn; the texts have it after four */
  /* What a letter has in which column; SEATS are the columns of seats, and that of prices above zero. */
  const STREAMS = { amounts: "pcbruoq", by: "r", dead: "p", cards: "dxwhg", drawn: "x", texts: "pot", prices: "fgkcbr", equities: "fgkcbrxs", draws: "xs" };
  const SEATS = ["seats", "value", "to_win"];

  const held_of = (cards) => cards.match(/../g) ?? [];

  /* Return for each column at which place each hand begins. */
  const prepare = (block) => {
    const rows = block.keys.length;
    const names = Object.keys(STREAMS);
    const starts = Object.fromEntries([...names, ...SEATS, "events"].map((name) => [name, new Uint32Array(rows)]));
    /* By the code of a small letter, 1 for each column that has a value for it. */
    const has = names.map((name) => {
      const codes = new Uint8Array(128);
      for (const letter of STREAMS[name]) codes[letter.charCodeAt(0)] = 1;
      return codes;
    });
    const prices = names.indexOf("prices");
    const widths = block.known.texts.map((known) => values_of(known).length);
    const at = new Uint32Array(names.length);
    let [events, seats, value, to_win] = [0, 0, 0, 0];
    for (let hand = 0; hand < rows; hand += 1) {
      names.forEach((name, nth) => { starts[name][hand] = at[nth]; });
      [starts.events[hand], starts.seats[hand], starts.value[hand], starts.to_win[hand]] = [events, seats, value, to_win];
      for (const end = seats + block.seat_counts[hand]; seats < end; seats += 1) value += widths[block.known.rows[seats]];
      for (const end = events + block.event_counts[hand]; events < end; events += 1) {
        const code = block.letters.charCodeAt(events) | 32; /* all-in or not */
        if (has[prices][code] && block.prices[at[prices]]) to_win += 1;
        for (let nth = 0; nth < at.length; nth += 1) at[nth] += has[nth][code];
      }
    }
    return { ...block, starts, place_of: new Map(block.keys.map((key, place) => [key, place])) };
  };
  /* Return the numbers of draws after which the cards of a seat are known: `known` is like `dd--`. */
  const values_of = (known) => [0, 1, 2, 3].filter((stage) => known[stage] !== "-");

  /* Return a hand: its seats, its steps with the state of each seat after them, and what the page says of it. */
  const read = (block, key, words) => {
    const place = block.place_of.get(key);
    if (place === undefined) return null;
    const { texts } = words;
    const next = Object.fromEntries(Object.keys(block.starts).map((name) => [name, block.starts[name][place]]));
    const take = (name, column = name) => block[column][next[name]++];
    const coded = (column, nth) => column.texts[column.rows[nth]] ?? "";
    const unit = block.units[block.unit[place]];
    const amount = (chips, signed = false) => (unit.cents ? money(chips, unit, signed) : decimal(chips, 0, signed));
    const cancelled = block.cancelled.includes(place);
    const best = block.best[place] ?? { quiet: block.partly ? words.unasked : "", steps: {} };

    const seats = [];
    for (let nth = 0; nth < block.seat_counts[place]; nth += 1) {
      const at = next.seats + nth;
      const marks = coded(block.marks, at);
      const known = coded(block.known, at);
      const values = {};
      for (const stage of values_of(known)) values[stage] = block.values[take("value")] ?? "";
      seats.push({
        name: coded(block.players, at), position: coded(block.positions, at), hero: marks.includes("h"), button: marks.includes("b"), away: marks.includes("a"),
        stack: block.stacks[at], known, values, shown: held_of(block.shown[at]),
      });
    }

    /* The events, each with what its columns have. */
    const events = [];
    let line = 0;
    for (let nth = 0; nth < block.event_counts[place]; nth += 1) {
      const at = next.events + nth;
      const letter = block.letters[at].toLowerCase();
      const has = (name) => STREAMS[name].includes(letter);
      line += block.lines[at];
      const event = { letter, line, all_in: letter !== block.letters[at], seat: block.actors[at] === "-" ? null : Number(block.actors[at]) };
      if (has("amounts")) event.amount = take("amounts");
      if (has("dead")) event.dead = block.dead.length ? take("dead") : 0;
      if (has("by")) event.by = take("by");
      if (has("cards")) event.cards = held_of(take("cards"));
      if (has("drawn")) event.count = take("drawn");
      if (has("texts")) event.text = coded(block.texts, next.texts++);
      if (has("prices")) event.price = take("prices");
      if (event.price) event.to_win = take("to_win");
      if (has("equities")) [event.equity, event.error] = [block.equities[next.equities], block.errors[next.equities++]];
      if (has("draws")) {
        [event.kept, event.kept_equity, event.loss] = [block.best_kept, block.best_equities, block.losses].map((column) => column[next.draws]);
        next.draws += 1;
      }
      events.push(event);
    }
    /* The cards that a later line shows, and those drawn after a discard, which follow at once or after other players. */
    for (const { letter, seat, cards } of events)
      if ((letter === "h" || letter === "g") && cards.length === 4 && !seats[seat].shown.length) seats[seat].shown = cards;
    const drawn_after = (nth) => {
      const found = events.slice(nth + 1).find(({ letter, seat }) => "01234".includes(letter) || (letter === "w" && seat === events[nth].seat));
      return found?.letter === "w" ? found.cards : [];
    };

    /* --- the table */
    const dealt = new Map(events.filter(({ letter }) => letter === "d").map(({ seat, cards }) => [seat, cards]));
    const table = seats.map((seat, nth) => ({
      stack: seat.stack, bet: 0, won: 0, put: 0, folded: false, draws: [], own: dealt.get(nth) ?? [], fresh: [], out: [], revealed: false,
    }));
    let begun = false; /* cards are dealt */
    let pot = 0;
    const put_in = (seat, chips, live) => {
      if (cancelled) return;
      seat.stack -= chips;
      seat.put += chips;
      seat.bet += live;
      pot += chips;
    };
    const state_of = (own, { known, values, shown, away }) => {
      const state = { stack: own.stack, bet: own.bet, won: own.won, put: own.put, folded: own.folded, draws: own.draws.join("-"), cards: [], known: "", value: "", fresh: [], out: [] };
      if (away || !begun) return state;
      const how = known[own.draws.length];
      const cards = how === "-" ? [] : how === "d" ? own.own : shown;
      return {
        ...state, cards: cards.length ? cards : Array(4).fill(HIDDEN), value: how === "-" ? "" : values[own.draws.length], fresh: cards.length ? own.fresh : [], out: own.out,
        known: how === "-" ? "" : how === "d" ? "dealt" : own.revealed ? "shown" : "later",
      };
    };
    const snapshot = () => table.map((own, nth) => state_of(own, seats[nth]));

    /* --- the texts of the steps */
    const spell = (cards, value) => (value ? fill(texts.held, { cards: cards.join(" "), value }) : cards.join(" "));
    const all_in = (event) => (event.all_in ? texts.all_in : "");
    const last_of = (seat) => seats[seat].values[Math.max(...values_of(seats[seat].known))];
    /* Return the opponents of a seat whose hands a price is about, by the cards that they drew last. */
    const opponents_of = (own) => {
      const drew = new Map();
      table.forEach(({ folded, draws }, nth) => {
        if (nth === own || folded || seats[nth].away) return;
        const number = draws.length ? Number(draws.at(-1)) : ANY;
        drew.set(number, (drew.get(number) ?? 0) + 1);
      });
      const parts = [...drew].sort(([a], [b]) => a - b).map(([number, size]) => (size === 1 ? words.opponent[number] : fill(words.opponents[number], { count: size })));
      return listed(parts, words.lists);
    };
    const error_of = ({ error }) => (error ? fill(words.error, { error: percent(error / 1000) }) : "");
    /* Return what is known of a decision: the price of a call, the share of the pot, and the best cards. */
    const notes_of = (event, kept) => {
      const notes = [];
      const required = event.price / (event.price + event.to_win); /* as odds/price.py has it */
      if (event.price) notes.push(fill(words.call, { price: amount(event.price), pot: amount(event.to_win), odds: decimal(1 / required - 1), required: percent(required) }));
      const prices = [];
      if (typeof event.equity === "number") {
        const name = !("kept" in event) ? "equity" : kept.length ? "kept" : "kept_none";
        prices.push(fill(words[name], { cards: kept.join(" "), opponents: opponents_of(event.seat), equity: percent(event.equity / 1000), error: error_of(event) }));
        if (typeof event.loss === "number")
          prices.push(fill(event.kept ? words.best : words.best_none, { cards: held_of(event.kept ?? "").join(" "), equity: percent(event.kept_equity / 1000), loss: decimal(event.loss / 10) }));
      }
      return [notes, prices];
    };
    /* Change the table by an event, and return its text; null if it is no step. */
    const follow = (event, nth) => {
      const own = table[event.seat];
      switch (event.letter) {
        case "p":
          put_in(own, event.amount, event.amount - event.dead);
          return fill(texts.posts, { post: event.text, amount: amount(event.amount) }) + all_in(event);
        case "d":
          begun = true;
          return fill(texts.dealt, { cards: spell(event.cards, seats[event.seat].values[0]) });
        case "x": {
          own.draws.push(String(event.count));
          own.out = event.cards.length ? event.cards : Array(event.count).fill(HIDDEN);
          own.fresh = drawn_after(nth);
          let text = fill(event.cards.length ? texts.discards_cards : texts.discards, { count: event.count, cards: event.cards.join(" ") });
          if (event.cards.length && own.fresh.length) own.own = [...own.own.filter((card) => !event.cards.includes(card)), ...own.fresh];
          if (own.fresh.length) text += fill(texts.draws, { cards: own.fresh.join(" ") });
          if (seats[event.seat].known[own.draws.length] === "d") text += fill(texts.holds, { cards: spell(own.own, seats[event.seat].values[own.draws.length]) });
          return text;
        }
        case "s": {
          own.draws.push("0");
          [own.fresh, own.out] = [[], []];
          const known = seats[event.seat].known[own.draws.length] === "d";
          return known ? fill(texts.pat_on, { cards: spell(own.own, seats[event.seat].values[own.draws.length]) }) : texts.pat;
        }
        case "f":
        case "g":
          own.folded = true;
          if (event.letter === "f") return texts.folds;
          own.revealed ||= event.cards.length === 4;
          return fill(texts.folds_showing, { cards: event.cards.join(" ") });
        case "k":
          return texts.checks;
        case "c":
        case "b":
          put_in(own, event.amount, event.amount);
          return fill(event.letter === "c" ? texts.calls : texts.bets, { amount: amount(event.amount) }) + all_in(event);
        case "r":
          put_in(own, event.amount - own.bet, event.amount - own.bet);
          return fill(texts.raises, { by: amount(event.by), to: amount(event.amount) }) + all_in(event);
        case "u":
          put_in(own, -event.amount, -event.amount);
          return fill(texts.returned, { amount: amount(event.amount) });
        case "h":
          own.revealed = true;
          return fill(texts.shows, { cards: spell(event.cards, last_of(event.seat)) });
        case "m":
          return texts.mucks;
        case "o":
        case "q":
          if (!cancelled) own.won += event.amount;
          return event.letter === "q" ? fill(texts.cashes_out, { amount: amount(event.amount) }) : fill(texts.wins, { amount: amount(event.amount), pot: event.text });
        case "t":
          return event.text;
        default:
          return null;
      }
    };

    const steps = [{ part: words.before, text: words.start, states: snapshot() }];
    let part = texts.before;
    events.forEach((event, nth) => {
      if ("01234".includes(event.letter)) {
        part = texts.parts[Number(event.letter)];
        if (event.letter === "0") {
          begun = true;
          steps.push({ part: words.deal, text: words.dealt, line: event.line, pot: amount(pot), states: snapshot() });
          return;
        }
        for (const own of table) [own.bet, own.fresh, own.out] = [0, [], []];
        return;
      }
      const before = event.seat === null ? null : state_of(table[event.seat], seats[event.seat]);
      /* The cards kept are those held before a draw less those discarded. */
      const kept = before && "kept" in event ? before.cards.filter((card) => card !== HIDDEN && !(event.cards ?? []).includes(card)) : [];
      const text = follow(event, nth);
      if (text === null) return;
      const chips = pot - table.reduce((sum, own) => sum + own.won, 0);
      const step = { part, text, seat: event.seat, line: event.line, pot: amount(Math.max(chips, 0)), decides: STREAMS.equities.includes(event.letter), states: snapshot(), notes: [], later: [] };
      const [notes, prices] = notes_of(event, kept);
      const solved = best.steps[nth];
      step.notes.push(...notes);
      (step.states[event.seat]?.known === "later" ? step.later : step.notes).push(...prices, ...(solved?.notes ?? []));
      Object.assign(step, { solver: solved?.at, mix: solved?.mix, taken: solved?.taken, price: event.price, to_win: event.to_win, equity: event.equity });
      steps.push(step);
    });
    for (const [nth, own] of table.entries()) {
      own.bet = 0;
      own.revealed ||= !block.stopped && seats[nth].shown.length > 0;
      own.stack += own.won;
    }
    const rake = block.rake[place];
    const result = cancelled ? words.cancelled : block.stopped ? words.stopped : rake === null ? words.over : fill(words.result, { pot: amount(pot), rake: amount(rake) });
    const end = snapshot().map((state, nth) => (block.stopped || seats[nth].away ? state : { ...state, net: state.won - state.put }));
    steps.push({ part: words.end, text: result, states: end });
    return { key, seats, steps, amount, about: coded(block.about, place), problems: block.problems?.[place] ?? [], marked: !(block.merged ?? []).includes(place), quiet: best.quiet, part };
  };
  return { prepare, read };
})();
