// Delivers the card processor's events in random permutations (lost, doubled, late, reordered, the process that takes them
// killed in between), lets the reconciling job run, and judges what is left by what the sandbox holds.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentOffice } from './payment-office.ts';
import { buyAtRandom, type Chance, judgeOwner } from './webhook-stories.ts';

export interface WebhookReport {
  permutations: number;
  deliveries: number;
  kills: number;
  /** Each is a sentence; empty where all is well. */
  violations: string[];
}

interface Run {
  permutations: number;
  seed: number;
  /** What another process needs to work on the same database with the same keys. */
  settings: Record<string, string>;
}

const killProbability = 0.03;
const triesOfTheJob = 20;

/** The office's own events do not arrive while this runs. */
export async function runWebhooks(
  office: PaymentOffice,
  { permutations, seed, settings }: Run,
): Promise<WebhookReport> {
  const chance = seeded(seed);
  const report: WebhookReport = { permutations, deliveries: 0, kills: 0, violations: [] };
  office.eventsArrive(false);
  let taker = await startTaker(settings);
  for (let round = 0; round < permutations; round++) {
    office.held.length = 0;
    const story = await buyAtRandom(office, chance);
    await office.sandbox.delivered();
    for (const { payload } of permuted(office.held, chance)) {
      report.deliveries += 1;
      const now = office.clock.now();
      const taken = taker.deliver(now, office.signed(JSON.parse(payload), now));
      if (chance() < killProbability) {
        await delay(chance() * 12);
        await taker.kill();
        report.kills += 1;
        taker = await startTaker(settings);
      }
      await taken;
    }
    // What was lost, and what a killed process left half done, is the job's.
    if (!(await reconciled(taker, office))) report.violations.push(`round ${round}: the job did not run to its end`);
    report.violations.push(...(await judgeOwner(office, story)).map((words) => `round ${round}: ${words}`));
  }
  taker.end();
  return report;
}

function seeded(seed: number): Chance {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed}/${drawn++}`).digest().readUInt32BE(0) / 2 ** 32;
}

async function reconciled(taker: Taker, { clock }: PaymentOffice): Promise<boolean> {
  for (let tries = 0; tries < triesOfTheJob; tries++) if (await taker.deliver(clock.now())) return true;
  return false;
}

// Each none, once or twice, in any order.
function permuted<Thing>(things: readonly Thing[], chance: Chance): Thing[] {
  return things
    .flatMap((thing) => Array.from({ length: Math.floor(chance() * 3) }, () => ({ thing, place: chance() })))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}

interface Taker {
  /** Whether it was taken; false also where the process was killed over it. Without an event the job runs. */
  deliver(at: Date, event?: { payload: string; signature: string }): Promise<boolean>;
  kill(): Promise<void>;
  end(): void;
}

async function startTaker(settings: Record<string, string>): Promise<Taker> {
  const { PATH, TMPDIR } = process.env;
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'event-taker.ts'), {
    env: { PATH, TMPDIR, ...settings },
    execArgv: [],
  });
  const waiting = new Map<number, (taken: boolean) => void>();
  let last = 0;
  child.on('message', ({ number, taken }: { number: number; taken: boolean }) => waiting.get(number)?.(taken));
  child.once('exit', () => {
    for (const answered of waiting.values()) answered(false);
  });
  const isUp = await new Promise<boolean>((resolve) => waiting.set(0, resolve));
  if (!isUp) throw new Error('the process that takes events did not start');
  return {
    deliver(at, event) {
      const number = ++last;
      const taken = new Promise<boolean>((resolve) => waiting.set(number, resolve));
      child.send({ number, at: at.toISOString(), event });
      return taken;
    },
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    end: () => child.disconnect(),
  };
}
