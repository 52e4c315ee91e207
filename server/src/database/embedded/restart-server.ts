// Starts the server again whenever it ends while it is used, however long the cause lasts: a killed process, a full disk.
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { UsedServer } from './start-server.ts';

interface Watch {
  server: UsedServer;
  /** @returns undefined when it gave up. */
  start: (signal: AbortSignal) => Promise<UsedServer | undefined>;
  onStart: (server: UsedServer) => void;
  log: (message: string, error: Error) => void;
}

const lookMilliseconds = 250;
const longestPauseMilliseconds = 5000;

/** @returns a function that ends the watch and answers the server that runs then, if one does. */
export function restartWhenEnded({ server, start, onStart, log }: Watch): () => Promise<UsedServer | undefined> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Nobody waits for the watch: where it alone is left, the process may end.
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  let running: UsedServer | undefined = server;

  const startAgain = async (): Promise<UsedServer | undefined> => {
    let said = '';
    for (let wait = lookMilliseconds; !signal.aborted; wait = Math.min(wait * 2, longestPauseMilliseconds)) {
      try {
        const started = await start(signal);
        if (started) onStart(started);
        if (started || signal.aborted) return started;
      } catch (error) {
        const { message } = error as Error;
        if (message !== said) log('The database cannot be started; it is tried again and again.', new Error(message));
        said = message;
      }
      await pause(wait);
    }
    return undefined;
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(lookMilliseconds);
      if (signal.aborted || !running?.hasEnded()) continue;
      log('The database has ended and is started again.', new Error('its process is gone'));
      closeSync(running.hold);
      running = undefined;
      running = await startAgain();
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    return running;
  };
}
