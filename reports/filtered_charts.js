"use strict";
/* The charts under a selection: here those of shares, counted over its seats as badugi_hh/report/charts.py draws them. */
(() => {
  if (!badugiCharts) return;
  const { count, fixed, percent, percentRange, fill } = badugiFormats;
  const ENOUGH = 30;
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
  const positions = ({ data: traces, layout }, { seats: data, groups }) => {
    const parts = layout.yaxis.ticktext.map((position) => ({ position }));
    const found_of = data.split(groups, parts);
    const present = parts.filter((part) => found_of(part).counted.seats(found_of(part).number));
    const labels = present.map(({ position }) => position);
    data.charted.forEach((name, nth) => {
      const { title } = data.stats[name];
      const down = (row) => row + (nth - (data.charted.length - 1) / 2) * (0.5 / data.charted.length);
      const dots = labels.map((position, row) => {
        const { counted, number } = found_of(present[row]);
        const { n, made, value, low, high } = counted.measure(name, number);
        const counts = fill(data.words.figures.counts, { made: count(made ?? 0), chances: count(n) });
        const about = n && fill(data.words.charts.interval, { counts, interval: percentRange(low, high) });
        const label = `${position}, ${escape(title)}: ${percent(value)}<br>${about}`;
        return { n, value: 100 * value, low: 100 * low, high: 100 * high, down: down(row), label, selects: query({ stat: name, made: "yes", position }) };
      });
      set_dots(traces[3 * nth + 1], dots.filter(({ n }) => n >= ENOUGH));
      set_dots(traces[3 * nth + 2], dots.filter(({ n }) => n && n < ENOUGH));
    });
    layout.yaxis.tickvals = [...labels.keys()];
    layout.yaxis.ticktext = labels;
    layout.yaxis.range = [labels.length - 0.5, -0.5];
    return {};
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

  const MAKERS = { "chart-positions": positions, "chart-draws": draws, "chart-starts": badugiParts.starts };
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
    document.body.dataset.charts = query(detail.selection);
  });
})();
