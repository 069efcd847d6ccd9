// Makes one piece of the page equal to a freshly rendered one, keeping what is the same: focus, a half-pressed key, an open list,
// typed text. Children with an id are recognised by it, others by their place.

const KEPT = new Set(['data-stale', 'open', 'aria-busy', 'aria-pressed', 'data-wants-amount', 'data-seat']); // the page's own, not the server's

export function morph(now, wanted) {
  if (now.isEqualNode(wanted)) return;
  if (now.nodeName !== wanted.nodeName || now.nodeType !== wanted.nodeType) {
    now.replaceWith(document.importNode(wanted, true));
    return;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.data !== wanted.data) now.data = wanted.data;
    return;
  }
  attributes(now, wanted);
  children(now, wanted);
}

function attributes(now, wanted) {
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name);
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  for (const name of now.getAttributeNames()) if (!wanted.hasAttribute(name) && !KEPT.has(name)) now.removeAttribute(name);
}

function children(now, wanted) {
  let at = now.firstChild;
  for (let child = wanted.firstChild; child; child = child.nextSibling) {
    const match = child.id ? known(now, child.id) : at && !at.id && at.nodeName === child.nodeName ? at : null;
    if (!match) {
      now.insertBefore(document.importNode(child, true), at);
    } else {
      if (match === at) at = at.nextSibling;
      else now.insertBefore(match, at);
      morph(match, child);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function known(parent, id) {
  const found = document.getElementById(id);
  return found?.parentNode === parent ? found : null;
}

export function parse(html) {
  return new DOMParser().parseFromString(html, 'text/html').body;
}
