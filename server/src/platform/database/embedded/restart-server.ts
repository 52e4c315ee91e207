// Restarts the server whenever it ends while in use (a killed process, a full disk), and tries for as long as it takes.
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

const checkMilliseconds = 250;
const maxPauseMilliseconds = 5000;

/** @returns a function that ends the watch and returns the running server, if there is one. */
export function restartWhenEnded({ server, start, onStart, log }: Watch): () => Promise<UsedServer | undefined> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // The timer does not keep the process running.
  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  let running: UsedServer | undefined = server;

  const startAgain = async (): Promise<UsedServer | undefined> => {
    let lastLogged = '';
    for (let wait = checkMilliseconds; !signal.aborted; wait = Math.min(wait * 2, maxPauseMilliseconds)) {
      try {
        const started = await start(signal);
        if (started) onStart(started);
        if (started || signal.aborted) return started;
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastLogged) log('The database cannot be started. We keep trying.', new Error(message));
        lastLogged = message;
      }
      await pause(wait);
    }
    return undefined;
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(checkMilliseconds);
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
