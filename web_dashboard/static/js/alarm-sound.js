// How alarms sound on this screen. Browsers make no sound before somebody has clicked: "begin shift" is that click, and a test.
// What stops the deal sounds in two tones every five seconds until it is seen, or silenced here; silence is no acknowledgement.

const AGAIN_MS = 5000;
const MOST_SILENCED = 300;
const [HIGH, LOW, CHIME, TEST] = [988, 659, 784, 523]; // Hz

let context = null;
let changed = () => {};

export const running = () => context?.state === 'running';
export const onShift = () => localStorage.getItem('shift') === 'on';

function tone(hertz, after, lasts) {
  const from = context.currentTime + after;
  const source = context.createOscillator();
  const loudness = context.createGain();
  source.frequency.value = hertz;
  loudness.gain.setValueAtTime(0, from);
  loudness.gain.linearRampToValueAtTime(0.25, from + 0.02);
  loudness.gain.linearRampToValueAtTime(0, from + lasts);
  source.connect(loudness).connect(context.destination);
  source.start(from);
  source.stop(from + lasts);
}

function open() {
  if (context && context.state !== 'closed') return;
  context = new AudioContext();
  context.onstatechange = changed;
}

export async function beginShift() {
  localStorage.setItem('shift', 'on');
  open();
  await context.resume();
  tone(TEST, 0, 0.25);
  changed();
}

export async function endShift() {
  localStorage.removeItem('shift');
  await context?.close();
  changed();
}

// A screen on shift that was loaded again sounds at once where the browser lets it (kiosks do), else says that it is off.
export function watchSound(tell) {
  changed = tell;
  if (onShift()) open();
  addEventListener('storage', (event) => {
    if (event.key === 'shift' || event.key === 'silenced') tell();
  });
  tell();
}

const silenced = () => new Set(JSON.parse(localStorage.getItem('silenced') ?? '[]'));

export function silence(keys) {
  localStorage.setItem('silenced', JSON.stringify([...silenced(), ...keys].slice(-MOST_SILENCED)));
}

export function sounding(keys) {
  const quiet = silenced();
  return keys.filter((key) => !quiet.has(key));
}

export function chime() {
  if (running()) tone(CHIME, 0, 0.6);
}

let timer = null;

function twoTones() {
  if (!running()) return;
  tone(HIGH, 0, 0.35);
  tone(LOW, 0.4, 0.35);
}

// Sounds from now on, or no more.
export function cry(loud) {
  if (loud && timer === null) {
    twoTones();
    timer = setInterval(twoTones, AGAIN_MS);
  } else if (!loud && timer !== null) {
    clearInterval(timer);
    timer = null;
  }
}
