// What a finger means. A key acts when the finger leaves it, and means what it meant when the finger came; a finger that falls
// twice has pressed once.

const ONE_PRESS_MS = 250; // as at the keypad
let down = null;
let last = -ONE_PRESS_MS;

function meaning(key) {
  return key && `${key.value} ${key.closest('.piece-keys, .late') ? document.getElementById('piece-keys').dataset.turn : ''}`;
}

document.addEventListener('pointerdown', (event) => {
  const key = event.target.closest('button[name=order]');
  down = { key, means: meaning(key) };
}, true);

// Whether a key still says what it said when the pointer went down on it. Keys of the keyboard have no pointer.
export function meansTheSame(event) {
  const key = event.target.closest('button[name=order]');
  if (!key || !event.detail || down === null || down.key !== key) return true;
  return down.means === meaning(key);
}

// Once the turn has passed the keys of an act rest until a second touch of the same press would be over.
export const armed = {
  pressed() { last = performance.now(); },
  settling: (main) => main.hasAttribute('data-settling'),
  settle(main) {
    const left = last + ONE_PRESS_MS - performance.now();
    if (left <= 0) return;
    main.setAttribute('data-settling', '');
    setTimeout(() => main.removeAttribute('data-settling'), left);
  },
};
