"use strict";
/* The values of statistics from their sums, with the formulas of badugi_hh/stats/definitions/kinds, so that a filter of
   the page gives the values of `badugi-hh stats` with the same filter. A statistic is { kind, sums, … }; `values` has its
   sums for each denomination that has rows. */
const badugiKinds = (() => {
  const Z = 1.9599639845400536;
  const MANY = 100; /* with fewer rows a mean has no interval here */
  const ROUNDING = 1e-12;

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
  /* The normal quantile, corrected for the number of rows; of many it is that of Student's t to all shown digits. */
  const quantile = (v) => Z + (Z ** 3 + Z) / (4 * v) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * v ** 2);

  /* The logarithm of the gamma function, by Lanczos. */
  const logGamma = (x) => {
    const parts = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.001208650973866179, -0.000005395239384953];
    const sum = parts.reduce((all, part, nth) => all + part / (x + 1 + nth), 1.000000000190015);
    return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((2.5066282746310005 * sum) / x);
  };
  /* The value below which a gamma variable of this shape is with a chance of 0.025 or 0.975: `_gamma_quantile` of intervals.py. */
  const gammaQuantile = (chance, shape) => {
    const spread = 1 / (9 * shape);
    let value = shape * Math.max(0.05, 1 - spread + (chance < 0.5 ? -Z : Z) * Math.sqrt(spread)) ** 3;
    for (let turn = 0; turn < 50 && shape < 1000; turn += 1) {
      let [term, power] = [1 / shape, shape];
      let total = term;
      while (term > total * 1e-16) {
        power += 1;
        term *= value / power;
        total += term;
      }
      const step = value * (total - chance / Math.exp(shape * Math.log(value) - value - logGamma(shape)));
      value = Math.max(value - step, value / 2);
      if (Math.abs(step) <= value * 1e-12) break;
    }
    return value;
  };

  const combined = (values) => {
    const total = {};
    for (const own of values.values())
      for (const [name, value] of Object.entries(own)) total[name] = (total[name] ?? 0) + value;
    return total;
  };
  const NOTHING = { value: null, low: null, high: null, n: 0, parts: [] };

  /* The value of each kind from the sums of all denominations. */
  const KINDS = {
    proportion: (stat, { made, chances }) => {
      const [low, high] = wilson(made, chances);
      return { value: chances ? made / chances : null, n: chances, made, low, high };
    },
    ratio: (stat, { top, bottom }) => ({ value: bottom ? top / bottom : null, n: top + bottom, made: top, chances: bottom }),
    distribution: (stat, sums) => {
      let [n, total] = [0, 0];
      for (const value of stat.bins) {
        n += sums[`bin_${value}`];
        total += value * sums[`bin_${value}`];
      }
      return { value: n ? total / n : null, n };
    },
    luck: (stat, { n, made, expected }) => ({ value: n ? rounded(made - expected) : null, n, made }),
    excess: (stat, { made, chances }) => {
      const [value, low, high] = [chances ? made / chances : null, ...wilson(made, chances)].map((end) => (end === null ? null : end - stat.baseline));
      return { value, n: chances, made, low, high };
    },
    /* The mean of an amount; `equal` is true if the rows do not show how far they differ. */
    mean: (stat, { n, sum, squares }) => {
      if (n === 0) return {};
      const mean = Math.abs(sum) > ROUNDING * Math.sqrt(n * squares) ? sum / n : 0;
      const spread = squares - n * mean * mean;
      const equal = spread <= ROUNDING * squares;
      const value = rounded(stat.times * mean);
      if (equal || n < MANY) return { value, n, equal: equal && n > 1 };
      const reach = quantile(n - 1) * Math.sqrt(spread / (n - 1) / n);
      const [low, high] = [mean - reach, mean + reach].map((end) => rounded(stat.times * end));
      return { value, n, low: Math.max(low, stat.least ?? low), high: Math.min(high, stat.most ?? high) };
    },
    quotient: (stat, { n, top, bottom }) => ({ value: rounded(bottom ? top / bottom : null), n }),
  };

  /* Return the measure of a statistic, with a part for each game where it separates several. `game_of` has the game of
     a denomination. */
  const measure = (stat, values, game_of) => {
    const whole = (own) => ({ ...NOTHING, ...KINDS[stat.kind](stat, combined(own)) });
    if (!values.size) return NOTHING;
    if (!stat.by_game) return whole(values);
    const parts = [];
    for (const game of ["cash", "tournament", "play money"]) {
      const own = new Map([...values].filter(([denomination]) => game_of(denomination) === game));
      const part = own.size ? whole(own) : null;
      if (part?.n) parts.push({ ...part, game });
    }
    if (!parts.length) return whole(values);
    if (parts.length === 1) return { ...whole(values), within: parts[0].game };
    return { ...NOTHING, n: parts.reduce((n, part) => n + part.n, 0), parts };
  };
  return { combined, measure, gammaQuantile };
})();
