"use strict";
/* The charts under a selection: the data of badugi_hh/report, counted again over its seats. */
(() => {
  if (!badugiCharts) return;
  const { count, percent, fill, listed } = badugiFormats;
  const ENOUGH = 30;
  const OF_CHECKS = ["players", "betting", "game", "stakes"]; /* a selection of them is another game than that of the ranges */

  /* The dots of all hands are all that a selection can have; the others are those of all hands. */
  const shares = ({ dots: all }, { seats, groups, selection, words: { captions } }) => {
    const found_of = seats.split(groups, all.map(({ part }) => part));
    const other_game = OF_CHECKS.some((name) => name in selection);
    const dots = all.map((dot) => {
      const { counted, number } = found_of(dot.part);
      return { ...dot, ...counted.measure(dot.stat, number), others: null, range: other_game ? null : dot.range };
    }).filter(({ n }) => n);
    const ranges = ["range", "usual"].filter((kind) => dots.some(({ range }) => range?.[2] === kind));
    const summary = dots.length ? [fill(captions.shares, { enough: ENOUGH }), ...ranges.map((kind) => captions[kind])].join(" ") : captions.none;
    return { dots, summary, drawn: dots.length > 1 };
  };

  const draws = ({ draws: all }, { seats, counted, words: { captions, lists } }) => {
    const bars = all.map(([number, label]) => {
      const own = badugiKinds.combined(counted.sums(`drawn_${number}`));
      return [number, label, seats.stats[`drawn_${number}`].bins.map((drawn) => own[`bin_${drawn}`] ?? 0)];
    }).filter(([, , times]) => times.some(Boolean));
    const parts = bars.map(([number, , times]) => {
      const total = times.reduce((sum, one) => sum + one, 0);
      const shares_of = times.map((one, drawn) => one && fill(captions.drawn[drawn], { share: percent(one / total) })).filter(Boolean);
      return fill(captions.draw_parts[number - 1], { times: count(total), shares: listed(shares_of, lists) });
    });
    return { draws: bars, summary: fill(captions.draws, { parts: parts.join(". ") }) };
  };

  const COUNTS = { shares, draws, starts: badugiParts.starts };
  let latest = 0;
  addEventListener("selection", async ({ detail }) => {
    const asked = (latest += 1);
    const { plots, words } = await badugiCharts.ready();
    if (asked !== latest) return; /* another filter was set meanwhile */
    const filtered = document.body.classList.contains("filtered");
    const again = ([id, plot]) => {
      if (!filtered) return null;
      const own = { ...detail, words };
      return plot.kind === "results" ? badugiRunning(plot, document.getElementById(id).dataset.denomination, own) : { ...plot, ...COUNTS[plot.kind](plot, own) };
    };
    const replaced = new Map(Object.entries(plots).filter(([, { kind }]) => kind !== "losses").map((each) => [each[0], again(each)]));
    badugiCharts.replace([...replaced]);
    /* Of several currencies, one that has hands is shown. */
    for (const results of document.querySelectorAll(".results")) {
      const buttons = [...results.querySelectorAll(".pick button")];
      [...results.querySelectorAll("figure")].forEach((figure, nth) => {
        if (buttons[nth]) buttons[nth].disabled = Boolean(replaced.get(figure.querySelector(".chart")?.id)?.none);
      });
      if (buttons.some(({ disabled, ariaPressed }) => disabled && ariaPressed === "true")) buttons.find(({ disabled }) => !disabled)?.click();
    }
    document.body.dataset.charts = new URLSearchParams(detail.selection).toString();
  });
})();
