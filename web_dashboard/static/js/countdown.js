// Clocks that run down: `data-left` milliseconds were left at `data-since`; without it the clock stands.
import { serverNow, span } from './live.js';

export function countDown() {
  for (const clock of document.querySelectorAll('time[data-left]')) {
    const since = Number(clock.dataset.since);
    const left = (Number(clock.dataset.left) - (since ? serverNow() - since : 0)) / 1000;
    const text = left < 0 ? `+${span(-left)}` : span(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.toggleAttribute('data-over', left < 0);
  }
}

setInterval(countDown, 500);
