"use strict";
/* The figures of Plotly for the data of charts: `make` returns the traces and the layout of a chart. Its data have a `kind`, are those
   of badugi_hh/report or counted again under a selection, and each kind says below what it has. `words` are those of the block
   `charts`, `picked` the options of the switches. Texts are escaped, as Plotly interprets markup in labels. */
const badugiFigures = (() => {
  const { UNKNOWN, count, counted, decimal, fill, fixed, percent, percentRange } = badugiFormats;
  const { counts: COUNTS, separators } = document.documentElement.dataset;
  const ENOUGH = 30;
  const MARKS = [["own", "circle"], ["ink", "diamond"], ["quiet", "square"]];
  const LINES = { total: ["ink", "solid", 2.4], showdown: ["showdown", "solid", 1.6], other: ["unshown", "5px,3px", 1.6], adjusted: ["adjusted", "2px,2px", 1.6] };
  const ON_DRAWN = ["on-dark", "on-dark", "on-light", "on-light", "on-light"]; /* the text on the colour of a number of cards */
  const LABEL_FROM = 0.06; /* a narrower part of a bar has no room for its label */
  const HOVER = "%{text}<extra></extra>";
  const style = getComputedStyle(document.documentElement);
  let dark = false;

  /* Return the colour of a role, as reports/theme.json has it for light and dark. */
  const colour = (role) => /light-dark\((#\w+), (#\w+)\)/.exec(style.getPropertyValue(`--${role}`))[dark ? 2 : 1];
  const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const query = (fields) => new URLSearchParams(fields).toString();
  const of_counts = (made, chances) => fill(COUNTS, { made: count(made), chances: count(chances) });

  /* Transparent, with muted axes and without zooming. */
  const template = () => {
    const font = { family: style.getPropertyValue("--sans"), size: 13, color: colour("ink") };
    const quiet = { color: colour("quiet"), size: 12 };
    const axis = { automargin: true, fixedrange: true, gridcolor: colour("rule"), linecolor: colour("rule"), tickfont: quiet, title: { font: quiet, standoff: 10 }, zerolinecolor: colour("faint"), zerolinewidth: 1 };
    return {
      layout: {
        autosize: true,
        dragmode: false,
        font,
        hoverlabel: { bgcolor: colour("sheet"), bordercolor: colour("rule"), font },
        legend: { orientation: "h", x: 0, xanchor: "left", y: 1.02, yanchor: "bottom", itemclick: false, itemdoubleclick: false },
        margin: { l: 8, r: 12, t: 36, b: 40 },
        paper_bgcolor: "rgba(0,0,0,0)",
        plot_bgcolor: "rgba(0,0,0,0)",
        xaxis: axis,
        yaxis: axis,
      },
    };
  };

  /* Dots with their intervals; an unknown end has no length. */
  const dots_of = (dots, role, symbol) => ({
    type: "scatter",
    mode: "markers",
    x: dots.map(({ value }) => value),
    y: dots.map(({ down }) => down),
    marker: { size: 10, symbol, color: colour(role), line: { width: 1.5, color: colour(role) } },
    error_x: {
      type: "data",
      symmetric: false,
      array: dots.map(({ value, high }) => (high ?? value) - value),
      arrayminus: dots.map(({ value, low }) => value - (low ?? value)),
      color: colour(role),
      thickness: 1.6,
      width: 0,
    },
    text: dots.map(({ label }) => label),
    customdata: dots.map(({ selects }) => selects),
    hovertemplate: HOVER,
    cliponaxis: false,
    showlegend: false,
  });
  /* The axis of rows from top to bottom. */
  const rows_axis = (labels) => ({ tickmode: "array", tickvals: [...labels.keys()], ticktext: labels.map(escape), range: [labels.length - 0.5, -0.5], showgrid: false, zeroline: false });

  /* Shares: for each of `names` the dots of that name, in rows by their `group`. A dot has the counts `made` and `n`, the shares `value`,
     `low` and `high`, and the `stat` and the `part` of the hands behind it; `others` are the counts of the other players or null,
     `range` is null or [low, high, "range" or "usual", source]. With few opportunities a dot is grey and hollow. */
  const shares = ({ names, dots }, { charts }) => {
    const groups = [...new Set(dots.map(({ group }) => group))];
    const labelled = dots.map((dot) => {
      const nth = names.indexOf(dot.name);
      const down = groups.indexOf(dot.group) + (nth - (names.length - 1) / 2) * (0.66 / names.length);
      const about = fill(charts.interval, { counts: of_counts(dot.made, dot.n), interval: percentRange(dot.low, dot.high) });
      const label = `${escape(dot.group)}, ${escape(dot.name)}: ${percent(dot.value)}<br>${about}`;
      return { ...dot, down, label, value: 100 * dot.value, low: 100 * dot.low, high: 100 * dot.high, selects: query({ stat: dot.stat, made: "yes", ...dot.part }) };
    });
    const data = names.flatMap((name, nth) => {
      const [role, symbol] = MARKS[nth];
      const own = labelled.filter((dot) => dot.name === name);
      return [
        { type: "scatter", x: [null], y: [null], mode: "markers", name, marker: { color: colour(role), symbol } }, /* of the legend */
        dots_of(own.filter(({ n }) => n >= ENOUGH), role, symbol),
        dots_of(own.filter(({ n }) => n < ENOUGH), "faint", `${symbol}-open`),
      ];
    });
    for (const [kind, thickness] of [["range", 16], ["usual", 6]]) {
      const ranged = labelled.filter(({ range }) => range?.[2] === kind);
      if (!ranged.length) continue;
      data.push({
        type: "scatter",
        mode: "markers",
        name: charts[kind],
        meta: kind,
        x: ranged.map(({ range: [low, high] }) => 50 * (low + high)),
        y: ranged.map(({ down }) => down),
        marker: { size: Math.min(thickness, 12), symbol: "square", color: colour("rule") },
        error_x: { array: ranged.map(({ range: [low, high] }) => 50 * (high - low)), color: colour("rule"), thickness, width: 0 },
        text: ranged.map(({ group, range: [low, high, , source] }) => `${escape(group)}: ${percentRange(low, high)}<br>${escape(source)}`),
        hovertemplate: HOVER,
        zorder: -1,
      });
    }
    const beside = labelled.filter(({ others }) => others);
    if (beside.length)
      data.push({
        type: "scatter",
        mode: "markers",
        name: charts.others,
        meta: "others",
        x: beside.map(({ others: [made, chances] }) => (100 * made) / chances),
        y: beside.map(({ down }) => down),
        marker: { size: 13, symbol: "line-ns", line: { width: 2.5, color: colour("quiet") } },
        text: beside.map(({ group, name, others: [made, chances] }) => `${escape(group)}, ${escape(name)}<br>${charts.others}: ${percent(made / chances)} (${of_counts(made, chances)})`),
        hovertemplate: HOVER,
      });
    return { data, layout: { xaxis: { ticksuffix: "%", rangemode: "tozero", zeroline: false }, yaxis: { ...rows_axis(groups), ticklabelstandoff: 12 } } };
  };

  /* Cards drawn: a bar for each of `draws`, each the number of the draw, its label, and how often each number of cards was drawn. */
  const draws = ({ draws: bars }, { charts }) => {
    const totals = bars.map(([, , times]) => times.reduce((sum, number) => sum + number, 0));
    const part = (name, drawn) => {
      const shares_of = bars.map(([, , times], nth) => times[drawn] / totals[nth]);
      return {
        type: "bar",
        orientation: "h",
        name,
        x: shares_of.map((share) => 100 * share),
        y: bars.map(([, label]) => label),
        marker: { color: colour(`draw-${drawn}`), line: { width: 0 } },
        text: shares_of.map((share) => (share >= LABEL_FROM ? `${fixed(100 * share, 0)}%` : "")),
        textposition: "inside",
        insidetextanchor: "middle",
        textangle: 0,
        insidetextfont: { color: colour(ON_DRAWN[drawn]), size: 13 },
        customdata: bars.map(([number]) => query({ stat: `drawn_${number}`, value: drawn })),
        hovertext: bars.map(([, label, times], nth) => fill(charts.part, { draw: label, drawn: name, share: percent(shares_of[nth]), counts: of_counts(times[drawn], totals[nth]) })),
        hovertemplate: "%{hovertext}<extra></extra>",
      };
    };
    return {
      data: charts.drawn.map(part).filter(({ x }) => x.some(Boolean)),
      layout: {
        barmode: "stack",
        bargap: 0.35,
        showlegend: true,
        legend: { traceorder: "normal" },
        xaxis: { range: [0, 100.5], dtick: 25, ticksuffix: "%", showgrid: false, zeroline: false },
        yaxis: { autorange: "reversed", ticklabelstandoff: 8, tickfont: { color: colour("ink"), size: 13 } },
      },
    };
  };

  /* Results by starting hand: dots, each with its `label`, the number `n` of hands, the `value` in big bets per hand with `low` and
     `high`, null for an unknown interval, and the `part` of the hands. */
  const starts = ({ dots }, { charts }) => {
    const labelled = dots.map((dot, down) => {
      const result = fill(charts.result, { label: escape(dot.label), mean: decimal(dot.value, 2, true) });
      return { ...dot, down, label: `${result}<br>${counted(dot.n, "hand")}`, selects: query(dot.part) };
    });
    const role_of = ({ n, low, high, value }) => (n < ENOUGH ? "faint" : low === null || low * high <= 0 ? "quiet" : value >= 0 ? "gain" : "loss");
    return {
      data: ["gain", "loss", "quiet", "faint"].map((role) => dots_of(labelled.filter((dot) => role_of(dot) === role), role, role === "faint" ? "circle-open" : "circle")),
      layout: { showlegend: false, margin: { t: 8 }, xaxis: { title: { text: charts.per_hand }, zeroline: true }, yaxis: rows_axis(dots.map(({ label }) => label)) },
    };
  };

  /* Running results: for enough of `count` hands their number in `hands`, the time in `dates`, the number of the history in `numbers`,
     the key in `keys`, and the sums by line in `bets`, and in `money` where there is a `unit` of it. */
  const results = (plot, { charts }, [along = 0, up = 0]) => {
    const in_money = Boolean(plot.money) && up === 0;
    const x = along ? [plot.dates[0], ...plot.dates] : [0, ...plot.hands];
    const data = Object.entries(in_money ? plot.money : plot.bets).map(([name, sums]) => {
      if (!(name in LINES))
        return { type: "scatter", x, y: [null, ...sums], name: charts.band, mode: "lines", line: { width: 0 }, ...(name === "high" && { fill: "tonexty" }), fillcolor: colour("band"), hoverinfo: "skip", showlegend: name === "high", zorder: -1 };
      const [role, dash, width] = LINES[name];
      const lead = name === "total" ? "%{text}<br>" : "";
      return { type: "scatter", x, y: [0, ...sums], name: charts[name], mode: "lines", line: { color: colour(role), dash, width }, hovertemplate: `${lead}${charts[name]} %{y:+,.1f}<extra></extra>` };
    });
    const numbers = plot.numbers.map((number) => fill(charts.number, { hand: escape(number ?? UNKNOWN) }));
    data[0].text = [charts.start, ...plot.dates.map((date, nth) => `${escape(date ?? UNKNOWN)}<br>${numbers[nth]}`)];
    data[0].customdata = [null, ...plot.keys];
    /* Of few hands Plotly's own ticks would not be whole numbers. */
    const ticks = plot.count > 20 ? {} : { tick0: 0, dtick: plot.count > 10 ? 2 : 1 };
    const { label, sign } = in_money ? plot.unit : { label: charts.big_bets, sign: "" };
    return {
      data,
      layout: {
        hovermode: "x unified",
        dragmode: "zoom",
        xaxis: { fixedrange: false, title: { text: along ? charts.dates : charts.hands }, showgrid: false, zeroline: false, hoverformat: ",d", ...(along ? { type: "date", tickformat: "" } : { type: "linear", tickformat: ",d", ...ticks }) },
        /* Plotly writes a dollar after the minus sign, and other signs only at an end. */
        yaxis: { title: { text: label }, tickformat: sign === "$" ? "$,~r" : ",~r", ticksuffix: sign && sign !== "$" ? ` ${sign}` : "", zeroline: true, ticklabelstandoff: 8 },
      },
    };
  };

  /* Losses: bars, each with its `title`, its `loss` with `low` and `high`, whether it is clear, the `text` about it, and the address that it
     `leads` to. */
  const losses = ({ bars, axis }) => ({
    data: [true, false].map((clear) => {
      const own = bars.filter(({ is_clear }) => is_clear === clear);
      return {
        type: "bar",
        orientation: "h",
        textposition: "none",
        hovertemplate: HOVER,
        marker: { color: colour(clear ? "flag" : "faint") },
        x: own.map(({ loss }) => loss),
        y: own.map(({ title }) => title),
        error_x: { type: "data", symmetric: false, array: own.map(({ loss, high }) => high - loss), arrayminus: own.map(({ loss, low }) => loss - low), color: colour("ink"), thickness: 1.4, width: 0 },
        customdata: own.map(({ leads }) => leads),
        text: own.map(({ text }) => text),
      };
    }),
    layout: {
      showlegend: false,
      barmode: "overlay",
      bargap: 0.35,
      margin: { t: 8 },
      xaxis: { title: { text: axis }, rangemode: "tozero" },
      yaxis: { autorange: "reversed", ticklabelstandoff: 8, showgrid: false, categoryorder: "array", categoryarray: bars.map(({ title }) => title) },
    },
  });

  const KINDS = { shares, draws, starts, results, losses };
  const make = (plot, words, picked = [], in_dark = false) => {
    dark = in_dark;
    const { data, layout } = KINDS[plot.kind](plot, words, picked);
    return { data, layout: { template: template(), separators, ...layout } };
  };
  return { make };
})();
