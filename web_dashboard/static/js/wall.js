// The pit wall: changed tiles are fetched together, then the most urgent come first.
import { live, hear, tick } from './live.js';
import { morph, parse } from './morph.js';
import { refresher } from './refresh.js';

const wall = document.getElementById('wall');
const changed = new Set();
const asked = new Set(); // kept until the answer has come, so that a failed request is asked again

function address() {
  for (const table of changed) asked.add(table);
  changed.clear();
  return `${wall.dataset.fragment}?tables=${[...asked].map(encodeURIComponent).join(',')}`;
}

const refresh = refresher(address, (html) => {
  asked.clear();
  for (const tile of [...parse(html).children]) {
    const now = document.getElementById(tile.id);
    if (now) morph(now, tile);
    else wall.append(document.importNode(tile, true));
  }
  document.querySelector('.empty').hidden = true;
  tick();
  arrange();
});

// Moves as few tiles as possible, so that a focused one keeps its focus.
function arrange() {
  const urgency = (tile) => Math.min(Number(tile.dataset.urgency), tile.hasAttribute('data-stale') ? 1 : 9);
  const order = (one, other) => urgency(one) - urgency(other) || one.dataset.table.localeCompare(other.dataset.table, 'en', { numeric: true });
  const sorted = [...wall.children].sort(order);
  sorted.forEach((tile, place) => {
    if (wall.children[place] !== tile) wall.insertBefore(tile, wall.children[place]);
  });
}

for (const [table, age] of Object.entries(JSON.parse(wall.dataset.ages))) hear(table, age);
live(wall.dataset.stream, (views) => {
  for (const view of views) changed.add(view.table);
  if (changed.size) refresh();
});
setInterval(arrange, 1000);
