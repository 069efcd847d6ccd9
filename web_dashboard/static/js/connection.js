// One event stream that heals itself. Says `lost` when the server has been silent for three seconds, whatever the network believes.

const SILENT_MS = 2500; // so that it stands there within three seconds
const NAMES = ['snapshot', 'tables', 'alarms', 'beat', 'reauth'];

// `url` brings its language along: one stream for each language of this browser's pages.
export function connect(url, tell) {
  let source;
  let timer;
  let last = Date.now();
  let lost = false;

  function open() {
    source = new EventSource(`${url}&beat=1`);
    for (const name of NAMES) source.addEventListener(name, (event) => got(name, event.data));
    source.onerror = drop;
    watch();
  }

  function watch() {
    clearTimeout(timer);
    timer = setTimeout(drop, SILENT_MS);
  }

  function got(name, text) {
    watch();
    last = Date.now();
    lost = false;
    tell(name, JSON.parse(text));
  }

  function drop() {
    clearTimeout(timer);
    source.close();
    if (!lost) tell('lost', last);
    lost = true;
    setTimeout(open, 1500 + Math.random() * 1000); // not all pages in the same moment
  }

  open();
}
