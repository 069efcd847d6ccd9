// A page of one table: its pieces follow the stream.
import { live, hear, tick } from './live.js';
import { morph, parse } from './morph.js';
import { refresher } from './refresh.js';

// `after` runs once the page shows a new view. The answer is a function that gives the sequence number shown.
export function followTable(main, after) {
  const { table, stream, fragment } = main.dataset;
  const shown = () => Number(main.querySelector('[data-seq]').dataset.seq);
  let newest = shown();

  const refresh = refresher(() => `${fragment}?seq=${newest}`, (html) => {
    for (const piece of [...parse(html).children]) {
      const now = document.getElementById(piece.id);
      if (now) morph(now, piece);
    }
    tick();
    after();
  });

  hear(table, JSON.parse(main.dataset.age));
  live(stream, (views) => {
    const view = views.find((each) => each.table === table);
    if (!view) return;
    newest = view.seq;
    refresh();
  });
  return shown;
}
