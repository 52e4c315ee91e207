// Delivers webhook events in random permutations (lost, duplicated, late, reordered, with the receiving process killed in
// between), runs the reconciliation job, and compares our rows with the sandbox's objects.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { markDelivered } from '@remembrance/sandbox/events.ts';
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { notInArray } from 'drizzle-orm';
import { makeRunFolder } from '../support/run-folder.ts';
import { buyAtRandom, reportBought } from './buy-plans.ts';
import { checkOwner } from './check-owner.ts';
import { takeRandomSteps } from './random-steps.ts';
import type { RandomNumber, SimulatedOwner } from './simulated-owner.ts';

export interface WebhookReport {
  permutations: number;
  deliveries: number;
  kills: number;
  /** Later events in the owners' stories, such as renewals and refunds. */
  steps: number;
  /** One sentence each; empty when everything holds. */
  violations: string[];
}

interface Run {
  permutations: number;
  seed: number;
  /** Which of several processes this is, each of which runs every so many of the rounds. */
  share?: { first: number; every: number };
  /** Receives every violation as it is found, and the progress of the run. */
  log?: (line: string) => void;
}

const killProbability = 0.03;
/** Of no event arriving for a while. Otherwise one of several mostly does, and the job has nothing to recover. */
const awayProbability = 0.25;
const maxJobTries = 20;

const maxSteps = 7;
const jobProbability = 0.6;
const reportEvery = 100;

/** The harness delivers no events of its own while this runs. */
export async function runWebhooks(
  harness: PaymentHarness,
  { permutations, seed, share: { first, every } = { first: 0, every: 1 }, log = () => {} }: Run,
): Promise<WebhookReport> {
  const report: WebhookReport = { permutations: 0, deliveries: 0, kills: 0, steps: 0, violations: [] };
  await harness.sandbox.tools.setDropping(true);
  const delivery = await openDelivery({ harness, report });
  let logged = 0;
  for (let round = first; round < permutations; round += every) {
    await runRound(delivery, round, seeded(`${seed}/${round}`));
    await deleteObjects(harness);
    for (const violation of report.violations.slice(logged)) log(`violated: ${violation}`);
    logged = report.violations.length;
    report.permutations += 1;
    if (report.permutations % reportEvery === 0)
      log(`${report.permutations} permutations, ${report.kills} kills, ${logged} violations`);
  }
  delivery.end();
  return report;
}

async function runRound(delivery: Delivery, round: number, random: RandomNumber): Promise<void> {
  const { harness, report } = delivery;
  let history: string[] = [];
  try {
    const owner = await buyAtRandom(harness, random);
    history = owner.history;
    await runOwner(delivery, owner, round, random);
  } catch (error) {
    const { stack } = error as Error;
    report.violations.push(`round ${round} (${history.join('; ')}): it ended with ${stack}`);
  }
}

async function runOwner(delivery: Delivery, owner: SimulatedOwner, round: number, random: RandomNumber): Promise<void> {
  const { harness, report } = delivery;
  const settle = async (isReconciled: boolean) => {
    await delivery.deliverUndelivered(random);
    if (isReconciled) await reconcileAndCheck(delivery, owner, `round ${round}`);
  };
  const isReported = random() < 0.5;
  if (isReported) await reportBought(harness, owner);
  await settle(!isReported);
  const steps = Math.floor(random() * maxSteps);
  for (let step = 0; step < steps; step++) {
    await takeRandomSteps(harness, owner, random);
    report.steps += 1;
    await settle(random() < jobProbability);
  }
  await settle(true);
}

// The reconciliation job must recover lost events and what a killed process left unfinished.
async function reconcileAndCheck(
  { harness, report, reconcile }: Delivery,
  owner: SimulatedOwner,
  where: string,
): Promise<void> {
  const name = `${where} (${owner.history.join('; ')})`;
  if (!(await reconcile())) report.violations.push(`${name}: the job did not run to its end`);
  owner.missed = [];
  report.violations.push(...(await checkOwner(harness, owner)).map((violation) => `${name}: ${violation}`));
}

interface DeliveryNeeds {
  harness: PaymentHarness;
  report: WebhookReport;
}
interface Delivery extends DeliveryNeeds {
  deliverUndelivered(random: RandomNumber): Promise<void>;
  reconcile(): Promise<boolean>;
  end(): void;
}

/** Delivers the sandbox's events to a receiving process that is killed now and then. */
async function openDelivery(needs: DeliveryNeeds): Promise<Delivery> {
  const { harness, report } = needs;
  const { clock, settings } = harness;
  const compiled = makeRunFolder('compiled');
  let receiver = await startReceiver(settings, compiled.path);
  return {
    ...needs,
    async deliverUndelivered(random) {
      if (random() < awayProbability) return;
      for (const event of permuted(await listUndelivered(harness), random)) {
        report.deliveries += 1;
        const now = clock.now();
        const accepted = receiver.deliver(now, harness.signed(event, now));
        if (random() < killProbability) {
          await delay(random() * 12);
          await receiver.kill();
          report.kills += 1;
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

// Deletes the objects of the finished owner, which would slow down every later query.
async function deleteObjects({ database }: PaymentHarness): Promise<void> {
  await database.delete(sandboxObjects).where(notInArray(sandboxObjects.kind, ['price', 'event_delivery']));
}

// Each round has a sequence of its own, so that it can be repeated without those before it.
function seeded(seed: string): RandomNumber {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed}/${drawn++}`).digest().readUInt32BE(0) / 2 ** 32;
}

// Each zero, one or two times, in random order.
function permuted<Thing>(things: readonly Thing[], random: RandomNumber): Thing[] {
  return things
    .flatMap((thing) => Array.from({ length: Math.floor(random() * 3) }, () => ({ thing, place: random() })))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}

interface Receiver {
  /** Whether it was accepted; false if the process was killed. Without an event the reconciliation job runs. */
  deliver(at: Date, event?: { payload: string; signature: string }): Promise<boolean>;
  kill(): Promise<void>;
  end(): void;
}

async function startReceiver(settings: Record<string, string>, compiled: string): Promise<Receiver> {
  const { PATH, TMPDIR } = process.env;
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'receiver.ts'), {
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE: compiled, ...settings },
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
