// The table page.
import { countDown } from './countdown.js';
import { followTable } from './pieces.js';
import { takeOrders } from './orders.js';
import { shortcut } from './shortcuts.js';

const main = document.querySelector('main');
const form = document.getElementById('orders');
const shown = followTable(main, countDown);
takeOrders(form, main.dataset.orders, shown);

const menus = () => [...main.querySelectorAll('details.menu[open]')];

function closeMenus() {
  for (const menu of menus()) menu.open = false;
}

form.addEventListener('ordered', closeMenus);
document.addEventListener('click', (event) => { if (!event.target.closest('.menu')) closeMenus(); });

function go(rel) {
  const link = document.querySelector(`[data-go=${rel}]`);
  if (link) location.assign(link.href);
}

shortcut('j', () => go('next'));
shortcut('k', () => go('prev'));
shortcut('f', () => go('first'));
shortcut('/', () => main.querySelector('.reason input').focus());
shortcut('Escape', () => {
  if (menus().length) closeMenus();
  else if (document.activeElement !== document.body) document.activeElement.blur();
  else go('wall');
});
