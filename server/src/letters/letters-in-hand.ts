// The letters this process is sending right now. None of them is taken a second time, they are bounded in number, and a stop
// of the service ends them within seconds, whatever hangs.

export interface LettersInHand {
  ids(): string[];
  /** So many are under way that no further one is taken; or the service stops. */
  isFull(): boolean;
  /** Sends one. The signal says that the service stops and waits no longer. */
  hold<T>(letterId: string, send: (stopping: AbortSignal) => Promise<T>): Promise<T>;
  /** Takes no further letter, waits a moment for those under way and cuts what is left. */
  stop(): Promise<void>;
}

/** Each has a connection of its own; mail servers allow one client a few dozen. */
const maxInHand = 24;
const politeMilliseconds = 2000;
const cutMilliseconds = 1500;

export function createLettersInHand(): LettersInHand {
  const inHand = new Map<string, Promise<unknown>>();
  const cut = new AbortController();
  let stopping = false;
  const untilEmpty = (milliseconds: number) =>
    Promise.race([Promise.allSettled(inHand.values()), new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  return {
    ids: () => [...inHand.keys()],
    isFull: () => stopping || inHand.size >= maxInHand,
    hold(letterId, send) {
      const sending = send(cut.signal).finally(() => inHand.delete(letterId));
      inHand.set(letterId, sending);
      return sending;
    },
    async stop() {
      stopping = true;
      if (inHand.size > 0) await untilEmpty(politeMilliseconds);
      cut.abort();
      if (inHand.size > 0) await untilEmpty(cutMilliseconds);
    },
  };
}
