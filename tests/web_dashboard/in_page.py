"""Questions put to a page in the browser: what is cut off, what runs out of the window, what the keyboard cannot reach."""

CUT_TEXT = """
(roots) => {
  const cut = [];
  const clips = (style) => style.overflowX !== 'visible' || style.overflowY !== 'visible';
  const unseen = (element) => element && (getComputedStyle(element).clipPath !== 'none' || unseen(element.parentElement));
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !unseen(element);
  for (const root of document.querySelectorAll(roots)) {
    if (!shown(root)) continue;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.data.trim() || !shown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (!text.width) continue;
      for (let box = node.parentElement; ; box = box.parentElement) {
        const edge = box.getBoundingClientRect();
        const matters = box === root || clips(getComputedStyle(box));
        const aside = text.left < edge.left - 1 || text.right > edge.right + 1;
        const out = aside || text.top < edge.top - 3 || text.bottom > edge.bottom + 3;
        if (matters && out) cut.push(`${box.className || box.tagName}: ${node.data.trim().slice(0, 60)}`);
        if (box === root || (matters && out)) break;
      }
    }
  }
  return cut;
}
"""
"""Texts inside what `roots` selects that reach over its edge, or over the edge of something in it that cuts off."""

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how many pixels the page is wider than its window."""

REACHABLE = """
() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((it) => it.type !== 'hidden' && !it.disabled && it.tabIndex >= 0 && it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => it.type !== 'radio' || it.checked || !document.querySelector(`input[name="${it.name}"]:checked`))
  .map((it, at) => { it.dataset.reach = at; return String(at); })
"""
"""Marks everything a keyboard must reach with `data-reach`. Of a group of radio buttons one is enough: arrows do the rest."""

FOCUSED = """
() => {
  const it = document.activeElement;
  const ring = getComputedStyle(it);
  const outlined = ring.outlineStyle !== 'none' && parseFloat(ring.outlineWidth) >= 2;
  return { reach: it.dataset.reach ?? null, ring: outlined || ring.boxShadow !== 'none' };
}
"""
"""The mark of what has the focus, and whether that can be seen."""
