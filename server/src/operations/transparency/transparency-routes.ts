// The public HTTP route for the checkpoints.
import { listCheckpoints } from '@remembrance/contract/transparency.ts';
import type { Routes } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Journal } from '../../records/journal/journal.ts';
import { textOf } from './checkpoint-rules.ts';
import { listOwn } from './own-checkpoints.ts';

const checkpointsAtOnce = 100;

interface Needs {
  database: Database;
  journalFile: Pick<Journal, 'keys'>;
}

export function transparencyRoutes(routes: Routes, { database, journalFile }: Needs): void {
  routes.open(listCheckpoints, async ({ query: { before } }) => {
    const found = await listOwn(database, journalFile.keys, checkpointsAtOnce + 1, before);
    const checkpoints = found.slice(0, checkpointsAtOnce).map((one) => ({ ...one, text: textOf(one) }));
    return { checkpoints, next: found.length > checkpointsAtOnce ? (checkpoints.at(-1)?.position ?? null) : null };
  });
}
