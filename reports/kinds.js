"use strict";
/* The values of statistics from their sums: the kinds of badugi_hh/stats/definitions/kinds, with the same formulas in the
   same order, so that a filter of the page gives the values of `badugi-hh stats` with the same filter. A statistic is
   { kind, sums, … }; `values` has its sums for each denomination that has rows. */
const badugiKinds = (() => {
  const Z = 1.9599639845400536;
  const ROUNDING = 1e-10; /* the sums of the page have twelve digits */
  const MIN_RARE = 100;
  const UNKNOWN = [null, null, null];

  /* Return a value without its last digits, which depend on the order of addition. */
  const rounded = (number) =>
    number === null ? null : Math.sign(number) * Number(badugiFormats.fixed(number, 9)) || 0;

  const wilson = (made, chances) => {
    if (chances === 0) return [null, null];
    const share = made / chances;
    const spread = (Z * Z) / chances;
    const middle = (share + spread / 2) / (1 + spread);
    const reach = (Z * Math.sqrt((share * (1 - share)) / chances + spread / (4 * chances))) / (1 + spread);
    return [made === 0 ? 0 : middle - reach, made === chances ? 1 : middle + reach];
  };
  /* The 97.5% point of Student's t: exact for 1 and 2 degrees of freedom, then Abramowitz and Stegun 26.7.5. */
  const student = (v) => {
    if (v === 1) return 12.706204736174698;
    if (v === 2) return 0.95 / Math.sqrt(2 * 0.025 * 0.975);
    const z = Z;
    return (
      z +
      (z ** 3 + z) / (4 * v) +
      (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * v ** 2) +
      (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * v ** 3) +
      (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92160 * v ** 4)
    );
  };
  /* The normal distribution function: a series near 0, a continued fraction far from it. */
  const normal = (x) => {
    const size = Math.abs(x);
    const density = Math.exp((-size * size) / 2) / Math.sqrt(2 * Math.PI);
    let tail;
    if (size < 4) {
      let term = size;
      let sum = size;
      for (let n = 1; n < 200 && term > 1e-18; n += 1) sum += term *= (size * size) / (2 * n + 1);
      tail = 0.5 - density * sum;
    } else {
      let part = size;
      for (let n = 100; n > 0; n -= 1) part = size + n / part;
      tail = density / part;
    }
    return x > 0 ? 1 - tail : tail;
  };

  const average = ({ n, mean, deviation }) => {
    if (deviation === null) return [mean, null, null];
    const reach = (student(n - 1) * deviation) / Math.sqrt(n);
    return [mean, mean - reach, mean + reach];
  };
  const per_hundred = (moments) => average(moments).map((end) => (end === null ? null : 100 * end));
  const FINISH = {
    average,
    per_hundred,
    rare_per_hundred: (moments) =>
      moments.n >= MIN_RARE ? per_hundred(moments) : [per_hundred(moments)[0], null, null],
    deviation_per_hundred: ({ deviation }) => [deviation === null ? null : 10 * deviation, null, null],
    chance_of_winning: ({ n, mean, deviation }) =>
      deviation ? [normal((mean * Math.sqrt(n)) / deviation), null, null] : UNKNOWN,
    rows_needed: ({ mean, deviation }) =>
      deviation === null || mean === 0 ? UNKNOWN : [Math.ceil(((Z * deviation) / mean) ** 2), null, null],
    bankroll: ({ mean, deviation }) =>
      deviation === null || mean <= 0 ? UNKNOWN : [(-Math.log(0.05) * deviation ** 2) / (2 * mean), null, null],
  };

  const moments_of = (n, total, squares) => {
    const mean = Math.abs(total) > ROUNDING * Math.sqrt(n * squares) ? total / n : 0;
    const spread = squares - n * mean * mean;
    return { n, mean, deviation: spread > ROUNDING * squares ? Math.sqrt(spread / (n - 1)) : null };
  };
  const combined = (values) => {
    const total = {};
    for (const own of values.values())
      for (const [name, value] of Object.entries(own)) total[name] = (total[name] ?? 0) + value;
    return total;
  };
  const unknown = (n = 0) => ({ value: null, low: null, high: null, n, parts: [] });

  /* The value of each kind from the sums of all denominations. */
  const KINDS = {
    proportion: (stat, { made, chances }) => {
      const [low, high] = wilson(made, chances);
      return { value: chances ? made / chances : null, n: chances, made, low, high };
    },
    ratio: (stat, { top, bottom }) => ({
      value: bottom ? top / bottom : null, n: top + bottom, made: top, chances: bottom, low: null, high: null,
    }),
    distribution: (stat, sums) => {
      let [n, total] = [0, 0];
      for (const value of stat.bins) {
        n += sums[`bin_${value}`];
        total += value * sums[`bin_${value}`];
      }
      return { value: n ? total / n : null, n, low: null, high: null };
    },
    luck: (stat, { n, made, expected, squares }) => {
      let value = n ? made - expected : null;
      if (value !== null && stat.standardized) {
        const variance = expected - squares;
        value = variance > ROUNDING * n ? value / Math.sqrt(variance) : null;
      }
      return { value: rounded(value), n, made, low: null, high: null };
    },
    excess: (stat, { made, chances }) => {
      const less = (end) => (end === null ? null : end - stat.baseline);
      const [low, high] = wilson(made, chances);
      return { value: less(chances ? made / chances : null), n: chances, made, low: less(low), high: less(high) };
    },
    moments: (stat, { n, sum, squares }) => {
      if (n === 0) return unknown();
      let [value, low, high] = FINISH[stat.finish](moments_of(n, sum, squares)).map(rounded);
      if (low !== null && stat.least !== null) low = Math.max(low, stat.least);
      if (high !== null && stat.most !== null) high = Math.min(high, stat.most);
      return { value, n, low, high };
    },
    quotient: (stat, { n, top, bottom }) => ({ value: rounded(bottom ? top / bottom : null), n, low: null, high: null }),
    variances: (stat, sums) => {
      const [top, bottom] = ["top", "bottom"].map(
        (name) => moments_of(sums.n, sums[`${name}_sum`], sums[`${name}_squares`]).deviation,
      );
      return { value: rounded(top && bottom ? (top / bottom) ** 2 : null), n: sums.n, low: null, high: null };
    },
  };

  /* Return the measure of a statistic, with a part for each game where it separates several. `game_of` has the game of
     a denomination. */
  const measure = (stat, values, game_of) => {
    const whole = (own) => ({ ...unknown(), ...KINDS[stat.kind](stat, combined(own)) });
    if (!values.size) return unknown();
    if (!stat.by_game) return whole(values);
    const parts = [];
    for (const game of ["cash", "tournament", "play money"]) {
      const own = new Map([...values].filter(([denomination]) => game_of(denomination) === game));
      const part = own.size ? whole(own) : null;
      if (part?.n) parts.push({ ...part, game });
    }
    if (!parts.length) return whole(values);
    if (parts.length === 1) return { ...whole(values), within: parts[0].game };
    return { ...unknown(parts.reduce((n, part) => n + part.n, 0)), parts };
  };
  return { Z, combined, measure, FINISH, KINDS };
})();
