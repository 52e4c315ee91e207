// A recipient who is not ready now chooses to be reminded, and gets a fresh link then, at the address of the vault.
import { freshLinkMinutes, freshLinksPerDay, reminderDays } from '@remembrance/contract/limits.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { isVaultOpened, listDueReminders, setReminder, takeReminder } from '../recipients/link-choice-store.ts';
import { countLinksSince, hasLinkSince } from '../recipients/link-store.ts';
import { type IssueNeeds, issueLink } from '../recipients/new-link.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';
import { type LinkNeeds, openLink } from './open-link.ts';

/** @throws {Refusal} link-not-found, link-expired, link-closed */
export async function chooseReminder(
  needs: LinkNeeds & IssueNeeds,
  { token, after }: { token: string; after: keyof typeof reminderDays },
): Promise<Date> {
  const link = await openLink(needs, token);
  const now = needs.clock.now();
  const remindAt = daysLater(now, reminderDays[after]);
  await needs.database.transaction(async (tx) => {
    if (!(await setReminder(tx, link.id, remindAt, now))) refuse('link-closed'); // closed in this moment
    const { id: vaultId } = link.vault;
    await recordAct(needs, tx, { vaultId, userId: link.owner.id, actor: 'recipient', event: 'reminder-chosen' });
  });
  return remindAt;
}

/** The next run mails the rest. */
const mostAtOnce = 500;

/** Mails a fresh link for each due reminder, once, unless somebody has opened the vault or just got a link. */
export async function remindRecipients(needs: IssueNeeds & { database: Database }, run: Run = {}): Promise<void> {
  const now = needs.clock.now();
  for (const { linkId, vaultId } of await listDueReminders(needs.database, now, mostAtOnce)) {
    if (run.signal?.aborted) return;
    const remind = async (tx: Transaction) => {
      const locked = await lockReleasedVault(tx, vaultId);
      if (!(await takeReminder(tx, linkId, now)) || !locked || (await isVaultOpened(tx, vaultId))) return;
      if (await hasLinkSince(tx, vaultId, minutesLater(now, -freshLinkMinutes))) return;
      if ((await countLinksSince(tx, vaultId, daysLater(now, -1))) >= freshLinksPerDay) return;
      const { vault, owner } = locked;
      await issueLink(needs, tx, { vault, ownerName: ownerName(owner), isReminder: true });
    };
    await onItsOwn(run, vaultId, () => needs.database.transaction(remind));
  }
}
