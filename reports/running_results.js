"use strict";
/* The charts of running results under a selection, as badugi_hh/report/result_chart.py draws them: the same sums as in
   badugi_hh/stats/engine/timeline.py, over the selected seats in playing order. */
const badugiRunning = (() => {
  const { counted: with_noun, decimal, money, fill } = badugiFormats;
  const [ENOUGH, Z, BUCKETS, FEW] = [30, 1.9599639845400536, 150, 2400];
  const MINUTE = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
  const LINES = ["total", "showdown", "other", "adjusted"];

  /* Return the running sums of the results of hands: of each its result, its part at showdown, and its luck. */
  const running = (results) => {
    const found = Object.fromEntries([...LINES, "low", "high"].map((name) => [name, []]));
    const sums = { total: 0, showdown: 0, other: 0, adjusted: 0 };
    let squares = 0;
    results.forEach(({ net, shown, luck }, nth) => {
      sums.total += net;
      sums.showdown += shown;
      sums.other += net - shown;
      sums.adjusted += net - luck;
      squares += net * net;
      for (const name of LINES) found[name].push(sums[name]);
      const variance = (squares - (sums.total * sums.total) / (nth + 1)) / nth;
      const reach = nth + 1 >= ENOUGH ? Z * Math.sqrt(Math.max(0, variance) * (nth + 1)) : null;
      found.low.push(reach === null ? null : sums.total - reach);
      found.high.push(reach === null ? null : sums.total + reach);
    });
    return found;
  };
  /* Return the indices of enough hands to draw lines: of many the first, the last, and the extremes of each bucket. */
  const thin = (hands, lines) => {
    if (hands <= FEW) return [...Array(hands).keys()];
    const kept = new Set([0, hands - 1]);
    for (const line of lines)
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        const first = Math.floor((bucket * hands) / BUCKETS);
        let [least, most] = [first, first];
        for (let nth = first; nth < Math.floor(((bucket + 1) * hands) / BUCKETS); nth += 1) {
          if (line[nth] < line[least]) least = nth;
          if (line[nth] > line[most]) most = nth;
        }
        kept.add(least).add(most);
      }
    return [...kept].sort((a, b) => a - b);
  };
  const summary_of = (captions, sums, priced, form, text_of) => {
    const hands = sums.total.length;
    const last = Object.fromEntries(LINES.map((name) => [name, text_of(sums[name].at(-1))]));
    const extreme = (of) => text_of(sums.total.reduce((end, sum) => of(end, sum), 0));
    const ends = { highest: extreme(Math.max), lowest: extreme(Math.min) };
    const text = fill(captions[form], { hands: with_noun(hands, "hand"), ...last, ...ends });
    if (!priced) return text;
    const known = fill(captions[priced === hands ? "adjusted" : "adjusted_some"], { ...last, priced: with_noun(priced, "hand") });
    return `${text} ${known}`;
  };

  /* Return the data of the chart of the selected hands of a denomination in the place of those of all hands. */
  return (plot, denomination, { seats: data, groups, words: { captions } }) => {
    const unit = data.units.values.indexOf(denomination);
    const [bets, shown, adjusted, net] = [["winrate", "sum"], ["blue_line", "sum"], ["luck_adjusted", "sum"], ["net", "sum"]].map(([stat, sum]) => data.dense(stat, sum));
    const [sized, priced] = ["winrate", "luck_adjusted"].map((stat) => data.dense(stat, "n"));
    const places = [];
    for (let place = data.size - 1; place >= 0; place -= 1)
      if (groups[place] === 0 && data.units.rows[place] === unit && sized[place]) places.push(place);
    if (!places.length) return { ...plot, summaries: null, summary: data.words.filters.none, drawn: false, none: true };
    const luck_of = (place) => (priced[place] ? bets[place] - adjusted[place] : 0);
    const in_bets = running(places.map((place) => ({ net: bets[place], shown: shown[place], luck: luck_of(place) })));
    const in_money = running(places.map((place) => ({ net: net[place], shown: shown[place] ? net[place] : 0, luck: luck_of(place) * data.big_bets.values[data.big_bets.rows[place]] })));
    const known = places.reduce((all, place) => all + priced[place], 0);
    const own = data.denominations[denomination];
    const in_units = [["results", in_bets, 1, (sum) => decimal(sum, 1, true)]];
    if (plot.money) in_units.unshift(["results_money", in_money, own.cents ? 100 : 1, (sum) => money(Math.round(sum), own, true, own.chip)]);
    const kept = thin(places.length, LINES.flatMap((name) => [in_bets[name], in_money[name]]));
    const column = (kind) => data.columns.find((one) => one.kind === kind);
    const text_at = ({ rows, texts }, place) => texts[rows ? rows[place] : place];
    const dates = kept.map((nth) => text_at(column("when"), places[nth])).map((text) => (MINUTE.test(text) ? text : null));
    const names = LINES.filter((name) => name !== "adjusted" || known).concat("low", "high");
    const lines = in_units.map(([, sums, scale]) => Object.fromEntries(names.map((name) => [name, kept.map((nth) => (sums[name][nth] === null ? null : Number((sums[name][nth] / scale).toFixed(2))))])));
    return {
      ...plot,
      count: places.length,
      hands: kept.map((nth) => nth + 1),
      dates,
      numbers: kept.map((nth) => text_at(column("number"), places[nth])),
      keys: kept.map((nth) => data.keys[places[nth]]),
      bets: lines.at(-1),
      money: plot.money && lines[0],
      summaries: in_units.map(([form, sums, , text_of]) => summary_of(captions, sums, known, form, text_of)),
      drawn: places.length > 1,
    };
  };
})();
