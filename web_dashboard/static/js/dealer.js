// The dealer's page: amounts, keys and their letters. It decides nothing and shows nothing before the stream says so.
import { followTable } from './pieces.js';
import { say, takeOrders } from './orders.js';
import { armed, meansTheSame } from './touch.js';

const main = document.querySelector('main');
const form = document.getElementById('orders');
const amount = () => document.getElementById('amount');
const numbers = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: 'always' });
let turn = null;

function showAmount() {
  const field = amount();
  if (!field) return;
  const text = field.value.replace(/\D/g, '');
  if (text !== field.value) field.value = text;
  for (const key of main.querySelectorAll('[data-wager]')) { // the one of an act keyed late, and the one of now
    key.querySelector('[data-shows-amount]').textContent = text && numbers.format(Number(text));
    key.toggleAttribute('data-wants-amount', !text);
  }
  for (const preset of main.querySelectorAll('[data-amount]')) preset.setAttribute('aria-pressed', String(text !== '' && preset.dataset.amount === text));
}

function setAmount(text) {
  const field = amount();
  if (!field || field.disabled) return;
  field.value = text.replace(/^0+/, '').slice(0, 12);
  showAmount();
}

// Cards as they are keyed: a rank, its suit, and the next one.
function keyCard(field, key) {
  const typed = field.value;
  if (key === 'back') field.value = typed.trimEnd().slice(0, -1);
  else if (typed.length < field.maxLength) field.value = typed + key + ('shdc'.includes(key) ? ' ' : '');
}

function closePicks() {
  for (const pick of main.querySelectorAll('details[open]')) pick.open = false;
}

// The menu opens with the seat whose turn it is; a key about a seat shows which one goes with it, and waits where none is chosen.
function showSeat() {
  const seat = form.elements.namedItem('seat')?.value ?? '';
  for (const key of main.querySelectorAll('[data-wants-seat]')) key.dataset.seat = seat;
}

function openReport(menu) {
  for (const choice of menu.querySelectorAll('input[name=seat]')) choice.checked = choice.value === menu.dataset.actor;
  showSeat();
}

function newView() {
  const now = document.getElementById('piece-keys').dataset.turn;
  if (now !== turn) {
    const field = amount();
    const only = field && field.dataset.min && field.dataset.min === field.dataset.max; // fixed limit leaves no choice
    setAmount(only ? field.dataset.min : '');
  }
  if (turn !== null && now !== turn) armed.settle(main);
  turn = now;
  showAmount();
}

main.addEventListener('click', (event) => {
  if (meansTheSame(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  say(document.body.dataset.sayMoved);
}, true);
main.addEventListener('click', (event) => {
  const card = event.target.closest('[data-card]');
  if (card) return keyCard(card.closest('[data-pad]').querySelector('input'), card.dataset.card);
  const key = event.target.closest('[data-amount], [data-digit], [data-add]');
  if (!event.target.closest('.pick') || event.target.closest('[data-close]')) closePicks();
  if (!key) return;
  const typed = amount().value;
  if (key.dataset.amount !== undefined) setAmount(key.dataset.amount);
  else if (key.dataset.add !== undefined) setAmount(String(Number(typed) + Number(key.dataset.add)));
  else if (key.dataset.digit === 'back') setAmount(typed.slice(0, -1));
  else setAmount(typed + key.dataset.digit);
});
main.addEventListener('input', () => { showAmount(); showSeat(); });
main.addEventListener('toggle', (event) => { if (event.target.matches('.report[open]')) openReport(event.target); }, true);
main.addEventListener('click', (event) => {
  if (!event.target.closest('[data-wants-seat][data-seat=""]')) return;
  event.preventDefault(); // point at where the seat is missing
  main.querySelector('.report-seats input')?.focus();
}, true);
main.addEventListener('click', (event) => {
  if (!event.target.closest('[data-wants-amount]')) return;
  event.preventDefault(); // a bet or raise without an amount: point at where it is missing
  amount().focus();
}, true);

// Letters may be switched off, for those whose keyboard or speech says them unasked; digits, Enter and Escape stay.
const letters = document.getElementById('letters');
letters.setAttribute('aria-pressed', String(localStorage.getItem('letters') !== 'off'));
letters.addEventListener('click', () => {
  const on = letters.getAttribute('aria-pressed') !== 'true';
  letters.setAttribute('aria-pressed', String(on));
  localStorage.setItem('letters', on ? 'on' : 'off');
});

function keyFor(pressed) {
  if (pressed.length === 1 && letters.getAttribute('aria-pressed') !== 'true') return undefined;
  const name = CSS.escape(pressed.length === 1 ? pressed.toLowerCase() : pressed);
  return [...main.querySelectorAll(`[data-hot="${name}"]`)].find((key) => key.checkVisibility());
}

// While seats are to be chosen a digit is the number of a seat; 0 is the tenth.
function seatFor(digit) {
  const number = digit === '0' ? '10' : digit;
  const seats = [...main.querySelectorAll('.pick[open] .pick-seats button')];
  return seats.length ? seats.find((key) => key.textContent === number) ?? null : undefined;
}

function letter(event) {
  if (event.target.matches('[data-pad] input') && event.key !== 'Escape') return undefined; // letters of a card are no keys
  const typing = event.target === amount();
  if (event.target.matches('input[type=radio]') && event.key !== 'Escape') return undefined; // arrows choose a seat
  if (event.key === 'Escape') {
    closePicks();
    return setAmount('');
  }
  const seat = /^\d$/.test(event.key) ? seatFor(event.key) : undefined;
  if (seat !== undefined) return seat?.click();
  if (/^\d$/.test(event.key)) return typing ? undefined : setAmount(`${amount()?.value ?? ''}${event.key}`);
  if (event.key === 'Backspace') return typing ? undefined : setAmount((amount()?.value ?? '').slice(0, -1));
  if (event.key === 'Enter' && event.target.closest('button, summary, a')) return undefined;
  const wager = event.key === 'Enter' && amount()?.value ? main.querySelector('.piece-keys [data-wager]') : null;
  const key = wager ?? keyFor(event.key);
  if (!key || key.disabled || (armed.settling(main) && key.closest('.piece-keys'))) return undefined;
  event.preventDefault(); // or Enter in the amount would press the form's own first key as well
  return key.click();
}

document.addEventListener('keydown', (event) => {
  if (!event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey) letter(event);
});

takeOrders(form, main.dataset.orders, followTable(main, newView));
form.addEventListener('ordered', () => {
  armed.pressed();
  closePicks();
});
newView();
