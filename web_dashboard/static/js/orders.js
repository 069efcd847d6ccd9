// Gives orders: reads what a pressed key says, posts it, shows a refusal. The page itself changes only by the stream.

const words = document.body.dataset;
const NUMBERS = new Set([
  ...['seat', 'to', 'question', 'nth', 'chips', 'amount', 'pot'],
  ...['small_blind', 'big_blind', 'ante', 'number', 'minutes'],
]);
const YES_OR_NO = new Set(['by_dealer', 'newcomer', 'run']);
let token = document.querySelector('meta[name="csrf-token"]').content;
let hide;

export function say(text) {
  const said = document.getElementById('said');
  said.textContent = text;
  said.hidden = false;
  clearTimeout(hide);
  hide = setTimeout(() => { said.hidden = true; }, 6000);
}

function typed(name, value) {
  if (YES_OR_NO.has(name)) return value === 'true';
  return NUMBERS.has(name) && /^\d+$/.test(value) ? Number(value) : value;
}

function written(field) {
  return field.type === 'checkbox' && !field.checked ? '' : field.value.trim();
}

// `raise to` takes `to` from the form, `cards:card` takes `cards` from its field `card`, `show seat=3` brings it along, `as=floor`
// says who gives the order; the server reads plain forms by the same rule.
function orderOf(form, key) {
  const [kind, ...fields] = key.value.split(' ');
  const order = { kind };
  for (const field of fields) {
    const [where, brought] = field.split('=');
    const [name, asked] = where.split(':');
    const value = brought ?? written(form.elements.namedItem(asked ?? name));
    if (value) order[name] = typed(name, value);
  }
  return order;
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// A server that was started anew knows no token of before; the page it serves now has one.
async function newToken() {
  const page = await fetch(location.href, { signal: AbortSignal.timeout(4000) });
  token = new DOMParser().parseFromString(await page.text(), 'text/html').querySelector('meta[name="csrf-token"]').content;
}

async function ask(url, body, tries) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token, 'X-Page-Language': document.documentElement.lang },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(4000),
  });
  if (answer.status === 504 && tries > 1) return post(url, body, tries - 1);
  const told = await answer.json();
  if (told.error?.code === 'csrf' && tries > 1) {
    await newToken();
    return post(url, body, tries - 1);
  }
  return { status: answer.status, told };
}

// Asked again with the same key an order is done at most once. Of one without an answer in the end nobody knows whether it was done.
async function post(url, body, tries = 3) {
  try {
    return await ask(url, body, tries);
  } catch (wrong) {
    if (wrong.name !== 'TimeoutError') throw wrong;
    return tries > 1 ? post(url, body, tries - 1) : { status: 504, told: { error: { text: words.sayUnknown } } };
  }
}

function whyNot({ rejection, error }) {
  if (rejection) return rejection.text;
  return error.field ? `${error.text} (${error.field.replace('order.', '')})` : error.text;
}

// One order about what the page shows as of `seen`; the answer is its status and what was told. Rejects when nobody answers.
export function give(url, order, seen) {
  return post(url, { order, seen_seq: seen, key: newKey() });
}

// Keys that belong to `form` send their orders by script. `shown` gives the sequence number the page shows.
export function takeOrders(form, url, shown) {
  let under = null; // the order that is under way, and what the page showed when it was given

  async function until(seq) {
    for (let waited = 0; shown() < seq && waited < 1500; waited += 25) await new Promise((done) => { setTimeout(done, 25); });
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (under?.seen === shown()) return; // a second tap; when the page shows what followed, a key means what it shows now
    const mine = { key: event.submitter, seen: shown() };
    under = mine;
    mine.key.setAttribute('aria-busy', 'true');
    const { as: role, ...order } = orderOf(form, mine.key);
    const body = { order, seen_seq: mine.seen, key: newKey(), role };
    form.dispatchEvent(new CustomEvent('ordered', { detail: body.order }));
    try {
      const { status, told } = await post(url, body);
      if (status === 202) await until(told.seq);
      else say(whyNot(told));
    } catch {
      say(words.sayUnsent);
    }
    mine.key.removeAttribute('aria-busy');
    if (under === mine) under = null;
  });
}
