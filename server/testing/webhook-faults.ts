// Delivers the card processor's events in random permutations (lost, doubled, late, reordered, the process that takes them
// killed in between), lets the reconciling job run, and judges what is left by what the sandbox holds.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { markDelivered } from '@remembrance/sandbox/events.ts';
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { notInArray } from 'drizzle-orm';
import type { PaymentHarness } from './payment-harness.ts';
import { buyAtRandom, type Chance, goOnAtRandom, reportBought, type Story } from './webhook-stories.ts';
import { judgeOwner } from './webhook-verdict.ts';

export interface WebhookReport {
  permutations: number;
  deliveries: number;
  kills: number;
  /** What happened to owners after they had bought. */
  steps: number;
  /** Each is a sentence; empty where all is well. */
  violations: string[];
}

interface Run {
  permutations: number;
  seed: number;
  /** Hears of every violation as it is found, and how far the run has come. */
  tell?: (line: string) => void;
  /** What another process needs to work on the same database with the same keys. */
  settings: Record<string, string>;
}

const killProbability = 0.03;
const triesOfTheJob = 20;

const maxSteps = 6;
const jobProbability = 0.6;
const reportEvery = 100;

/** The office's own events do not arrive while this runs. */
export async function runWebhooks(
  harness: PaymentHarness,
  { permutations, seed, settings, tell = () => {} }: Run,
): Promise<WebhookReport> {
  const chance = seeded(seed);
  const report: WebhookReport = { permutations, deliveries: 0, kills: 0, steps: 0, violations: [] };
  await harness.sandbox.tools.setDropping(true);
  const line = await openLine(settings, { harness, chance, report });
  let told = 0;
  for (let round = 0; round < permutations; round++) {
    const story = await buyAtRandom(harness, chance);
    const settle = async (isHeard: boolean) => {
      await line.deliverUndelivered();
      if (isHeard) await judge(line, story, `round ${round}`);
    };
    const isReported = chance() < 0.5;
    if (isReported) await reportBought(harness, story);
    await settle(!isReported);
    const steps = Math.floor(chance() * maxSteps);
    for (let step = 0; step < steps; step++) {
      await goOnAtRandom(harness, story, chance);
      report.steps += 1;
      await settle(chance() < jobProbability);
    }
    await settle(true);
    await forgetObjects(harness);
    for (const words of report.violations.slice(told)) tell(`violated: ${words}`);
    told = report.violations.length;
    if ((round + 1) % reportEvery === 0) tell(`${round + 1} permutations, ${report.kills} kills, ${told} violations`);
  }
  line.end();
  return report;
}

// What was lost, and what a killed process left half done, is the job's.
async function judge({ harness, report, reconcile }: Line, story: Story, where: string): Promise<void> {
  const name = `${where} (${story.told.join('; ')})`;
  if (!(await reconcile())) report.violations.push(`${name}: the job did not run to its end`);
  report.violations.push(...(await judgeOwner(harness, story)).map((words) => `${name}: ${words}`));
}

interface Working {
  harness: PaymentHarness;
  chance: Chance;
  report: WebhookReport;
}
interface Line extends Working {
  deliverUndelivered(): Promise<void>;
  reconcile(): Promise<boolean>;
  end(): void;
}

/** Between the sandbox and a process that takes its events, and that is killed now and then. */
async function openLine(settings: Record<string, string>, working: Working): Promise<Line> {
  const { harness, chance, report } = working;
  const { clock } = harness;
  let taker = await startTaker(settings);
  return {
    ...working,
    async deliverUndelivered() {
      for (const event of permuted(await untaken(harness), chance)) {
        report.deliveries += 1;
        const now = clock.now();
        const taken = taker.deliver(now, harness.signed(event, now));
        if (chance() < killProbability) {
          await delay(chance() * 12);
          await taker.kill();
          report.kills += 1;
          taker = await startTaker(settings);
        }
        if (await taken) await markDelivered(sandboxStore(harness.database, now), event);
      }
    },
    async reconcile() {
      for (let tries = 0; tries < triesOfTheJob; tries++) if (await taker.deliver(clock.now())) return true;
      return false;
    },
    end: () => taker.end(),
  };
}

const untaken = ({ database, clock }: PaymentHarness) =>
  sandboxStore(database, clock.now()).list('event', { pending_webhooks: 1 });

// One owner's objects are of no use to the next, and would be looked through at every call.
async function forgetObjects({ database }: PaymentHarness): Promise<void> {
  await database.delete(sandboxObjects).where(notInArray(sandboxObjects.kind, ['price', 'event_delivery']));
}

function seeded(seed: number): Chance {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed}/${drawn++}`).digest().readUInt32BE(0) / 2 ** 32;
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
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'webhook-receiver.ts'), {
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
