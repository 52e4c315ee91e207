// Delivers webhook events in random permutations (lost, duplicated, late, reordered, with the receiving process killed in
// between), runs the reconciliation job, and compares our rows with the sandbox's objects. A process of faults/webhook-run.ts with its own
// database: it sends each line of its progress, and finally the report.
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { openDatabase } from '@remembrance/server/platform/database/open-database.ts';
import { openPaymentHarness, type PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import { notInArray } from 'drizzle-orm';
import { createRandom, type Random } from '../support/random.ts';
import { makeRunFolder } from '../support/run-folder.ts';
import { buyAtRandom, reportBought } from './buy-plans.ts';
import { checkOwner } from './check-owner.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { takeRandomSteps } from './random-steps.ts';
import type { SimulatedOwner } from './simulated-owner.ts';

export interface WebhookReport {
  permutations: number;
  deliveries: number;
  kills: number;
  /** The number of steps of owners after their purchases, such as renewals and refunds. */
  steps: number;
  /** Each violation is one sentence; the list is empty if there are none. */
  violations: string[];
}

const maxSteps = 7;
const jobProbability = 0.6;
const reportEvery = 100;

interface Running {
  harness: PaymentHarness;
  delivery: Delivery;
  report: WebhookReport;
}

process.once('disconnect', () => process.exit(1));
/** This process runs every `every`th round from `first` on. */
const [permutations = 0, seed = 0, first = 0, every = 1] = process.argv.slice(2).map(Number);
const log = (line: string) => void process.send?.(line);
// If this process is killed, the receiving process and the database end when their connection to it closes.
const folder = makeRunFolder('webhooks');
const opened = await openDatabase({
  dataDirectory: folder.path,
  programs: 'embedded',
  migrate: true,
  otherMigrations: [sandboxMigrations],
  log,
});
const harness = await openPaymentHarness(opened);
const report = await runRounds(harness);
await harness.close();
folder.remove();
process.send?.(report, () => process.exit(0));

/** The harness delivers no events itself while this runs. */
async function runRounds(harness: PaymentHarness): Promise<WebhookReport> {
  const report: WebhookReport = { permutations: 0, deliveries: 0, kills: 0, steps: 0, violations: [] };
  await harness.sandbox.tools.setDropping(true);
  const delivery = await openDelivery(harness, report);
  let logged = 0;
  for (let round = first; round < permutations; round += every) {
    await runRound({ harness, delivery, report }, round, createRandom(seed, `round ${round}`));
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

async function runRound(running: Running, round: number, random: Random): Promise<void> {
  let history: string[] = [];
  try {
    const owner = await buyAtRandom(running.harness, random);
    history = owner.history;
    await runOwner(running, owner, round, random);
  } catch (error) {
    const { stack } = error as Error;
    running.report.violations.push(`round ${round} (${history.join('; ')}): it ended with ${stack}`);
  }
}

async function runOwner(running: Running, owner: SimulatedOwner, round: number, random: Random): Promise<void> {
  const { harness, delivery, report } = running;
  const settle = async (isReconciled: boolean) => {
    await delivery.deliverUndelivered(random);
    if (isReconciled) await reconcileAndCheck(running, owner, `round ${round}`);
  };
  const isReported = random.happens(0.5);
  if (isReported) await reportBought(harness, owner);
  await settle(!isReported);
  const steps = random.between(0, maxSteps - 1);
  for (let step = 0; step < steps; step++) {
    await takeRandomSteps(harness, owner, random);
    report.steps += 1;
    await settle(random.happens(jobProbability));
  }
  await settle(true);
}

// The reconciliation job must recover lost events and what a killed process left unfinished.
async function reconcileAndCheck(
  { harness, delivery, report }: Running,
  owner: SimulatedOwner,
  where: string,
): Promise<void> {
  const name = `${where} (${owner.history.join('; ')})`;
  if (!(await delivery.reconcile())) report.violations.push(`${name}: the job did not finish`);
  owner.missed = [];
  report.violations.push(...(await checkOwner(harness, owner)).map((violation) => `${name}: ${violation}`));
}

// Deletes the objects of the finished owner, which would slow down every later query.
async function deleteObjects({ database }: PaymentHarness): Promise<void> {
  await database.delete(sandboxObjects).where(notInArray(sandboxObjects.kind, ['price', 'event_delivery']));
}
