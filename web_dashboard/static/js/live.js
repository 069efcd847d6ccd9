// What every live page does: say whether it is connected, let times tick, and make what is stale look stale.
import { connect } from './connection.js';

const STALE_S = 2.1; // so that it stands there within three seconds; a table speaks every second
const words = document.body.dataset;
const ages = new Map(); // table -> { age, at }; age null: never heard
let alone;
let offset = Number(document.querySelector('meta[name="server-time"]').content) - Date.now();

export const serverNow = () => Date.now() + offset;

export function hear(table, age) {
  ages.set(table, { age, at: Date.now() });
}

export function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// Changes the text where it stands: a new node would be styled and laid out anew, forty times a second.
function write(shown, text) {
  if (!shown.firstChild) shown.textContent = text;
  else if (shown.firstChild.data !== text) shown.firstChild.data = text;
}

// Beats come with the server's seconds and changes on the halves, so a page is laid out twice a second; its own clock is for silence.
export function tick() {
  clearTimeout(alone);
  alone = setTimeout(tick, 650 - (serverNow() % 500));
  const now = Math.floor(serverNow() / 1000); // whole seconds, so that all times of a page change together: it is laid out once
  for (const time of document.querySelectorAll('time.ticking')) {
    write(time, span(now - Math.floor(Number(time.dataset.since) / 1000)));
  }
  write(document.getElementById('wall-clock'), new Date(serverNow()).toTimeString().slice(0, 8));
  for (const shown of document.querySelectorAll('[data-table]')) markAge(shown);
}

function markAge(shown) {
  const heard = ages.get(shown.dataset.table);
  if (!heard) return;
  const age = heard.age === null ? Infinity : heard.age + (Date.now() - heard.at) / 1000;
  const stale = age > STALE_S;
  shown.toggleAttribute('data-stale', stale);
  const label = shown.querySelector('.tile-age');
  if (!label) return;
  if (label.hidden === stale) label.hidden = !stale;
  write(label, stale ? `${words.sayStale} ${Number.isFinite(age) ? span(age) : '–'}` : '');
}

function connected() {
  const link = document.getElementById('link');
  const lost = document.getElementById('lost');
  if (!lost.hidden) lost.hidden = true;
  write(link, words.sayLive);
  link.toggleAttribute('data-live', true);
}

function disconnected(since) {
  const bar = document.getElementById('lost');
  const link = document.getElementById('link');
  bar.textContent = `${words.sayLost} ${new Date(since + offset).toTimeString().slice(0, 8)}`;
  bar.hidden = false;
  link.textContent = words.sayBack;
  link.removeAttribute('data-live');
}

// `views` is called with every array of pit views that comes, the snapshot first; `again`: as another page of this browser knew them.
export function live(path, views) {
  const url = `${path}?lang=${document.documentElement.lang}`;
  function tell(name, data, again = false) {
    if (name === 'lost') {
      disconnected(data);
      return;
    }
    if (name === 'reauth') {
      location.reload();
      return;
    }
    connected();
    if (name === 'beat') {
      offset = data.time - Date.now();
      for (const [table, age] of Object.entries(data.ages)) hear(table, age);
      if (data.views) views(data.views);
      tick();
    } else if (name === 'snapshot' || name === 'tables') {
      for (const view of data) hear(view.table, view.heartbeat_age_s);
      views(data, again);
    }
    document.dispatchEvent(new CustomEvent('heard', { detail: { name, data } }));
  }
  if ('SharedWorker' in window) {
    const script = new URL('./stream-worker.js', import.meta.url);
    const { port } = new SharedWorker(script, { name: url, type: 'module' });
    port.onmessage = ({ data: { name, data, again } }) => tell(name, data, again);
    addEventListener('pagehide', () => port.postMessage('goodbye'));
    addEventListener('pageshow', (event) => event.persisted && location.reload());
  } else {
    connect(url, tell);
  }
  tick();
}
