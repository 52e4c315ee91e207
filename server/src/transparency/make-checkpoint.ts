// Once a day (UTC) the heads of all chains go into one signed checkpoint, which anyone can read and keep. Then all earlier ones are
// verified, and the operator is notified of what is not as it was.
import { noHash } from '../audit/chain-rules.ts';
import { reportBroken } from '../audit/report-broken.ts';
import type { NotifyOperatorNeeds } from '../letters/notify-operator.ts';
import { keepInFile } from './checkpoint-file.ts';
import { openCheckpointKey } from './checkpoint-key.ts';
import { publicKeyOf, signCheckpoint } from './checkpoint-rules.ts';
import {
  countNewVaults,
  findNewest,
  insertCheckpoint,
  insertMovedHeads,
  listAll,
  lockCheckpoints,
} from './checkpoint-store.ts';
import { rootOf } from './root-of.ts';
import { type VerifyCheckpointsNeeds, verifyCheckpoints } from './verify-checkpoints.ts';

type Needs = NotifyOperatorNeeds & VerifyCheckpointsNeeds;

export async function makeCheckpoint(needs: Needs): Promise<void> {
  const { database, config } = needs;
  const isMade = await writeToday(needs);
  // The file is a copy: a process that is killed before this leaves it to the next run.
  await keepInFile(config.dataDirectory, () => listAll(database));
  if (!isMade) return;
  const { findings } = await verifyCheckpoints(needs);
  if (findings.length > 0) await reportBroken(needs, findings);
}

/**
 * Anyone who may write into the database can add one that another key has signed. It stops none of ours, whatever its date, and is found.
 * @returns false if there is one of today
 */
async function writeToday({ database, clock, config }: Needs): Promise<boolean> {
  const now = clock.now();
  const key = await openCheckpointKey(config.dataDirectory);
  return database.transaction(async (tx) => {
    await lockCheckpoints(tx);
    const own = await findNewest(tx, publicKeyOf(key));
    if (own && dayOf(own.at) >= dayOf(now)) return false;
    const before = await findNewest(tx);
    const number = (before?.number ?? 0) + 1;
    await insertMovedHeads(tx, number);
    const vaults = [...(await countNewVaults(tx)).values()].reduce((sum, count) => sum + count, 0);
    const root = await rootOf(tx, number, before?.root ?? noHash);
    await insertCheckpoint(tx, signCheckpoint(key, { number, at: now, vaults, root }));
    return true;
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
