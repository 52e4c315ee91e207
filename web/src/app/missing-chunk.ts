// Reloads a page whose chunk no longer exists after a new release, at most once in ten seconds. It does not reload while
// offline, because that would only lose what is on the page.
const key = 'reloaded-for-a-missing-part-at';
const onceInMilliseconds = 10_000;

export async function reloadIfMissing<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine || !noteReload(Date.now())) throw error;
    window.location.reload();
    return new Promise<never>(() => {}); // the page is about to reload
  }
}

/** @returns false if the page was reloaded recently, or if storage is unavailable. */
function noteReload(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(key)) < onceInMilliseconds) return false;
    sessionStorage.setItem(key, String(now));
    return true;
  } catch {
    return false;
  }
}
