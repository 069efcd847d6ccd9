// A page that follows one table at its leisure: its pieces are fetched again at most every two seconds, and once in ten.
import { live, tick } from './live.js';
import { morph, parse } from './morph.js';
import { refresher } from './refresh.js';

const AT_MOST_MS = 2000;
const AT_LEAST_MS = 10000;
const main = document.querySelector('main');
const { ofTable, stream, fragment } = main.dataset;
let last = Date.now();
let due = null;

const refresh = refresher(() => fragment, (html) => {
  for (const piece of [...parse(html).children]) {
    const now = document.getElementById(piece.id);
    if (now) morph(now, piece);
  }
  tick();
});

function again() {
  due = null;
  last = Date.now();
  refresh();
}

function soon() {
  due ??= setTimeout(again, Math.max(0, last + AT_MOST_MS - Date.now()));
}

if (fragment) setInterval(() => { if (Date.now() - last > AT_LEAST_MS) soon(); }, 1000);
live(stream, (views) => {
  if (fragment && views.some((view) => !ofTable || view.table === ofTable)) soon();
});
