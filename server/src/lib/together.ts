// Does a costly step once for everyone who asks for it while the last one runs: a request during one write joins the next write.

/** @param work is never run beside itself; if it fails, it fails for everybody who joined */
export function together<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let joined: Item[] = [];
  let last = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    const items = joined;
    joined = [];
    next = undefined;
    last = work(items);
    return last;
  };
  return (item) => {
    joined.push(item);
    next ??= last.catch(() => {}).then(begin);
    return next;
  };
}
