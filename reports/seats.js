"use strict";
/* The seats of the page: which of them a selection has, and the sums of statistics over any of them. A selection has
   fields with one value each, such as { position: "BB", leak: "B13" }; it is the part of the address after "?". */
const badugiSeats = (() => {
  /* Return the places whose differences are in a block. */
  const places = (gaps) => {
    let at = 0;
    return Uint32Array.from(gaps, (gap) => (at += gap));
  };

  const prepare = ([block, losses = null]) => {
    const { keys, fields, stats, players } = block;
    const size = keys.length;
    /* The class alone of the hand before each draw, and the statistics of the decisions in one state of the draws. */
    for (const nth of [1, 2, 3]) {
      const { values, rows } = fields[`before_${nth}`];
      const sizes = values.map((hand) => hand.split(" ")[0]);
      const own = [...new Set(sizes)];
      const place = sizes.map((size) => own.indexOf(size));
      fields[`size_${nth}`] = { values: own, rows: rows.map((hand) => place[hand]) };
    }
    for (const [state, own] of Object.entries(block.in_state))
      for (const [name, sums] of Object.entries(own))
        stats[`${name}.${state}`] = { ...stats[name], title: `${stats[name].title}, ${block.labels.state[state]}`, sums };
    const units = block.units.values;
    const unit_of = Uint8Array.from(block.units.rows);
    const game_of = (unit) => block.denominations[unit].game;
    const columns = new Map();
    const column = (nth) => {
      if (!columns.has(nth)) {
        const [gaps, values = null] = block.sums[nth];
        columns.set(nth, { at: places(gaps), values });
      }
      return columns.get(nth);
    };
    /* Return for each seat the value of a sum of a statistic. */
    const dense = (stat, name) => {
      const found = new Float64Array(size);
      const { at, values } = column(stats[stat].sums[name]);
      at.forEach((place, nth) => { found[place] = values ? values[nth] : 1; });
      return found;
    };

    /* Return for each seat how often a statistic counts there: [chances, made]; made is null if it is no share. */
    const counts_of = (stat) => {
      const { kind, sums } = stats[stat];
      if (kind === "proportion" || kind === "excess") return [dense(stat, "chances"), dense(stat, "made")];
      if (kind === "ratio") {
        const [top, bottom] = [dense(stat, "top"), dense(stat, "bottom")];
        return [top.map((number, place) => number + bottom[place]), top];
      }
      if (kind === "luck") return [dense(stat, "n"), dense(stat, "made")];
      if (kind === "distribution") {
        const all = new Float64Array(size);
        for (const name of Object.keys(sums)) dense(stat, name).forEach((number, place) => { all[place] += number; });
        return [all, null];
      }
      return [dense(stat, "n"), null];
    };

    /* The tests of the fields that are not a column of values: each returns a test of a place, null for an unknown value. */
    const day = fields.day;
    const DAY = /^\d{4}-\d{2}-\d{2}$/;
    const by_day = (text, is_in) => (DAY.test(text) ? (place) => DAY.test(day.values[day.rows[place]]) && is_in(day.values[day.rows[place]]) : null);
    const TESTS = {
      __proto__: null,
      since: (since) => by_day(since, (own) => own >= since),
      until: (until) => by_day(until, (own) => own < until),
      within: (query) => {
        const tests = Object.entries(selectionOf(`?${query}`)).map(([name, value], _, all) => test_of(name, value, Object.fromEntries(all)));
        return tests.length && tests.every((test) => test !== null) ? (place) => tests.every((test) => test(place)) : null;
      },
      player: (name) => {
        const nth = players.names.indexOf(name);
        return nth < 0 ? null : (place) => players.rows[place].includes(nth);
      },
      leak: (id) => {
        if (losses?.has(id)) {
          const lost = losses.by_seat(id);
          return (place) => lost.has(place);
        }
        const ids = Object.keys(block.leaks).filter((one) => one === id || one.startsWith(`${id}-`));
        const own = new Set(ids.flatMap((one) => [...places(block.leaks[one])]));
        return ids.length ? (place) => own.has(place) : null;
      },
      stat: (stat, { made, value }) => {
        if (!Object.hasOwn(stats, stat)) return null;
        if (value !== undefined) {
          if (!(`bin_${value}` in stats[stat].sums)) return null;
          const bin = dense(stat, `bin_${value}`);
          return (place) => bin[place] > 0;
        }
        const [chances, counted] = counts_of(stat);
        if (!made || !counted) return (place) => chances[place] > 0;
        return made === "yes" ? (place) => counted[place] > 0 : (place) => chances[place] > counted[place];
      },
      made: (made, { stat }) => (Object.hasOwn(stats, stat) && ["yes", "no"].includes(made) ? () => true : null),
      value: (value, { stat }) => (Object.hasOwn(stats, stat) ? () => true : null),
      search: () => () => true, /* the table of hands searches */
      sort: () => () => true,
    };
    const test_of = (name, value, selection) => {
      if (name in TESTS) return TESTS[name](value, selection);
      const nth = Object.hasOwn(fields, name) ? fields[name].values.indexOf(value) : -1;
      return nth < 0 ? null : (place) => fields[name].rows[place] === nth;
    };
    /* Return which fields of a selection the page has, and the others as texts. */
    const known = (selection) => {
      const pairs = Object.entries(selection);
      const has = ([name, value]) => test_of(name, value, selection) !== null;
      return [Object.fromEntries(pairs.filter(has)), pairs.filter((pair) => !has(pair)).map((pair) => pair.join("="))];
    };
    /* Return the group of each seat: 0 for the selected ones, -1 for the others. */
    const select = (selection) => {
      const tests = Object.entries(selection).map(([name, value]) => test_of(name, value, selection));
      return Int32Array.from(keys, (_, place) => (tests.every((test) => test === null || test(place)) ? 0 : -1));
    };

    /* Return what can be counted of seats in groups; seats of group -1 do not count. */
    const count_of = (groups, number = 1) => {
      const width = units.length;
      const rows = new Int32Array(number * width);
      const layers = Array.isArray(groups) ? groups : [groups]; /* several where a seat can be in several groups */
      for (const layer of layers) layer.forEach((group, place) => { if (group >= 0) rows[group * width + unit_of[place]] += 1; });
      const added = new Map();
      const sums_of = (nth) => {
        if (!added.has(nth)) {
          const sums = new Float64Array(number * width);
          const { at, values } = column(nth);
          for (const layer of layers)
            for (let index = 0; index < at.length; index += 1) {
              const group = layer[at[index]];
              if (group >= 0) sums[group * width + unit_of[at[index]]] += values ? values[index] : 1;
            }
          added.set(nth, sums);
        }
        return added.get(nth);
      };
      /* Return the sums of a statistic by denomination, of those with a seat in the group. */
      const sums = (stat, group = 0) =>
        new Map(
          units
            .map((unit, nth) => [unit, group * width + nth])
            .filter(([, at]) => rows[at])
            .map(([unit, at]) => [unit, Object.fromEntries(Object.entries(stats[stat].sums).map(([name, nth]) => [name, sums_of(nth)[at]]))]),
        );
      const seats = (group = 0) => rows.subarray(group * width, (group + 1) * width).reduce((all, own) => all + own, 0);
      /* Return the games of a group, those with most seats first. */
      const games = (group = 0) => {
        const own = new Map(Object.keys(block.games).map((game) => [game, 0]));
        units.forEach((unit, nth) => own.set(game_of(unit), own.get(game_of(unit)) + rows[group * width + nth]));
        return [...own].filter(([, seats]) => seats).sort((a, b) => b[1] - a[1]).map(([game]) => game);
      };
      /* Return a total by denomination, those with most rows first. */
      const totals = (stat, group = 0) =>
        [...sums(stat, group)].map(([unit, { n, sum }]) => ({ unit, n, sum })).filter(({ n }) => n).sort((a, b) => b.n - a.n || (a.unit < b.unit ? -1 : 1));
      const measure = (stat, group = 0) => badugiKinds.measure(stats[stat], sums(stat, group), game_of);
      return { sums, seats, games, totals, measure };
    };

    /* Return what can be counted of several parts of the selected seats, in one pass over the seats for all parts that have
       values of the same fields: a function from a part to its counts and its group. */
    const split = (groups, parts) => {
      const found = new Map();
      const by_fields = Map.groupBy(parts, (part) => Object.keys(part).sort().join(" "));
      for (const [names, own] of by_fields) {
        if (names === "player") {
          const listed = [...new Set(own.map(({ player }) => player))];
          const number_of = new Map(listed.map((name, number) => [players.names.indexOf(name), number]));
          const most = players.rows.reduce((all, { length }) => Math.max(all, length), 0);
          const layers = Array.from({ length: most }, (_, nth) => groups.map((group, place) => (group < 0 ? -1 : number_of.get(players.rows[place][nth]) ?? -1)));
          const counted = count_of(layers, listed.length);
          for (const part of own) found.set(part, { counted, number: listed.indexOf(part.player) });
          continue;
        }
        const read = names ? names.split(" ") : [];
        const numbers = new Map();
        for (const part of own) {
          const key = read.map((name) => fields[name].values.indexOf(part[name])).join(" ");
          if (!numbers.has(key)) numbers.set(key, numbers.size);
          found.set(part, { number: numbers.get(key) });
        }
        const rows = read.map((name) => fields[name].rows);
        const split_groups = groups.map((group, place) => (group < 0 ? -1 : numbers.get(rows.map((row) => row[place]).join(" ")) ?? -1));
        const counted = count_of(split_groups, numbers.size);
        for (const part of own) found.get(part).counted = counted;
      }
      return (part) => found.get(part);
    };
    return { ...block, losses, size, won: places(block.won), select, known, count_of, split, counts_of, dense };
  };

  let loading = null;
  return { load: () => (loading ??= Promise.all([readBlock("seats"), badugiLosses?.load()]).then(prepare)) };
})();
