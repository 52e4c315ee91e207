// Computes every checkpoint again and compares it with the chains and with the file: what they cover is still there, unchanged.
import { noHash } from '../audit/chain-rules.ts';
import type { Database } from '../database/open-database.ts';
import { compareFile } from './checkpoint-file.ts';
import { findCheckpointKey } from './checkpoint-key.ts';
import { type Checkpoint, isSigned, publicKeyOf } from './checkpoint-rules.ts';
import { countNewVaults, listAll, listLostHeads } from './checkpoint-store.ts';
import { rootOf } from './root-of.ts';

export interface CheckpointVerification {
  /** The newest, or null before the first. */
  newest: Checkpoint | null;
  /** Sentences for the operator, without their full stop. */
  findings: string[];
  /** The vaults with lines that were covered and are gone or changed. */
  vaultIds: Set<string>;
}

export interface VerifyCheckpointsNeeds {
  database: Database;
  config: { dataDirectory: string };
}

export async function verifyCheckpoints({ database, config }: VerifyCheckpointsNeeds): Promise<CheckpointVerification> {
  const difference = await compareFile(config.dataDirectory, () => listAll(database));
  const checkpoints = await listAll(database);
  const lost = await listLostHeads(database);
  const key = await findCheckpointKey(config.dataDirectory);
  return {
    newest: checkpoints.at(-1) ?? null,
    findings: [
      ...(await faultsOf(database, checkpoints, key ? publicKeyOf(key) : undefined)),
      ...lost.map(
        ({ vaultId, number, checkpoint }) =>
          `line ${number} of vault ${vaultId} is gone or another than when checkpoint ${checkpoint} was made`,
      ),
      ...(difference ? [difference] : []),
    ],
    vaultIds: new Set(lost.map(({ vaultId }) => vaultId)),
  };
}

async function faultsOf(
  database: Database,
  checkpoints: readonly Checkpoint[],
  ownKey: string | undefined,
): Promise<string[]> {
  const faults: string[] = [];
  const added = await countNewVaults(database);
  let before: Pick<Checkpoint, 'number' | 'root'> & { publicKey?: string } = { number: 0, root: noHash };
  let covered = 0;
  for (const checkpoint of checkpoints) {
    const { number, vaults, root, publicKey } = checkpoint;
    covered += added.get(number) ?? 0;
    if (number !== before.number + 1) faults.push(`checkpoint ${before.number + 1} is missing`);
    if (!isSigned(checkpoint)) faults.push(`the signature of checkpoint ${number} is wrong`);
    // The key of this installation is another than before only where it was lost.
    if (publicKey !== (before.publicKey ?? publicKey) && publicKey !== ownKey)
      faults.push(`checkpoint ${number} is signed with a key that is not this installation’s`);
    const isRight = (await rootOf(database, number, before.root)) === root;
    if (!isRight || vaults !== covered) faults.push(`checkpoint ${number} does not agree with the heads it covers`);
    before = checkpoint;
  }
  return faults;
}
