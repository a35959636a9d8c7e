"use strict";
/* The page of one hand: #hand=NUMBER&step=N opens the step N, and each step changes the address. Steps are numbered from 1. */
(() => {
  const { columns, number, title, text, words } = JSON.parse(document.getElementById("hand").textContent);
  const hand = { ...badugiHandSteps.read(badugiHandSteps.prepare(columns), 0, words), title, text };
  const element = document.getElementById("replay");
  const link = `#hand=${encodeURIComponent(number)}&step=`;
  const visit = () => {
    const step = new URLSearchParams(location.hash.slice(1)).get("step");
    window.badugiReplayer(element, { ...hand, link, step }, words);
  };
  visit();
  addEventListener("hashchange", visit);
  element.addEventListener("step", (event) => history.replaceState(null, "", link + event.detail));
  element.querySelector(".rp-stage").focus({ preventScroll: true });
})();
