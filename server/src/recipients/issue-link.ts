// Issues a recipient's link: the row stores the token's digest, only the letter has the token. Both in the caller's transaction.
import { recordAudit } from '../audit/audit-store.ts';
import { readLatestTime } from '../clock/clock-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { daysLater } from '../lib/clock.ts';
import { newId, newLinkToken } from '../lib/ids.ts';
import { insertLink } from './link-store.ts';

export interface LinkNeeds extends QueueLetterNeeds {
  publicUrl: string;
  recipientLinkDays: number;
}
interface LinkFor {
  kind: 'recipient-invitation' | 'recipient-fresh-link';
  vault: {
    id: string;
    recipientName: string;
    recipientEmail: string;
    releasedAt: Date | null;
    releasedBy: string | null;
  };
  ownerName: string;
}

export async function issueLink(needs: LinkNeeds, tx: Transaction, { kind, vault, ownerName }: LinkFor): Promise<void> {
  const now = needs.clock.now();
  const token = newLinkToken();
  // A clock that is far behind makes no link that has expired once it is right again.
  const latest = await readLatestTime(tx, now);
  const from = vault.releasedAt && vault.releasedAt > latest ? vault.releasedAt : latest;
  const expiresAt = daysLater(from, needs.recipientLinkDays);
  await insertLink(tx, {
    id: newId(now),
    vaultId: vault.id,
    verificationToken: needs.keyring.digest('link-token', token),
    email: vault.recipientEmail,
    expiresAt,
    createdAt: now,
  });
  await queueLetter(needs, tx, {
    to: { name: vault.recipientName, email: vault.recipientEmail },
    vaultId: vault.id,
    content: {
      kind,
      facts: {
        recipientName: vault.recipientName,
        ownerName,
        link: `${needs.publicUrl}/vault-access/${token}`,
        validUntil: expiresAt.toISOString(),
        releasedBy: vault.releasedBy,
      },
    },
    // A released vault gets its first letter only once.
    ...(kind === 'recipient-invitation' ? { onceKey: `recipient-invitation/${vault.id}` } : {}),
  });
  await recordAudit(needs, tx, {
    vaultId: vault.id,
    actor: 'service',
    event: 'link-sent',
    detail: { kind },
  });
}
