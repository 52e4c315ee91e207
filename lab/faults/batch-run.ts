// Kills a server repeatedly while it releases many vaults by date. Checks that each vault was released once, with its link, its
// letters and its act, and that a release from before a kill does not change.
import { setTimeout as delay } from 'node:timers/promises';
import { connectToProduct, openProduct, type Product, seedOwners } from '../speed/product.ts';
import { removeUnlessFailed } from '../support/installation.ts';
import { folderMailbox } from '../support/mailbox.ts';
import { createRandom, type Random } from '../support/random.ts';
import { findBroken, type Progress, readProgress, scheduleVaults } from '../support/scheduled-releases.ts';
import { copySources } from '../support/source-copy.ts';
import { type Log, waitFor } from '../support/wait.ts';

export interface BatchRun {
  vaults: number;
  kills: number;
  seed: number;
  planted?: string | undefined;
  log: Log;
}

export interface BatchReport {
  violations: string[];
  /** The number of kills that left vaults to release. */
  killsInBatch: number;
  lost: number;
  doubled: number;
  keptIn: string | null;
}

/** The longest wait before a kill, for each vault that the kill may release. Most kills come early. */
const killWithinMilliseconds = 1;
const furtherWithinSeconds = 30;
const doneWithinSeconds = 120;
/** Longer than the lease of a letter whose sender was killed. */
const leaseSeconds = 120;

export async function runBatchKills(run: BatchRun): Promise<BatchReport> {
  const sources = copySources(run.planted);
  try {
    return await runOn(sources.server, run);
  } finally {
    sources.remove();
  }
}

async function runOn(sources: string, { vaults, kills, seed, log }: BatchRun): Promise<BatchReport> {
  const product = await openProduct({}, sources);
  await seedOwners(product, vaults);
  await scheduleVaults(product.database, 'overdue');
  const random = createRandom(seed, 'batch');
  const killWithin = (vaults / kills) * killWithinMilliseconds;
  const moments = new Map<string, Set<string>>();
  let killsInBatch = 0;
  let undone = 0;
  for (let number = 1; number <= kills; number += 1) {
    const { released, sent } = await killOnce(product, random, killWithin);
    undone += Math.max(0, released - (await noteMoments(product, moments)));
    if (released < vaults) killsInBatch += 1;
    log(`${String(number).padStart(4)}/${kills}  killed with ${released} released, ${sent} letters sent`);
  }
  await finish(product, vaults);
  await noteMoments(product, moments);
  const findings = await checkOutcome(product, vaults, moments);
  if (undone > 0) findings.violations.push(`${undone} releases that were seen before a kill were undone by it`);
  if (killsInBatch < kills / 2)
    findings.violations.push(`${killsInBatch} of ${kills} kills hit a release: this run proves nothing`);
  await product.close();
  await product.server.killWithDatabase();
  return {
    ...findings,
    killsInBatch,
    keptIn: removeUnlessFailed(product.installation, findings.violations.length === 0),
  };
}

/** Kills the server once it has made more progress, half the time together with its database, and starts it again. @returns the progress */
async function killOnce(product: Product, random: Random, withinMilliseconds: number): Promise<Progress> {
  const { installation, server, database } = product;
  const before = await readProgress(database);
  const isFurther = async () => {
    const { released, sent } = await readProgress(database);
    return released > before.released || sent > before.sent ? true : null;
  };
  await waitFor(isFurther, { what: 'the next release or letter', seconds: furtherWithinSeconds });
  await delay(random.next() ** 2 * withinMilliseconds);
  const progress = await readProgress(database);
  await (random.happens(0.5) ? server.kill() : server.killWithDatabase());
  await product.close();
  const next = installation.spawn();
  await next.ready();
  Object.assign(product, await connectToProduct(installation, next));
  return progress;
}

/** Records the current release time of each vault. @returns how many vaults are released */
async function noteMoments({ database }: Product, moments: Map<string, Set<string>>): Promise<number> {
  const { rows } = await database.query(
    'select id, released_at::text as at from vaults where scheduled_release_date is not null',
  );
  for (const { id, at } of rows) {
    const known = moments.get(id) ?? new Set();
    if (at !== null || known.size > 0) moments.set(id, known.add(at ?? 'not released'));
  }
  return rows.filter(({ at }) => at !== null).length;
}

/** Lets the service finish, and waits until the leases of letters with a killed sender expire. */
async function finish(product: Product, vaults: number): Promise<void> {
  const { installation } = product;
  const isDone = (what: keyof Progress, count: number) =>
    waitFor(async () => ((await readProgress(product.database))[what] >= count ? true : null), {
      what: `${count} ${what}`,
      seconds: doneWithinSeconds,
    });
  await isDone('released', vaults);
  await product.close();
  await product.server.stop();
  const server = installation.spawn('testing/test-server.ts');
  await server.ready();
  Object.assign(product, await connectToProduct(installation, server));
  await server.sendMessage({ moveClockSeconds: leaseSeconds }, 'movedTo');
  await isDone('sent', 2 * vaults);
}

async function checkOutcome({ installation, database }: Product, vaults: number, moments: Map<string, Set<string>>) {
  const { released, sent } = await readProgress(database);
  const { incomplete, doubled } = await findBroken(database);
  const letters = await folderMailbox(installation.dataDirectory).all();
  const byMessageId = Map.groupBy(letters, ({ messageId }) => messageId);
  const { rows } = await database.query<{ id: string; status: string }>('select message_id as id, status from letters');
  const ids = new Set(rows.map(({ id }) => id));
  const missing = rows.filter(({ id, status }) => status === 'sent' && !byMessageId.get(id)?.[0]?.text).length;
  const unknown = letters.filter(({ messageId }) => !ids.has(messageId)).length;
  const twice = [...byMessageId.values()].filter((copies) => copies.length > 1).length;
  const moved = [...moments.values()].filter((times) => times.size > 1).length;
  const violations = [
    [vaults - released, 'overdue vaults are not released'],
    [incomplete, 'released vaults lack their link, a letter or their act'],
    [doubled, 'released vaults have a link, a letter or an act twice'],
    [moved, 'vaults were released more than once, or their release was lost'],
    [2 * vaults - sent, 'letters were not sent'],
    [missing, 'letters are sent by the ledger and not in the folder, or have no text'],
    [twice, 'letters came twice with different ids'],
    [unknown, 'letters are in the folder and not in the ledger'],
  ] as const;
  return {
    violations: violations.filter(([count]) => count !== 0).map(([count, words]) => `${count} ${words}`),
    lost: vaults - released + incomplete + (2 * vaults - sent) + missing,
    doubled: doubled + moved + twice,
  };
}
