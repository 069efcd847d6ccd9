// The alarm bar: its list follows the stream, new alarms are said and sounded, orders about them go through the API.
import { tick } from './live.js';
import { morph, parse } from './morph.js';
import { give, say } from './orders.js';
import { refresher } from './refresh.js';
import { shortcut } from './shortcuts.js';
import { beginShift, chime, cry, endShift, onShift, running, silence, sounding, watchSound } from './alarm-sound.js';

const bar = document.getElementById('alarm-bar');
const piece = document.getElementById('alarm-live');
const shift = document.getElementById('shift');
const quiet = document.getElementById('alarm-silence');
const here = document.querySelector('main')?.dataset.table; // the page of one table
const begin = shift.textContent;
const UNSEEN = 'active_unacknowledged';

const rows = () => [...piece.querySelectorAll('#alarm-all .alarm-row[data-name]')];
const sound = (row) => `${row.dataset.name} ${row.dataset.since} ${row.dataset.again}`;
const calling = () => rows().filter((row) => row.dataset.alarm === UNSEEN);
const crying = () => sounding(calling().filter((row) => row.dataset.priority === '1').map(sound));
const words = (row) => `${row.querySelector('.alarm-table').textContent}: ${row.querySelector('.alarm-text').textContent}`;

let told = new Set(calling().map(sound));

function tellNew() {
  const fresh = calling().filter((row) => !told.has(sound(row)));
  told = new Set(calling().map(sound));
  const urgent = fresh.filter((row) => row.dataset.priority === '1');
  const others = fresh.filter((row) => row.dataset.priority !== '1');
  if (urgent.length) document.getElementById('alarm-cried').textContent = urgent.map(words).join('. ');
  if (others.length) document.getElementById('alarm-said').textContent = others.map(words).join('. ');
  if (others.some((row) => row.dataset.priority === '2')) chime();
}

function showSound() {
  const loud = crying().length > 0;
  cry(loud && running());
  shift.hidden = false;
  shift.textContent = onShift() && running() ? shift.dataset.end : begin;
  shift.setAttribute('aria-pressed', String(onShift() && running()));
  quiet.hidden = !(loud && running());
  document.getElementById('sound-off').hidden = !onShift() || running();
}

function show(html) {
  const fresh = parse(html);
  const wanted = piece.cloneNode(false);
  wanted.append(...fresh.childNodes);
  morph(piece, wanted);
  tick();
  tellNew();
  showSound();
}

const refresh = refresher(() => bar.dataset.fragment, show);

document.addEventListener('heard', ({ detail: { name, data } }) => {
  if (name === 'alarms' || name === 'snapshot') refresh();
  else if (data.bar) show(data.bar); // the wall's stream brings it along
});

// --- orders ---------------------------------------------------------------------------------------------------------

let busy = false;

async function order(pressed) {
  const row = pressed.closest('.alarm-row');
  const [kind, near, ...id] = pressed.value.split(' ');
  const asked = { kind, alarm: id.join(' ') };
  if (kind === 'shelve') {
    const field = (name) => pressed.form.elements.namedItem(`${name}:${near}:${asked.alarm}`).value;
    asked.minutes = Number(field('minutes'));
    asked.reason = field('reason').trim();
  }
  pressed.setAttribute('aria-busy', 'true');
  try {
    const { status, told: answer } = await give(row.dataset.orders, asked, Number(row.dataset.seq));
    if (status !== 202) say((answer.rejection ?? answer.error).text);
    else closeShelves();
  } catch {
    say(document.body.dataset.sayUnsent);
  }
  pressed.removeAttribute('aria-busy');
}

document.getElementById('alarm-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  busy = true;
  await order(event.submitter);
  busy = false;
});

function closeShelves() {
  for (const shelf of piece.querySelectorAll('.alarm-shelve[open]')) shelf.open = false;
}

// --- keys -----------------------------------------------------------------------------------------------------------

// The alarm in focus, else the foremost of the table in focus or of this page, else the foremost of all.
function meant(wanted) {
  const focused = document.activeElement;
  const row = focused?.closest('.alarm-row');
  const table = row ? null : focused?.closest('[data-table]')?.dataset.table ?? here;
  const among = row ? [row] : rows().filter((each) => !table || each.dataset.tableOf === table);
  return among.find(wanted);
}

function press(letter) {
  if (letter === 'a') return meant((row) => row.querySelector('[value^="acknowledge "]'))?.querySelector('[value^="acknowledge "]').click();
  const listed = meant(() => true);
  if (!listed) return undefined;
  const foremost = piece.querySelector('#alarm-foremost .alarm-row');
  const row = foremost?.dataset.name === listed.dataset.name && !document.getElementById('alarm-all').open ? foremost : listed;
  const shelf = row.querySelector('.alarm-shelve');
  if (!shelf) return say(bar.dataset.never);
  if (row.closest('#alarm-all')) document.getElementById('alarm-all').open = true;
  row.closest('.alarm-group')?.setAttribute('open', '');
  shelf.open = true;
  return shelf.querySelector('select').focus();
}

shortcut('a', () => press('a'));
shortcut('s', () => press('s'));

document.addEventListener('keydown', (event) => { // before the page's own use of Escape
  if (event.key !== 'Escape') return;
  const all = document.getElementById('alarm-all');
  const shut = piece.querySelector('.alarm-shelve[open]') ?? (all.open ? all : null);
  if (!shut) return;
  event.stopImmediatePropagation();
  shut.open = false;
  shut.querySelector('summary').focus();
}, true);

// --- sound ----------------------------------------------------------------------------------------------------------

shift.addEventListener('click', () => (onShift() && running() ? endShift() : beginShift()));
document.getElementById('sound-on').addEventListener('click', beginShift);
quiet.addEventListener('click', () => {
  silence(crying());
  showSound();
});
watchSound(showSound);
