// The owner's HTTP route for a vault's activity.
import {
  type ActivityEvent,
  type ActivityLine,
  activityEvents,
  largestNumber,
  listActivity,
} from '@remembrance/contract/activity.ts';
import type { Routes } from '../http/routes.ts';
import type { Database } from '../platform/database/open-database.ts';
import { isId } from '../platform/lib/ids.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { type ActivityRow, listActivity as listRows } from '../records/acts/act-store.ts';
import { findVaultOf } from './stores/vault-store.ts';

const linesAtOnce = 50;

export function activityRoutes(routes: Routes, { database }: { database: Database }): void {
  routes.owner(listActivity, async ({ params: { id }, query: { before = largestNumber }, owner }) => {
    const found = isId(id) ? await findVaultOf(database, owner.id, id) : null;
    if (!found) refuse('vault-not-found');
    const rows = await listRows(database, { vaultId: id, before, max: linesAtOnce + 1 });
    const shown = rows.slice(0, linesAtOnce);
    return {
      lines: shown.filter(isKnown).map(lineOf),
      next: rows.length > linesAtOnce ? (shown.at(-1)?.number ?? null) : null,
    };
  });
}

/** During an upgrade a process of the next version may have written events that this one does not know. */
const isKnown = ({ event }: ActivityRow): boolean => activityEvents.includes(event as ActivityEvent);

const lineOf = ({ at, actor, event, fields, ...row }: ActivityRow): ActivityLine => ({
  ...row,
  at: new Date(at).toISOString(),
  actor: actor as ActivityLine['actor'], // only this service writes it
  event: event as ActivityEvent,
  fields: fields?.split(' ') ?? [],
});
