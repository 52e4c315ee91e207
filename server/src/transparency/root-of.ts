// Computes the root of a checkpoint from the heads it added, when it is made and whenever it is verified.
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import { createRoot, type Head } from './checkpoint-rules.ts';
import { listHeads } from './checkpoint-store.ts';

const headsInOneBatch = 5000;

/** @param before the root of the checkpoint before */
export async function rootOf(database: DatabaseOrTransaction, checkpoint: number, before: string): Promise<string> {
  const root = createRoot(before);
  let after: string | null = null;
  for (;;) {
    const batch: Head[] = await listHeads(database, { checkpoint, after, max: headsInOneBatch });
    for (const head of batch) root.add(head);
    after = batch.at(-1)?.vaultId ?? null;
    if (batch.length < headsInOneBatch) return root.hex();
  }
}
