// After a fault run each vault was released once, when an executor requested it or its date came, and stays released.
import type { api } from '@remembrance/contract/api.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { isInvitation } from '../support/owner.ts';
import type { Reporter, VaultHistory } from './recipient-check.ts';

export interface ReleaseInput {
  mailbox: Mailbox;
  /** Every vault is released if its date is not later than this. */
  due: Date;
  /** How far the server's clock is ahead. The schedule continues during the check, so its time is read for each vault. */
  secondsAhead: number;
}

type Seen = Pick<ReplyOf<typeof api.getVault>, 'status' | 'releasedAt' | 'createdAt'>;

export async function checkRelease(
  input: ReleaseInput,
  { vault, releases }: VaultHistory,
  seen: Seen,
  report: Reporter,
): Promise<void> {
  const granted = releases.filter(({ status }) => status === 200).length;
  if (granted > 1) report.doubled(`${granted} releases were answered 200`);
  const isDue = vault.releaseAt !== null && new Date(vault.releaseAt) <= input.due;
  if (seen.status !== 'released' && isDue)
    report.lost(`its date, ${vault.releaseAt}, has passed and it is not released`);
  else if (seen.status !== 'released' && granted > 0) report.lost('its release was answered 200 and is undone');
  if (seen.releasedAt === null) return;
  if (seen.releasedAt < seen.createdAt) report.violation(`was released at ${seen.releasedAt}, before it was created`);
  if (releases.length > 0) return;
  // The times that the service records are those of its own clock. The clock of the check is ahead.
  const mailedAt = (await input.mailbox.lettersTo(vault.recipientEmail)).find(isInvitation)?.arrivedAt;
  if (mailedAt && mailedAt < input.due && vault.releaseAt !== null && mailedAt < new Date(vault.releaseAt))
    report.violation(`was mailed at ${mailedAt.toISOString()}, before its date ${vault.releaseAt}`);
  const latest = new Date(Date.now() + input.secondsAhead * 1000).toISOString();
  if (vault.releaseAt === null || vault.releaseAt > latest)
    report.violation('was released although nobody requested it and its date has not come');
  else if (seen.releasedAt < vault.releaseAt || seen.releasedAt > latest)
    report.violation(`was to be released at ${vault.releaseAt} and was at ${seen.releasedAt}`);
}
