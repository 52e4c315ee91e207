// Changes the owner's name, which is in every letter to executors and recipients, and notifies the owner.
import type { changeProfile } from '@remembrance/contract/account.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { type ReportChangeNeeds, reportChange } from '../people/owner-changes/report-change.ts';
import { ownerName } from '../people/users/owner-name.ts';
import { changeUser, lockUser, type UserRow } from '../people/users/user-store.ts';
import type { Database } from '../platform/database/open-database.ts';
import { refuse } from '../platform/lib/refusal.ts';

export function changeName(
  needs: ReportChangeNeeds & { database: Database },
  userId: string,
  name: BodyOf<typeof changeProfile>,
): Promise<UserRow> {
  return needs.database.transaction(async (tx) => {
    const before = (await lockUser(tx, userId)) ?? refuse('unauthorized');
    const { firstName, lastName } = before;
    if (firstName === name.firstName && lastName === name.lastName) return before;
    const after = (await changeUser(tx, userId, name, needs.clock.now())) ?? refuse('unauthorized');
    await reportChange(needs, tx, {
      userId,
      kind: 'name',
      earlier: { firstName, lastName },
      before: ownerName(before),
      after: ownerName(after),
    });
    return after;
  });
}
