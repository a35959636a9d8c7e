"use strict";
/* Reads one hand of the block of replays, whose columns badugi_hh/report/replay_columns.py describes, and lists its steps
   with the table after each. Nothing is decided here: chips are added up, and what was said of cards is kept. A card that
   no line has shown by a step is unknown there; one that a later line proves has `later`. */
const badugiHandSteps = (() => {
  const { decimal, fill, listed, money, percent } = badugiFormats;
  const HIDDEN = "?";
  const ROUNDS = "01234"; /* the letters of events that begin a betting round, and of the showdown */
  const ANY = 5; /* in place of the number of cards of a player who has not drawn; the texts have it after four */
  /* What a letter has in which column; SEATS are the columns of seats, and those of prices above zero and of verdicts with a loss. */
  const STREAMS = { amounts: "pcbruoq", by: "r", dead: "p", cards: "dxwhg", drawn: "x", texts: "pot", prices: "fgkcbr", equities: "fgkcbrxs", keeps: "xs" };
  const SEATS = ["seats", "value", "to_win", "losses"];

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
    const [prices, decided] = [names.indexOf("prices"), names.indexOf("equities")];
    const widths = block.known.texts.map((known) => values_of(known).length);
    const at = new Uint32Array(names.length);
    let [events, seats, value, to_win, losses] = [0, 0, 0, 0, 0];
    for (let hand = 0; hand < rows; hand += 1) {
      names.forEach((name, nth) => { starts[name][hand] = at[nth]; });
      [starts.events[hand], starts.seats[hand], starts.value[hand], starts.to_win[hand], starts.losses[hand]] = [events, seats, value, to_win, losses];
      for (const end = seats + block.seat_counts[hand]; seats < end; seats += 1) value += widths[block.known.rows[seats]];
      for (const end = events + block.event_counts[hand]; events < end; events += 1) {
        const code = block.letters.charCodeAt(events) | 32; /* all-in or not */
        if (has[prices][code] && block.prices[at[prices]]) to_win += 1;
        if (has[decided][code] && block.verdicts[at[decided]] > "0") losses += 1;
        for (let nth = 0; nth < at.length; nth += 1) at[nth] += has[nth][code];
      }
    }
    return { ...block, starts, place_of: new Map(block.keys.map((key, place) => [key, place])) };
  };
  /* Return the numbers of draws after which the cards of a seat are known: `known` is like `dd--`. */
  const values_of = (known) => [0, 1, 2, 3].filter((stage) => known[stage] !== "-");

  const coded = (column, nth) => column.texts[column.rows[nth]] ?? "";

  /* Return the seats of a hand; `next` has the place of the next value of each column. */
  const seats_of = (block, place, next) =>
    Array.from({ length: block.seat_counts[place] }, (_, nth) => {
      const at = next.seats + nth;
      const marks = coded(block.marks, at);
      const known = coded(block.known, at);
      return {
        name: coded(block.players, at), position: coded(block.positions, at), hero: marks.includes("h"), button: marks.includes("b"), away: marks.includes("a"),
        stack: block.stacks[at], known, shown: held_of(block.shown[at]),
        values: Object.fromEntries(values_of(known).map((stage) => [stage, block.values[block.value[next.value++]] ?? ""])),
      };
    });

  /* Return the events of a hand, each with what its columns have. */
  const events_of = (block, place, next) => {
    const take = (name) => block[name][next[name]++];
    let line = 0;
    return Array.from({ length: block.event_counts[place] }, (_, nth) => {
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
      if (has("equities")) {
        const decided = next.equities++;
        [event.equity, event.error] = [block.equities[decided], block.errors[decided]];
        const word = block.verdicts[decided];
        if (word !== "-") event.verdict = { word: Number(word), judge: block.judges[decided], loss: word > "0" ? take("losses") / 100 : 0 };
      }
      if (has("keeps")) event.keep = take("keeps");
      return event;
    });
  };

  /* The table of a hand: what each seat has, and what an event changes of it. */
  const table_of = (seats, events, cancelled) => {
    const dealt = new Map(events.filter(({ letter }) => letter === "d").map(({ seat, cards }) => [seat, cards]));
    const own = seats.map((seat, nth) => ({
      stack: seat.stack, bet: 0, won: 0, put: 0, folded: false, draws: [], cards: dealt.get(nth) ?? [], fresh: [], out: [], revealed: false,
    }));
    const table = { own, begun: false, pot: 0 };
    const put_in = (seat, chips, live) => {
      if (cancelled) return;
      seat.stack -= chips;
      seat.put += chips;
      seat.bet += live;
      table.pot += chips;
    };
    /* The cards drawn after a discard follow at once, or after the discards of other players. */
    const drawn_after = (nth) => {
      const found = events.slice(nth + 1).find(({ letter, seat }) => ROUNDS.includes(letter) || (letter === "w" && seat === events[nth].seat));
      return found?.letter === "w" ? found.cards : [];
    };
    const collect = () => own.forEach((seat) => { [seat.bet, seat.fresh, seat.out] = [0, [], []]; });
    const follow = (event, nth) => {
      const seat = own[event.seat];
      switch (event.letter) {
        case "p":
          return put_in(seat, event.amount, event.amount - event.dead);
        case "d":
          table.begun = true;
          return null;
        case "x":
          seat.draws.push(String(event.count));
          seat.out = event.cards.length ? event.cards : Array(event.count).fill(HIDDEN);
          seat.fresh = drawn_after(nth);
          if (event.cards.length && seat.fresh.length) seat.cards = [...seat.cards.filter((card) => !event.cards.includes(card)), ...seat.fresh];
          return null;
        case "s":
          seat.draws.push("0");
          [seat.fresh, seat.out] = [[], []];
          return null;
        case "f":
        case "g":
          seat.folded = true;
          seat.revealed ||= event.letter === "g" && event.cards.length === 4;
          return null;
        case "c":
        case "b":
          return put_in(seat, event.amount, event.amount);
        case "r":
          return put_in(seat, event.amount - seat.bet, event.amount - seat.bet);
        case "u":
          return put_in(seat, -event.amount, -event.amount);
        case "h":
          seat.revealed = true;
          return null;
        case "o":
        case "q":
          if (!cancelled) seat.won += event.amount;
          return null;
        default:
          return null;
      }
    };
    const state_of = (nth) => {
      const { stack, bet, won, put, folded, draws, cards: held, fresh, out, revealed } = own[nth];
      const { known, values, shown, away } = seats[nth];
      const state = { stack, bet, won, put, folded, draws: draws.join("-"), cards: [], known: "", value: "", fresh: [], out: [] };
      if (away || !table.begun) return state;
      const how = known[draws.length];
      const cards = how === "-" ? [] : how === "d" ? held : shown;
      return {
        ...state, out, cards: cards.length ? cards : Array(4).fill(HIDDEN), fresh: cards.length ? fresh : [], value: how === "-" ? "" : values[draws.length],
        known: how === "-" ? "" : how === "d" ? "dealt" : revealed ? "shown" : "later",
      };
    };
    return Object.assign(table, { follow, collect, state_of, states: () => own.map((_, nth) => state_of(nth)) });
  };

  /* The sentences of a hand: of an event, after the table has followed it, and of what is known of a decision. */
  const sentences_of = (seats, table, amount, words) => {
    const { texts } = words;
    const spell = (cards, value) => (value ? fill(texts.held, { cards: cards.join(" "), value }) : cards.join(" "));
    const all_in = (event) => (event.all_in ? texts.all_in : "");
    const holds = ({ seat }) => {
      const { known, values } = seats[seat];
      const { draws, cards } = table.own[seat];
      return known[draws.length] === "d" ? spell(cards, values[draws.length]) : "";
    };
    const of_draw = (event) => {
      const [thrown, { fresh }, held] = [event.cards.join(" "), table.own[event.seat], holds(event)];
      const text = fill(thrown ? texts.discards_cards : texts.discards, { count: event.count, cards: thrown });
      return text + (fresh.length ? fill(texts.draws, { cards: fresh.join(" ") }) : "") + (held ? fill(texts.holds, { cards: held }) : "");
    };
    const SENTENCES = {
      p: (event) => fill(texts.posts, { post: event.text, amount: amount(event.amount) }) + all_in(event),
      d: (event) => fill(texts.dealt, { cards: spell(event.cards, seats[event.seat].values[0]) }),
      x: of_draw,
      s: (event) => (holds(event) ? fill(texts.pat_on, { cards: holds(event) }) : texts.pat),
      f: () => texts.folds,
      g: (event) => fill(texts.folds_showing, { cards: event.cards.join(" ") }),
      k: () => texts.checks,
      c: (event) => fill(texts.calls, { amount: amount(event.amount) }) + all_in(event),
      b: (event) => fill(texts.bets, { amount: amount(event.amount) }) + all_in(event),
      r: (event) => fill(texts.raises, { by: amount(event.by), to: amount(event.amount) }) + all_in(event),
      u: (event) => fill(texts.returned, { amount: amount(event.amount) }),
      h: (event) => fill(texts.shows, { cards: spell(event.cards, seats[event.seat].values[Math.max(...values_of(seats[event.seat].known))]) }),
      m: () => texts.mucks,
      o: (event) => fill(texts.wins, { amount: amount(event.amount), pot: event.text }),
      q: (event) => fill(texts.cashes_out, { amount: amount(event.amount) }),
      t: (event) => event.text,
    };
    const text = (event) => SENTENCES[event.letter]?.(event) ?? null;

    /* The opponents of a seat whose hands a price is about, by the cards that they drew last. */
    const opponents_of = (seat) => {
      const drew = new Map();
      table.own.forEach(({ folded, draws }, nth) => {
        if (nth === seat || folded || seats[nth].away) return;
        const number = draws.length ? Number(draws.at(-1)) : ANY;
        drew.set(number, (drew.get(number) ?? 0) + 1);
      });
      const parts = [...drew].sort(([a], [b]) => a - b).map(([number, size]) => (size === 1 ? words.opponent[number] : fill(words.opponents[number], { count: size })));
      return listed(parts, words.lists);
    };
    /* The price of a call, as odds/price.py has it. */
    const price = ({ price: chips, to_win }) => {
      if (!chips) return [];
      const required = chips / (chips + to_win);
      return [fill(words.call, { price: amount(chips), pot: amount(to_win), odds: decimal(1 / required - 1), required: percent(required) })];
    };
    /* The share of the pot. */
    const worth = (event, kept) => {
      if (typeof event.equity !== "number") return [];
      const name = !("keep" in event) ? "equity" : kept.length ? "kept" : "kept_none";
      const error = event.error ? fill(words.error, { error: percent(event.error / 1000) }) : "";
      return [fill(words[name], { cards: kept.join(" "), opponents: opponents_of(event.seat), equity: percent(event.equity / 1000), error })];
    };
    return { text, price, worth };
  };

  /* Return a hand: its seats, its steps with the state of each seat after them, and what the page says of it. */
  const read = (block, key, words) => {
    const place = block.place_of.get(key);
    if (place === undefined) return null;
    const next = Object.fromEntries(Object.keys(block.starts).map((name) => [name, block.starts[name][place]]));
    const unit = block.units[block.unit[place]];
    const amount = (chips, signed = false) => (unit.cents ? money(chips, unit, signed) : decimal(chips, 0, signed));
    const cancelled = block.cancelled.includes(place);
    const best = block.best[place] ?? { quiet: block.partly ? words.unasked : "", steps: {} };
    const seats = seats_of(block, place, next);
    const events = events_of(block, place, next);
    /* The cards that a later line shows. */
    for (const { letter, seat, cards } of events)
      if ((letter === "h" || letter === "g") && cards.length === 4 && !seats[seat].shown.length) seats[seat].shown = cards;
    const table = table_of(seats, events, cancelled);
    const sentences = sentences_of(seats, table, amount, words);

    const steps = [{ part: words.before, text: words.start, states: table.states() }];
    let part = words.texts.before;
    events.forEach((event, nth) => {
      if (ROUNDS.includes(event.letter)) {
        part = words.texts.parts[Number(event.letter)];
        if (event.letter === "0") {
          table.begun = true;
          steps.push({ part: words.deal, text: words.dealt, line: event.line, pot: amount(table.pot), chips: table.pot, states: table.states() });
        } else table.collect();
        return;
      }
      /* The cards kept are those held before a draw less those discarded. */
      const kept = "keep" in event ? table.state_of(event.seat).cards.filter((card) => card !== HIDDEN && !(event.cards ?? []).includes(card)) : [];
      table.follow(event, nth);
      const text = sentences.text(event);
      if (text === null) return;
      const chips = table.pot - table.own.reduce((sum, own) => sum + own.won, 0);
      const states = table.states();
      const solved = best.steps[nth];
      const worth = [...sentences.worth(event, kept), ...(solved?.notes ?? [])];
      const is_later = states[event.seat]?.known === "later";
      steps.push({
        part, text, seat: event.seat, line: event.line, pot: amount(Math.max(chips, 0)), chips,
        draw: "keep" in event ? { keep: event.keep === null ? null : held_of(event.keep), thrown: event.cards ?? [] } : null, decides: STREAMS.equities.includes(event.letter), states,
        notes: [...sentences.price(event), ...(is_later ? [] : worth)], later: is_later ? worth : [],
        solver: solved?.at, mix: solved?.mix, taken: solved?.taken, cost_error: solved?.error, verdict: (!is_later && event.verdict) || null, price: event.price, to_win: event.to_win, equity: event.equity,
      });
    });
    table.own.forEach((own, nth) => {
      own.bet = 0;
      own.revealed ||= !block.stopped && seats[nth].shown.length > 0;
      own.stack += own.won;
    });
    const rake = block.rake[place];
    const result = cancelled ? words.cancelled : block.stopped ? words.stopped : rake === null ? words.over : fill(words.result, { pot: amount(table.pot), rake: amount(rake) });
    const end = table.states().map((state, nth) => (block.stopped || seats[nth].away ? state : { ...state, net: state.won - state.put }));
    steps.push({ part: words.end, text: result, states: end });
    return { key, seats, steps, amount, big_bet: block.big_bets[place], about: coded(block.about, place), problems: block.problems?.[place] ?? [], marked: !(block.merged ?? []).includes(place), quiet: best.quiet };
  };
  return { prepare, read };
})();
