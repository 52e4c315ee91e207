// Recognises the error React throws when a browser's translation has replaced a text node that React wants to remove or insert before.
// Rendering again repairs the page, so a boundary tries that once in ten seconds.
const onceInMilliseconds = 10_000;

/** For one boundary. A second failure soon after the first has another cause, or would repeat forever. */
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
