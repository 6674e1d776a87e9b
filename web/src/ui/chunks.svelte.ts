/**
 * Parts of the client that did not come: the network stumbled, the server was busy, or a newer client has been
 * installed and this one's files are gone. The page is loaded again, later and later; nothing is lost by that.
 */
const WAITS = [0, 3_000, 10_000, 30_000];
const FORGOTTEN = 120_000; // after so long without trouble the first wait is short again
const STORED = 'puur.reloads';

let missing = $state(false);
/** Whether the page waits before it loads itself again. */
export const partMissing = (): boolean => missing;

/** How often the page has done so of late. */
function reloads(): number {
  try {
    const { count, at } = JSON.parse(sessionStorage.getItem(STORED) ?? '') as { count: number; at: number };
    return Date.now() - at < FORGOTTEN ? count : 0;
  } catch {
    return 0; // none yet
  }
}

export function reloadWhenPartsAreMissing(): void {
  let waiting = false;
  addEventListener('vite:preloadError', () => {
    if (waiting || !navigator.onLine) return;
    waiting = true;
    const count = reloads();
    sessionStorage.setItem(STORED, JSON.stringify({ count: count + 1, at: Date.now() }));
    missing = count > 0;
    setTimeout(() => location.reload(), WAITS[Math.min(count, WAITS.length - 1)]);
  });
}
