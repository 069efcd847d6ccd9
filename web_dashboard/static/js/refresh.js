// Fetches a piece when told that it changed: one request at a time, `gap` milliseconds apart, and once more if it changed meanwhile.

export function refresher(address, show, gap = 0) {
  let busy = false;
  let again = false;

  async function refresh() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    const rested = new Promise((done) => { setTimeout(done, gap); });
    const asked = address();
    try {
      const answer = await fetch(asked, { headers: { 'X-Page-Language': document.documentElement.lang }, signal: AbortSignal.timeout(3000) });
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.text());
    } catch {
      setTimeout(refresh, 1000);
    }
    await rested;
    busy = false;
    if (again) refresh();
  }
  return refresh;
}
