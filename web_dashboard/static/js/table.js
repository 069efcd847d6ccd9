// The table page.
import { followTable } from './pieces.js';
import { takeOrders } from './orders.js';

const main = document.querySelector('main');
const form = document.getElementById('orders');
const shown = followTable(main, () => {});
takeOrders(form, main.dataset.orders, shown);
form.addEventListener('ordered', () => {
  const open = main.querySelector('details[open]');
  if (open) open.open = false;
});
