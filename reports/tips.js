"use strict";
/* What an abbreviation stands for, by keyboard and by touch: a mouse shows its title anyway, and screen readers read the title.
   An abbreviation in a button is shown when the button has the focus; any other can have the focus itself. */
(() => {
  const tip = badugiFormats.make("div", "tip");
  tip.popover = "manual"; /* above a window of the page too */
  tip.setAttribute("aria-hidden", "true"); /* the title is read */
  document.body.append(tip);
  for (const one of document.querySelectorAll("abbr[title]")) if (!one.closest("a, button")) one.tabIndex = 0;

  const hide = () => { if (tip.matches(":popover-open")) tip.hidePopover(); };
  const show = (one) => {
    tip.textContent = one.title;
    if (!tip.matches(":popover-open")) tip.showPopover();
    const { left, top, bottom } = one.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${bottom + 8 + tip.offsetHeight < innerHeight ? bottom + 6 : Math.max(8, top - tip.offsetHeight - 6)}px`;
  };
  document.addEventListener("focusin", ({ target }) => {
    const one = target.matches("abbr[title]") ? target : target.closest("button")?.querySelector("abbr[title]");
    if (one && target.matches(":focus-visible")) show(one);
    else hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", ({ target, pointerType }) => {
    const one = target.closest?.("abbr[title]");
    if (one && pointerType === "touch") show(one);
    else if (pointerType) hide();
  });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
  addEventListener("scroll", hide, { passive: true });
})();
