// What React throws when a browser's translation has replaced a text before which it inserts or which it removes. Shown again, the
// page is whole, so a boundary tries that once in ten seconds.
const onceInMilliseconds = 10_000;

/** For one boundary. A second failure soon after the first has another cause, or would repeat for ever. */
export class LostNodes {
  #repeatedAt = Number.NEGATIVE_INFINITY;

  isWorthRepeating(error: unknown): boolean {
    const now = performance.now();
    if (!isLostNode(error) || now - this.#repeatedAt < onceInMilliseconds) return false;
    this.#repeatedAt = now;
    return true;
  }
}

/** Safari's message names no method, and nothing else throws this while a page is rendered. */
const isLostNode = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';
