// The hand page: steps without loading the page anew, by links and arrow keys; a running hand goes on by itself at its last step.
import { live, tick } from './live.js';
import { morph, parse } from './morph.js';

const main = document.querySelector('main');
const fetched = new Map(); // step -> html
let wanted = null; // the step that was asked for and is not shown yet: the next key counts from there

const left = () => document.getElementById('hand-left');
const shown = () => Number(left().dataset.step);
const last = () => Number(left().dataset.last);

function address(base, step) {
  const asked = new URL(base, location);
  const attempt = new URL(location).searchParams.get('attempt');
  if (attempt) asked.searchParams.set('attempt', attempt);
  if (step) asked.searchParams.set('step', step);
  return asked;
}

async function get(step) {
  if (!fetched.has(step)) {
    const headers = { 'X-Page-Language': document.documentElement.lang };
    const answer = await fetch(address(main.dataset.fragment, step), { headers, signal: AbortSignal.timeout(4000) });
    if (!answer.ok) throw new Error(answer.statusText);
    fetched.set(step, await answer.text());
  }
  return fetched.get(step);
}

function show(html) {
  for (const piece of [...parse(html).children]) morph(document.getElementById(piece.id), piece);
  keepInSight();
  tick();
}

function keepInSight() {
  const list = document.getElementById('hand-steps');
  const now = list.querySelector('[aria-current]');
  if (!now) return;
  const place = now.offsetTop - list.offsetTop;
  if (place < list.scrollTop + 40 || place > list.scrollTop + list.clientHeight - 60) list.scrollTop = place - list.clientHeight / 2;
}

async function go(step) {
  wanted = step;
  try {
    const html = await get(step);
    if (wanted !== step) return; // another step was asked for meanwhile
    wanted = null;
    show(html);
    history.replaceState(null, '', address(location.pathname, shown()));
    for (const near of [step + 1, step - 1]) if (near >= 1 && near <= last()) get(near).catch(() => {});
  } catch {
    location.assign(address(location.pathname, step)); // the plain way still works
  }
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-step]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(Number(link.dataset.step));
});

const here = () => wanted ?? shown();
const KEYS = { ArrowLeft: () => here() - 1, ArrowRight: () => here() + 1, Home: () => 1, End: last };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, textarea, select, .languages')) return;
  const to = KEYS[event.key];
  if (!to) return;
  event.preventDefault();
  const step = Math.min(Math.max(1, to()), last());
  if (step !== here()) go(step);
});

let seen = null;
live(main.dataset.stream, (views) => {
  const view = views.find((each) => each.table === main.dataset.ofTable);
  if (!view || !main.dataset.running) return;
  if (seen !== null && view.seq !== seen) {
    const follows = shown() === last();
    fetched.clear();
    get(follows ? 0 : shown()).then(show, () => {}).finally(() => fetched.clear());
  }
  seen = view.seq;
  const hand = view.hand;
  if (!hand || hand.number !== Number(main.dataset.number)) main.dataset.running = '';
});
keepInSight();
