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

/**
 * Runs once for everyone who calls in one turn of the event loop, up to a maximum.
 * @param work may run concurrently; all who joined get its result, and if it fails, it fails for all of them
 */
export function onceATurn<Item, Result>(
  work: (items: Item[]) => Promise<Result>,
  maxItems = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Result> {
  let current: { items: Item[]; result: Promise<Result>; begin: () => void } | undefined;
  const open = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const items: Item[] = [];
    const begin = () => {
      if (current?.items === items) current = undefined;
      resolve();
    };
    setImmediate(begin);
    return { items, begin, result: promise.then(() => work(items)) };
  };
  return (item) => {
    current ??= open();
    const { items, result, begin } = current;
    if (items.push(item) === maxItems) begin();
    return result;
  };
}

/** Reads once for everyone who calls in one turn of the event loop. If that fails, the next caller reads again. */
export function readOnceATurn<Value>(read: () => Value): () => Value {
  let current: { value: Value } | undefined;
  return () => {
    if (!current) setImmediate(() => (current = undefined));
    current ??= { value: read() };
    return current.value;
  };
}
