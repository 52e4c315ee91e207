// The letters this process is sending now. It claims none of them twice, limits their number, and ends all of them within
// seconds when the service stops, even those that hang.

export interface LettersInFlight {
  ids(): string[];
  /** Reserves room for this many letters, or for as many as fit beside `kept`: none when the service is stopping. */
  reserve(wanted: number, kept?: number): number;
  /** Ends a reservation that is not needed. */
  unreserve(room: number): void;
  /** Sends a letter in reserved room and lists it until it is sent. A stopping service aborts the signal when it stops waiting. */
  track<T>(letterId: string, send: (stopping: AbortSignal) => Promise<T>): Promise<T>;
  /** Accepts no more letters, waits briefly for those in flight and aborts the rest. */
  stop(): Promise<void>;
}

const politeMilliseconds = 2000;
const cutMilliseconds = 1500;

export function createLettersInFlight({ atOnce }: { atOnce: number }): LettersInFlight {
  const inFlight = new Map<string, Promise<unknown>>();
  const cut = new AbortController();
  let room = atOnce;
  let stopping = false;
  const untilEmpty = (milliseconds: number) =>
    Promise.race([Promise.allSettled(inFlight.values()), new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  return {
    ids: () => [...inFlight.keys()],
    reserve(wanted, kept = 0) {
      const reserved = stopping ? 0 : Math.max(0, Math.min(wanted, room - kept));
      room -= reserved;
      return reserved;
    },
    unreserve(unused) {
      room += unused;
    },
    track(letterId, send) {
      const sending = send(cut.signal).finally(() => {
        inFlight.delete(letterId);
        room += 1;
      });
      inFlight.set(letterId, sending);
      return sending;
    },
    async stop() {
      stopping = true;
      if (inFlight.size > 0) await untilEmpty(politeMilliseconds);
      cut.abort();
      if (inFlight.size > 0) await untilEmpty(cutMilliseconds);
    },
  };
}
