"""Questions put to a page in the browser: what is cut off, what runs out of the window, what the keyboard cannot reach.

axe-core comes by `make axe` into build/axe (its licence beside it); nothing of it is part of the product.
"""

from pathlib import Path

from playwright.sync_api import Page

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


RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
TOLD = """
async (rules) => (await axe.run(document, rules)).violations
  .flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 160)}`))
"""


def axe_says(page: Page, axe: Path) -> list[str]:
    """What axe-core has against the page as it is now. The page's context must let the test's own script in (`bypass_csp`)."""
    page.evaluate(axe.read_text(encoding="utf-8"))
    return list(page.evaluate(TOLD, RULES))


def out_of_reach(page: Page) -> list[str | None]:
    """What pressing Tab again and again does not come to, and what it comes to without showing it.

    A page that put pieces of itself anew meanwhile (None: what was marked is gone) is walked through again, twice at most.
    """
    missed = _walked(page)
    for _ in range(2):
        if None in missed:
            missed = _walked(page)
    return missed


def _walked(page: Page) -> list[str | None]:
    wanted = set(page.evaluate(REACHABLE))
    reached: set[str] = set()
    unseen = []
    for _ in range(len(wanted) + 10):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUSED)
        if focus["reach"] is not None:
            reached.add(focus["reach"])
            unseen += [] if focus["ring"] else [focus["reach"]]
    told = """(marks) => marks.map((mark) => document.querySelector(`[data-reach="${mark}"]`)?.outerHTML.slice(0, 120))"""
    return list(page.evaluate(told, sorted((wanted - reached) | set(unseen))))
