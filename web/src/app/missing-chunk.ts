// After a new release an open page may ask for a part that is gone. It is loaded anew, once in ten seconds at most.
const key = 'reloaded-for-a-missing-part-at';
const onceInMilliseconds = 10_000;

export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(key)) < onceInMilliseconds) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(now));
    window.location.reload();
  });
}
