// After a new release an open page may ask for a screen that is gone. It is loaded again, once in ten seconds at most; while
// the connection is gone that would only lose what is on the page.
const key = 'reloaded-for-a-missing-part-at';
const onceInMilliseconds = 10_000;

export async function reloadIfMissing<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const now = Date.now();
    if (!navigator.onLine || now - Number(sessionStorage.getItem(key)) < onceInMilliseconds) throw error;
    sessionStorage.setItem(key, String(now));
    window.location.reload();
    return new Promise<never>(() => {}); // nothing more happens on this page
  }
}
