// A language chosen on one page holds for all open pages of this browser: each comes anew, and with it its stream.
(() => {
  const channel = new BroadcastChannel('language');
  const here = new URL(location);
  const now = document.documentElement.lang;
  channel.onmessage = ({ data }) => { if (data !== now) location.reload(); };
  if (here.searchParams.has('lang')) {
    here.searchParams.delete('lang'); // the cookie holds it; a page loaded again must not choose it again
    history.replaceState(history.state, '', here);
    channel.postMessage(now);
  }
  const menu = document.querySelector('.languages');
  document.addEventListener('click', (event) => { if (!menu.contains(event.target)) menu.open = false; });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
})();
