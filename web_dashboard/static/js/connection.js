// One event stream that heals itself. Says `lost` when the server has been silent for three seconds, whatever the network believes.

const SILENT_MS = 2500; // so that it stands there within three seconds
const NAMES = ['snapshot', 'tables', 'alarms', 'beat', 'reauth'];

// `url` brings its language along: one stream for each language of this browser's pages.
export function connect(url, tell) {
  let source;
  let timer;
  let last = Date.now();
  let lost = false;
  let tries = 0; // since something was heard: a server that has too much to do is asked less often and given more time

  function open() {
    source = new EventSource(`${url}&beat=1`);
    for (const name of NAMES) source.addEventListener(name, (event) => got(name, event.data));
    source.onerror = drop;
    watch();
  }

  function watch() {
    clearTimeout(timer);
    timer = setTimeout(drop, SILENT_MS * 2 ** Math.min(tries, 3));
  }

  function got(name, text) {
    tries = 0;
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
    tries += 1;
    setTimeout(open, 1000 + 500 * Math.min(tries, 8) + Math.random() * 1000); // not all pages in the same moment
  }

  open();
}
