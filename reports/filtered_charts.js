"use strict";
/* The charts under a selection: here those of shares, counted over its seats as badugi_hh/report/charts.py draws them. */
(() => {
  if (!badugiCharts) return;
  const { count, fixed, percent, percentRange, fill } = badugiFormats;
  const ENOUGH = 30;
  const OF_CHECKS = ["players", "betting", "game", "stakes"]; /* a selection of them is another game than that of the ranges */
  const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  /* Fill a trace with dots: each has its share and its interval in percent, its place and its label. */
  const set_dots = (trace, dots) => {
    trace.x = dots.map(({ value }) => value);
    trace.y = dots.map(({ down }) => down);
    trace.error_x.array = dots.map(({ value, high }) => high - value);
    trace.error_x.arrayminus = dots.map(({ value, low }) => value - low);
    trace.text = dots.map(({ label }) => label);
    trace.customdata = dots.map(({ selects }) => selects);
  };
  const query = (fields) => new URLSearchParams(fields).toString();
  /* The dots of a chart as it was written are all that a selection can have: each has the query of its share. */
  const shares = ({ data: traces, layout }, { seats: data, groups, selection }) => {
    const { captions, charts, figures } = data.words;
    const of_names = traces.filter(({ meta }) => !meta);
    const names = of_names.length / 3;
    const dots = [...Array(names).keys()].flatMap((nth) =>
      [1, 2].flatMap((of) => {
        const { y, customdata } = of_names[3 * nth + of];
        return customdata.map((selects, at) => {
          const { stat, made, ...part } = selectionOf(`?${selects}`);
          return { nth, name: of_names[3 * nth].name, row: Math.round(y[at]), selects, stat, part };
        });
      }),
    );
    const found_of = data.split(groups, dots.map(({ part }) => part));
    for (const dot of dots) {
      const { counted, number } = found_of(dot.part);
      Object.assign(dot, counted.measure(dot.stat, number));
    }
    const present = [...layout.yaxis.ticktext.keys()].filter((row) => dots.some((dot) => dot.row === row && dot.n));
    const offset = (nth) => (nth - (names - 1) / 2) * (0.66 / names);
    const labelled = (dot) => {
      const counts = fill(figures.counts, { made: count(dot.made), chances: count(dot.n) });
      const about = fill(charts.interval, { counts, interval: percentRange(dot.low, dot.high) });
      const label = `${layout.yaxis.ticktext[dot.row]}, ${escape(dot.name)}: ${percent(dot.value)}<br>${about}`;
      return { ...dot, value: 100 * dot.value, low: 100 * dot.low, high: 100 * dot.high, down: present.indexOf(dot.row) + offset(dot.nth), label };
    };
    for (let nth = 0; nth < names; nth += 1) {
      const own = dots.filter((dot) => dot.nth === nth && dot.n).sort((a, b) => a.row - b.row).map(labelled);
      set_dots(of_names[3 * nth + 1], own.filter(({ n }) => n >= ENOUGH));
      set_dots(of_names[3 * nth + 2], own.filter(({ n }) => n < ENOUGH));
    }
    for (const trace of traces.filter(({ meta }) => meta)) {
      const kept = [...trace.y.keys()].filter((nth) => present.includes(Math.round(trace.y[nth])));
      /* The others are those of all hands. */
      trace.visible = kept.length > 0 && trace.meta !== "others" && !OF_CHECKS.some((name) => name in selection);
      const of = (values) => kept.map((nth) => values[nth]);
      if (trace.error_x) trace.error_x.array = of(trace.error_x.array);
      [trace.x, trace.text, trace.y] = [of(trace.x), of(trace.text), of(trace.y).map((down) => present.indexOf(Math.round(down)))];
    }
    layout.yaxis.ticktext = present.map((row) => layout.yaxis.ticktext[row]);
    layout.yaxis.tickvals = [...present.keys()];
    layout.yaxis.range = [present.length - 0.5, -0.5];
    const ranges = ["range", "usual"].filter((kind) => traces.some(({ meta, visible }) => meta === kind && visible));
    const number = dots.filter(({ n }) => n).length;
    return { summary: number ? [fill(captions.shares, { enough: ENOUGH }), ...ranges.map((kind) => captions[kind])].join(" ") : captions.none, drawn: number > 1 };
  };

  const draws = ({ data: traces }, { seats: data, counted }) => {
    const { charts, captions, figures, lists } = data.words;
    const labels = traces[0].y;
    const times = labels.map((_, nth) => {
      const { bins } = data.stats[`drawn_${nth + 1}`];
      const own = badugiKinds.combined(counted.sums(`drawn_${nth + 1}`));
      return bins.map((drawn) => own[`bin_${drawn}`] ?? 0);
    });
    const totals = times.map((own) => own.reduce((all, number) => all + number, 0));
    const present = [...labels.keys()].filter((nth) => totals[nth]);
    for (const trace of traces) {
      const drawn = charts.drawn.indexOf(trace.name);
      const shares = present.map((nth) => times[nth][drawn] / totals[nth]);
      trace.visible = shares.some(Boolean);
      trace.x = shares.map((share) => 100 * share);
      trace.y = present.map((nth) => labels[nth]);
      trace.text = shares.map((share) => (share >= 0.06 ? `${fixed(100 * share, 0)}%` : ""));
      trace.customdata = present.map((nth) => query({ stat: `drawn_${nth + 1}`, value: drawn }));
      trace.hovertext = present.map((nth, place) => {
        const counts = fill(figures.counts, { made: count(times[nth][drawn]), chances: count(totals[nth]) });
        return fill(charts.part, { draw: labels[nth], drawn: trace.name, share: percent(shares[place]), counts });
      });
    }
    const parts = present.map((nth) => {
      const shares = times[nth].map((number, drawn) => number && fill(captions.drawn[drawn], { share: percent(number / totals[nth]) })).filter(Boolean);
      const listed = shares.length > 1 ? fill(lists.all, { names: shares.slice(0, -1).join(", "), last: shares.at(-1) }) : shares.join("");
      return fill(captions.draw_parts[nth], { times: count(totals[nth]), shares: listed });
    });
    return { summary: fill(captions.draws, { parts: parts.join(". ") }) };
  };

  const MAKERS = { "chart-positions": shares, "chart-opening": shares, "chart-rounds": shares, "chart-habits": shares, "chart-draws": draws, "chart-starts": badugiParts.starts };
  const of_results = [...document.querySelectorAll(".chart[data-denomination]")];
  let latest = 0;
  addEventListener("selection", async ({ detail }) => {
    const asked = (latest += 1);
    const replaced = new Map();
    if (document.body.classList.contains("filtered")) {
      const { figures, switches } = await badugiCharts.ready();
      if (asked !== latest) return; /* another filter was set meanwhile */
      for (const [id, make] of Object.entries(MAKERS)) {
        if (!figures[id]) continue;
        const figure = structuredClone(figures[id]);
        replaced.set(id, { figure, ...make(figure, detail) });
      }
      for (const { id, dataset } of of_results)
        replaced.set(id, badugiRunning(structuredClone(figures[id]), structuredClone(switches[id]), dataset.denomination, detail));
    }
    badugiCharts.replace(replaced);
    /* Of several currencies, one that has hands is shown. */
    for (const results of document.querySelectorAll(".results")) {
      const buttons = [...results.querySelectorAll(".pick button")];
      [...results.querySelectorAll("figure")].forEach((figure, nth) => {
        if (buttons[nth]) buttons[nth].disabled = Boolean(replaced.get(figure.querySelector(".chart")?.id)?.none);
      });
      if (buttons.some(({ disabled, ariaPressed }) => disabled && ariaPressed === "true")) buttons.find(({ disabled }) => !disabled)?.click();
    }
    document.body.dataset.charts = query(detail.selection);
  });
})();
