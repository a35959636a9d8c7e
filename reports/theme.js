"use strict";
/* The colours of the page: those of the system, light or dark. What is selected is remembered, and paper is always light.
   This script runs in the head, so that the first picture has its colours already. */
const badugiTheme = (() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const KEY = "badugi-hh-theme";
  /* A browser may forbid a page to remember. */
  const remember = (theme) => { try { localStorage.setItem(KEY, theme); } catch { /* it holds until the page is closed */ } };
  const remembered = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const set = (theme) => { root.dataset.theme = ["light", "dark"].includes(theme) ? theme : "auto"; };
  const is_dark = () => (root.dataset.theme === "auto" ? system.matches : root.dataset.theme === "dark");

  set(remembered());
  const tell = () => dispatchEvent(new Event("theme"));
  system.addEventListener("change", tell);
  addEventListener("DOMContentLoaded", () => {
    const buttons = [...document.querySelectorAll(".theme button")];
    const show = () => { for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === root.dataset.theme)); };
    for (const button of buttons)
      button.addEventListener("click", () => {
        set(button.value);
        remember(button.value);
        show();
        tell();
      });
    show();
  });
  return { is_dark };
})();
