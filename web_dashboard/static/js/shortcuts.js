// Single keys of a page. Off when the reader switches them off (WCAG 2.1.4); never while somebody types.

const OFF = 'shortcuts-off';
const commands = new Map();

// `run` is called when the key goes down; a later one for the same key takes its place.
export function shortcut(key, run) {
  commands.set(key, run);
}

const on = () => localStorage.getItem(OFF) === null;
const typing = (target) => target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select') || target.isContentEditable;

function pressed(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
  if (event.key !== 'Escape' && typing(event.target)) return;
  const run = commands.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!run || !on()) return;
  if (run(event) !== false) event.preventDefault();
}

function setUp() {
  const dialog = document.getElementById('shortcuts');
  const box = document.getElementById('shortcuts-on');
  const open = document.getElementById('shortcuts-open');
  box.checked = on();
  box.addEventListener('change', () => { if (box.checked) localStorage.removeItem(OFF); else localStorage.setItem(OFF, '1'); });
  open.hidden = false;
  open.addEventListener('click', () => dialog.showModal());
  dialog.querySelector('[data-close-dialog]').addEventListener('click', () => dialog.close());
  shortcut('?', () => dialog.showModal());
  document.addEventListener('keydown', pressed);
}

if (document.getElementById('shortcuts')) setUp();
