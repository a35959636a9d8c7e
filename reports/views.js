"use strict";
/* One view at a time: the tabs, links into a view, and the back button. Without scripts, and on paper, all views show. */
/* The address has the part of the page that it shows, after "/" what that part shows, and after "?" the filter. */
const shownPart = () => location.hash.slice(1).split("?")[0];
/* The id of the view that is shown. */
const currentView = () => document.querySelector(".view.current")?.id;
const filterPart = () => /\?.*$/.exec(location.hash)?.[0] ?? "";
/* Whether a click on a link opens a new tab or a window, or saves a file. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }) => ctrlKey || metaKey || shiftKey || altKey;

(() => {
  const strip = document.querySelector(".tabs ol");
  if (!strip) return;
  const main = document.getElementById("main");
  const views = [...document.querySelectorAll(".view")];
  const tabs = views.map((view) => strip.querySelector(`a[href="#${view.id}"]`));
  const places = new Map(); /* how far each view was scrolled */
  let part = ""; /* that the address named before */

  strip.setAttribute("role", "tablist");
  for (const item of strip.children) item.setAttribute("role", "presentation");
  views.forEach((view, nth) => {
    view.setAttribute("role", "tabpanel");
    tabs[nth].setAttribute("role", "tab");
    tabs[nth].setAttribute("aria-controls", view.id);
  });
  history.scrollRestoration = "manual";

  const show = (view) => {
    const before = views.find((each) => each.classList.contains("current"));
    if (before !== view) places.set(before, scrollY);
    views.forEach((each, nth) => {
      const current = each === view;
      each.classList.toggle("current", current);
      tabs[nth].setAttribute("aria-selected", String(current));
      tabs[nth].tabIndex = current ? 0 : -1;
      if (current) strip.scrollLeft = tabs[nth].offsetLeft - (strip.clientWidth - tabs[nth].offsetWidth) / 2;
    });
    if (before === view) return;
    const start = main.offsetTop - strip.offsetHeight; /* below it the tabs stay at the top of the window */
    scrollTo({ top: places.get(view) ?? Math.min(scrollY, start), behavior: "instant" });
    dispatchEvent(new Event("resize")); /* charts that were hidden during a change of the window's width */
  };
  const follow = () => {
    const [name] = shownPart().split("/");
    if (/^hand-\d/.test(name)) return; /* a window over the view */
    const target = name ? document.getElementById(name) : views[0];
    const view = target?.closest(".view");
    if (!view) return;
    show(view);
    for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    if (target !== view && name !== part) target.scrollIntoView();
    part = name;
  };
  addEventListener("hashchange", follow);
  show(views[0]);
  follow();

  /* Arrow keys change the view without an entry in the history for each one passed. */
  strip.addEventListener("keydown", (event) => {
    const here = tabs.indexOf(document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    location.replace(tab.hash + filterPart());
    tab.focus({ preventScroll: true });
  });
})();
