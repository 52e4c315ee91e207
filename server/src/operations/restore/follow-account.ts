// Applies to a restored account what the journal says: its deletion, suspension and address, and that ways in were withdrawn since the
// backup. The journal does not say which, so the account loses all of them until its holder chooses a new password by mail.

import { unregisterObjectsOfOwner } from '../../files/stored/file-store.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import { deleteLinksOf } from '../../people/sessions/account-link-store.ts';
import { removeEarlierWays } from '../../people/sign-in/remove-ways-in.ts';
import { earlierEmailOf } from '../../people/users/earlier-email-store.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { putRecordedAddress, putRecordedCheckIn, setWithdrawals } from '../../people/users/restored-user-store.ts';
import {
  findUser,
  lockUser,
  purgeUser,
  setDeleted,
  setReported,
  setSuspended,
  type UserRow,
} from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';
import type { Difference } from './journal-differences.ts';

type Recorded = JournalStates['account'];

export async function followAccount(
  needs: ReportChangeNeeds,
  tx: Transaction,
  { id, state }: Difference<'account'>,
): Promise<boolean> {
  const user = await lockUser(tx, id);
  if (!user) return false;
  if (!state) {
    await unregisterObjectsOfOwner(tx, id);
    await deleteLinksOf(tx, id);
    await purgeUser(tx, id);
    await recordAct(needs, tx, { actor: 'service', event: 'account-purged' });
    return true;
  }
  const now = needs.clock.now();
  await setDeleted(tx, id, dateOf(state.deletedAt), now);
  await setSuspended(tx, id, dateOf(state.suspendedAt), now);
  await setReported(tx, id, dateOf(state.reportedAt));
  await putRecordedCheckIn(tx, user, { ...state, checkInPausedUntil: dateOf(state.checkInPausedUntil) }, now);
  await followAddress(needs, tx, user, state);
  // More of them here are newer: during the hold its owner signed others out.
  if (user.withdrawals < state.withdrawals) await removeAllWays(needs, tx, id, state.withdrawals);
  return true;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

// The link that could undo the move is lost, so the previous address gets another one, while the move can still be undone.
async function followAddress(needs: ReportChangeNeeds, tx: Transaction, user: UserRow, state: Recorded): Promise<void> {
  const { email, earlierEmail } = state.person;
  const recorded = {
    email,
    earlierEmail,
    earlierEmailUntil: dateOf(state.earlierEmailUntil),
    contentFrom: dateOf(state.contentFrom),
  };
  if (!(await putRecordedAddress(tx, user, recorded, needs.clock.now()))) return;
  const previous = earlierEmailOf({ ...user, ...recorded }, needs.clock.now());
  if (user.email === email || previous === null) return;
  const earlier = { email: previous };
  await reportChange(needs, tx, { userId: user.id, kind: 'email', before: previous, after: email, earlier });
}

async function removeAllWays(needs: ReportChangeNeeds, tx: Transaction, userId: string, withdrawals: number) {
  await removeEarlierWays(needs, tx, userId);
  await setWithdrawals(tx, userId, withdrawals);
  const user = await findUser(tx, userId);
  if (!user) return;
  const facts = { firstName: greetingName(user), resetLink: `${needs.publicUrl}/forgotten-password` };
  await writeToUser(needs, tx, user, { kind: 'password-needed', facts });
}
