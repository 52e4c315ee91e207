// Delivers the sandbox's events to a receiving process (receiver.ts) that is killed now and then, and runs the reconciliation job in it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { markDelivered } from '@remembrance/sandbox/events.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import type { Random } from '../support/random.ts';
import { makeRunFolder } from '../support/run-folder.ts';

const killProbability = 0.03;
/** The probability that no event arrives for a while. Otherwise one of several usually arrives, and the job has nothing to recover. */
const awayProbability = 0.25;
const maxJobTries = 20;

export interface Delivery {
  deliverUndelivered(random: Random): Promise<void>;
  /** Runs the reconciliation job. @returns whether it completed */
  reconcile(): Promise<boolean>;
  end(): void;
}

/** @param counts are raised with each delivery and kill */
export async function openDelivery(
  harness: PaymentHarness,
  counts: { deliveries: number; kills: number },
): Promise<Delivery> {
  const { clock, settings } = harness;
  const compiled = makeRunFolder('compiled');
  let receiver = await startReceiver(settings, compiled.path);
  return {
    async deliverUndelivered(random) {
      if (random.happens(awayProbability)) return;
      for (const event of permuted(await listUndelivered(harness), random)) {
        counts.deliveries += 1;
        const now = clock.now();
        const accepted = receiver.deliver(now, harness.signed(event, now));
        if (random.happens(killProbability)) {
          await delay(random.next() * 12);
          await receiver.kill();
          counts.kills += 1;
          receiver = await startReceiver(settings, compiled.path);
        }
        if (await accepted) await markDelivered(sandboxStore(harness.database, now), event);
      }
    },
    async reconcile() {
      for (let tries = 0; tries < maxJobTries; tries++) if (await receiver.deliver(clock.now())) return true;
      return false;
    },
    end() {
      receiver.end();
      compiled.remove();
    },
  };
}

const listUndelivered = ({ database, clock }: PaymentHarness) =>
  sandboxStore(database, clock.now()).list('event', { pending_webhooks: 1 });

// Delivers each event zero, one or two times, in random order.
function permuted<Thing>(things: readonly Thing[], random: Random): Thing[] {
  return things
    .flatMap((thing) => Array.from({ length: Math.floor(random.next() * 3) }, () => ({ thing, place: random.next() })))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}

interface Receiver {
  /** Whether the event was accepted; false if the process was killed. Without an event the reconciliation job runs. */
  deliver(at: Date, event?: { payload: string; signature: string }): Promise<boolean>;
  kill(): Promise<void>;
  end(): void;
}

async function startReceiver(settings: Record<string, string>, compiled: string): Promise<Receiver> {
  const { PATH, TMPDIR, TZ } = process.env;
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'receiver.ts'), {
    env: { PATH, TMPDIR, TZ, NODE_COMPILE_CACHE: compiled, ...settings },
    execArgv: [],
  });
  const waiting = new Map<number, (accepted: boolean) => void>();
  let lastNumber = 0;
  child.on('message', ({ number, accepted }: { number: number; accepted: boolean }) => waiting.get(number)?.(accepted));
  child.once('exit', () => {
    for (const answered of waiting.values()) answered(false);
  });
  const isReady = await new Promise<boolean>((resolve) => waiting.set(0, resolve));
  if (!isReady) throw new Error('the receiving process did not start');
  return {
    deliver(at, event) {
      const number = ++lastNumber;
      const accepted = new Promise<boolean>((resolve) => waiting.set(number, resolve));
      child.send({ number, at: at.toISOString(), event });
      return accepted;
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    end: () => child.disconnect(),
  };
}
