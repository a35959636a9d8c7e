/* Return what a reader cannot read in the visible part of an element: texts cut off, and texts over one another. */
(selector) => {
  const root = document.querySelector(selector);
  const ancestors = (part) => {
    const found = [];
    for (let each = part.parentElement; each; each = each.parentElement) found.push(each);
    return found;
  };
  const faults = [];
  const shown = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    const parents = ancestors(node);
    if (!text || !node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (node.parentElement.matches('details:not([open])')) continue; /* what is closed is hidden */
    if (parents.some((each) => each.matches(".away, script, style"))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 1) continue;
      let [l, r, t, b] = [left, right, top, bottom];
      let scrolls = false;
      let stays = false; /* at the foot of the window, over what scrolls there, which it covers whole */
      for (const each of parents) {
        const { overflowX, overflowY, position, bottom: foot, backgroundColor } = getComputedStyle(each);
        stays ||= position === "sticky" && foot === "0px" && /^rgb\(/.test(backgroundColor);
        if (overflowX === "visible" && overflowY === "visible") continue;
        const box = each.getBoundingClientRect();
        if ([overflowX, overflowY].includes("auto") || [overflowX, overflowY].includes("scroll")) scrolls = true;
        else if (each.clientWidth && (l < box.left - 1.5 || r > box.right + 1.5 || t < box.top - 3 || b > box.bottom + 3))
          faults.push(`cut off: ${text}`);
        [l, r, t, b] = [Math.max(l, box.left), Math.min(r, box.right), Math.max(t, box.top), Math.min(b, box.bottom)];
      }
      if (!scrolls && (l < -1 || r > innerWidth + 1)) faults.push(`outside of the window: ${text}`);
      if (r - l > 1 && b - t > 1) shown.push({ node, text, stays, l, r, t, b });
    }
  }
  shown.sort((one, other) => one.t - other.t);
  shown.forEach((one, nth) => {
    for (const other of shown.slice(nth + 1)) {
      if (other.t > one.b) break;
      if (one.stays !== other.stays) continue;
      if (one.node === other.node) continue;
      const wide = Math.min(one.r, other.r) - Math.max(one.l, other.l);
      const tall = Math.min(one.b, other.b) - other.t;
      if (wide > 2 && tall > 4) faults.push(`over one another: ${one.text} / ${other.text}`);
    }
  });
  return faults;
}
