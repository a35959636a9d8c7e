"use strict";
/* What several scripts use: numbers as text, as badugi_hh/wording/formats.py writes them, so that equal values give equal
   texts; and elements of the page. */
const badugiFormats = (() => {
  const MINUS = "−";
  const UNKNOWN = "–";

  /* Return the size of a number with so many decimals. A value exactly between two texts gets the even digit, as in
     Python; toFixed would round it up. */
  const fixed = (number, places) => {
    const size = Math.abs(number);
    const text = size.toFixed(places);
    const between = (size * 2 ** (places + 1)) % 2 === 1;
    const odd = Number(text.at(-1)) % 2 === 1;
    return between && odd ? (Number(text) - 10 ** -places).toFixed(places) : text;
  };
  /* The decimal mark and the thousands separator of the language of the page. */
  const [MARK, SEPARATOR] = document.documentElement.dataset.separators ?? ".,";
  const grouped = (text) => {
    const [whole, ...rest] = text.split(".");
    return [whole.replace(/\B(?=(\d{3})+$)/g, SEPARATOR), ...rest].join(MARK);
  };
  const decimal = (number, places = 1, signed = false) => {
    if (number === null) return UNKNOWN;
    const text = fixed(number, places);
    const zero = /^[0.]*$/.test(text);
    return `${zero ? "" : number < 0 ? MINUS : signed ? "+" : ""}${grouped(text)}`;
  };
  const count = (number) => grouped(String(number));
  /* The forms of nouns in another language than English: of one and many, or of one, two to four, and more. */
  const nouns = JSON.parse(document.documentElement.dataset.nouns ?? "{}");
  const plural = (number, forms) => {
    if (forms.length === 2) return forms[Number(number !== 1)];
    const last = number % 10;
    const teen = number % 100 > 10 && number % 100 < 15;
    return forms[teen || last === 0 || last > 4 ? 2 : Number(last !== 1)];
  };
  const counted = (number, what) => `${count(number)} ${plural(number, nouns[what] ?? [what, `${what}s`])}`;
  const percent = (share) => (share === null ? UNKNOWN : `${decimal(100 * share)}%`);
  /* Return a text with its {names} filled in. */
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const range = (low, high) => fill(document.documentElement.dataset.interval, { low, high });
  const percentRange = (low, high) => {
    if (low === null || high === null) return UNKNOWN;
    const [first, last] = [decimal(100 * low), `${decimal(100 * high)}%`];
    return low < 0 ? range(first, last) : `${first}–${last}`;
  };
  /* Return names as a phrase: "Ann, Bob and Cy"; `words` has the form of several. */
  const listed = (names, words) => (names.length < 2 ? names.join("") : fill(words.all, { names: names.slice(0, -1).join(", "), last: names.at(-1) }));
  /* Return an integer amount; `unit` has what stands before and after money, or nothing for chips. */
  const money = (amount, unit, signed = false, chip = "chip") => {
    const sign = amount < 0 ? MINUS : signed && amount > 0 ? "+" : "";
    const size = Math.abs(amount);
    if (!unit.cents) return `${sign}${counted(size, chip)}`;
    const cents = String(size % 100).padStart(2, "0");
    return `${sign}${unit.before}${count(Math.floor(size / 100))}${MARK}${cents}${unit.after}`;
  };

  /* The class of a number with a sign. */
  const tone = (text) => ({ "+": "gain", "−": "loss" })[text[0]] ?? "";
  /* Return an element of a class with what is inside; null and empty texts are left out. */
  const make = (tag, style, ...inside) => {
    const made = document.createElement(tag);
    if (style) made.className = style;
    made.append(...inside.filter((part) => part !== null && part !== ""));
    return made;
  };
  const link = (address, ...inside) => Object.assign(make("a", "", ...inside), { href: address });
  const button = (style, act, ...inside) => {
    const made = Object.assign(make("button", style, ...inside), { type: "button" });
    made.addEventListener("click", act);
    return made;
  };
  /* Return the head of a row or a column of a table. */
  const head = (scope, style, ...inside) => Object.assign(make("th", style, ...inside), { scope });

  const SUITS = { c: ["♣", "club"], d: ["♦", "diamond"], h: ["♥", "heart"], s: ["♠", "spade"] };
  /* Return the name of a card; `words` are those of cards. */
  const cardName = (card, words) => fill(words.name, { rank: words[card[0]] ?? card[0], suit: words[card[1]] });
  /* Return a card in the colour of its suit, which reads as `label`; "?" is the back of one. */
  const card = (name, style, label) => {
    const [sign, suit] = SUITS[name[1]] ?? ["", "hidden"];
    const made = make("span", `${style} ${suit}`, name === "?" ? "" : name[0], make("i", "", sign));
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", label);
    return made;
  };
  /* Save a text as a file. */
  const save = (text, name, type) => {
    const made = link(URL.createObjectURL(new Blob([text], { type })));
    made.download = name;
    made.click();
    URL.revokeObjectURL(made.href);
  };

  /* Return the fields that select the part of a table's cell, null if none do: those of its row, whose value belongs to the
     field of its column if it names no field. */
  const partOf = (row, column) => {
    const part = row.dataset.part ? JSON.parse(row.dataset.part) : null;
    if (!part || !("" in part)) return part;
    return { [column.dataset.field]: `${part[""]} ${column.dataset.value ?? ""}`.trim() };
  };

  /* Return a command as code; a line does not break at the hyphens of options. */
  const code = (command) => make("code", "", ...command.split(/(badugi-hh|--[a-z-]+)/).map((part, nth) => (nth % 2 ? make("span", "", part) : part)));
  /* Return a text as nodes: what is between backticks is code. */
  const withCode = (text) => text.split("`").map((part, nth) => (nth % 2 ? code(part) : part));

  return { UNKNOWN, fixed, decimal, count, counted, percent, range, percentRange, money, fill, listed, tone, make, link, button, head, card, cardName, save, partOf, code, withCode };
})();
