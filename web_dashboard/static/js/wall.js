// The pit wall: changed tiles come with the stream, then the most urgent come first, and what was not asked for is hidden.
import { live, hear, tick } from './live.js';
import { morph, parse } from './morph.js';
import { shortcut } from './shortcuts.js';

const ROOMY = 9;
const MIDDLE = 20;
const NEEDS_SOMEBODY = 1;
const CALM = 5;
const wall = document.getElementById('wall');
const form = document.getElementById('wanted');
const byNumber = new Intl.Collator('en', { numeric: true });

// `again`: another page of this browser was told it before, so it may be older than this page.
function draw(changed, again) {
  for (const tile of [...parse(changed.map((one) => one.tile).join('')).children]) {
    const now = document.getElementById(tile.id);
    if (again && now && Number(tile.dataset.seq) < Number(now.dataset.seq)) continue;
    if (now) morph(now, tile);
    else wall.append(document.importNode(tile, true));
  }
  document.querySelector('.empty').hidden = true;
  tick();
  arrange();
}

const urgency = (tile) => Math.min(Number(tile.dataset.urgency), tile.hasAttribute('data-stale') ? NEEDS_SOMEBODY : 9);

function before(one, other) {
  const seen = (tile) => Number('alarm' in tile.dataset && tile.dataset.alarm !== 'active_unacknowledged');
  return urgency(one) - urgency(other) || seen(one) - seen(other)
    || (one.dataset.since ?? '').localeCompare(other.dataset.since ?? '')
    || byNumber.compare(one.dataset.table, other.dataset.table);
}

function wanted(tile) {
  const ask = form.elements;
  const words = ask.find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const name of ['limit', 'state', 'floor']) if (ask[name]?.value && ask[name].value !== tile.dataset[name]) return false;
  if (ask.trouble.checked && urgency(tile) === CALM) return false;
  return words.every((word) => tile.dataset.words.includes(word));
}

// Moves as few tiles as possible, so that a focused one keeps its focus.
function arrange() {
  const sorted = [...wall.children].sort(before);
  sorted.forEach((tile, place) => {
    if (wall.children[place] !== tile) wall.insertBefore(tile, wall.children[place]);
  });
  for (const tile of sorted) {
    const hidden = !wanted(tile);
    if (tile.hidden !== hidden) tile.hidden = hidden;
  }
  count(sorted);
}

function count(tiles) {
  const shown = tiles.filter((tile) => !tile.hidden);
  const density = shown.length <= ROOMY ? 'roomy' : shown.length <= MIDDLE ? 'middle' : 'dense';
  if (wall.dataset.density !== density) wall.dataset.density = density;
  const line = form.querySelector('.shown');
  const unseen = tiles.filter((tile) => tile.hidden && tile.dataset.priority).length;
  let text = line.dataset.text.replace('{shown}', shown.length).replace('{all}', tiles.length);
  if (unseen) text += ` · ${line.dataset.unseen.replace('{count}', unseen)}`;
  if (line.textContent !== text) line.textContent = text;
  line.toggleAttribute('data-unseen-alarms', unseen > 0);
}

function asks() {
  const plan = form.elements.plan?.checked;
  wall.toggleAttribute('data-plan', Boolean(plan));
  if (plan) wall.dataset.plan = wall.dataset.columns;
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value)).toString();
  history.replaceState(null, '', query ? `?${query}` : location.pathname);
  arrange();
}

// --- single keys ------------------------------------------------------------------------------------------------------

const links = () => [...wall.querySelectorAll('.tile:not([hidden]) .tile-link')];

function step(by) {
  const all = links();
  const now = all.indexOf(document.activeElement);
  const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by];
  next?.focus();
}

function firstOut() {
  const waiting = [...wall.querySelectorAll('.tile[data-alarm=active_unacknowledged]')].sort((one, other) => one.dataset.priority - other.dataset.priority
    || one.dataset.since.localeCompare(other.dataset.since));
  if (!waiting.length) return;
  if (waiting[0].hidden) { // what waits longest is not left out by a filter somebody forgot
    for (const field of [...form.elements].filter((one) => one.name && one.name !== 'plan')) { // the switch of the keys has no name
      if (field.type === 'checkbox') field.checked = false;
      else field.value = '';
    }
    asks();
  }
  waiting[0].scrollIntoView({ block: 'nearest' });
  waiting[0].querySelector('.tile-link').focus();
}

shortcut('j', () => step(1));
shortcut('k', () => step(-1));
shortcut('f', firstOut);
shortcut('/', () => form.elements.find.focus());
shortcut('Escape', () => { document.activeElement.blur(); });
form.querySelector('.first-out').addEventListener('click', (event) => { event.preventDefault(); firstOut(); });

form.addEventListener('input', asks);
form.addEventListener('submit', (event) => { event.preventDefault(); links()[0]?.focus(); });
for (const left of wall.querySelectorAll('.left-out')) left.replaceWith(...left.children);
for (const [table, age] of Object.entries(JSON.parse(wall.dataset.ages))) hear(table, age);
live(wall.dataset.stream, draw);
arrange();
setInterval(arrange, 1000);
