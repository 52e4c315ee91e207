// The public HTTP route for the checkpoints.
import { largestNumber } from '@remembrance/contract/activity.ts';
import { listCheckpoints } from '@remembrance/contract/transparency.ts';
import type { Database } from '../database/open-database.ts';
import type { Routes } from '../http/routes.ts';
import { textOf } from './checkpoint-rules.ts';
import { listBefore } from './checkpoint-store.ts';

const checkpointsAtOnce = 100;

export function transparencyRoutes(routes: Routes, { database }: { database: Database }): void {
  routes.open(listCheckpoints, async ({ query: { before = largestNumber } }) => {
    const found = await listBefore(database, before, checkpointsAtOnce + 1);
    const shown = found.slice(0, checkpointsAtOnce);
    return {
      checkpoints: shown.map((one) => ({ ...one, at: one.at.toISOString(), text: textOf(one) })),
      next: found.length > checkpointsAtOnce ? (shown.at(-1)?.number ?? null) : null,
    };
  });
}
