// Runs a costly step once for many callers.
/**
 * Runs once for everyone who calls while the previous run is active: a call during one write joins the next write.
 * @param work never runs concurrently; all who joined get its result, and if it fails, it fails for all of them
 */
export function together<Item, Result = void>(
  work: (items: Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let joined: Item[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  const begin = () => {
    const items = joined;
    joined = [];
    next = undefined;
    const running = work(items);
    last = running.catch(() => {});
    return running;
  };
  return (item) => {
    joined.push(item);
    next ??= last.then(begin);
    return next;
  };
}
