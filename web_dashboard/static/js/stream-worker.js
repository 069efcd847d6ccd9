// One stream for all pages of this browser: HTTP/1.1 allows six connections a host, and each page would hold one for ever.
import { connect } from './connection.js';

const ports = new Set();
const latest = new Map();
let lost = null;
let started = false;

function tell(name, data) {
  lost = name === 'lost' ? data : null;
  if (name === 'snapshot') latest.clear();
  const views = name === 'beat' ? data.views ?? [] : name === 'snapshot' || name === 'tables' ? data : [];
  for (const view of views) latest.set(view.table, view);
  for (const port of ports) port.postMessage({ name, data });
}

self.onconnect = (event) => {
  const port = event.ports[0];
  ports.add(port);
  port.onmessage = () => ports.delete(port); // a page says goodbye; it says nothing else
  if (latest.size) port.postMessage({ name: 'snapshot', data: [...latest.values()], again: true });
  if (lost !== null) port.postMessage({ name: 'lost', data: lost });
  if (!started) connect(self.name, tell);
  started = true;
};
