// Makes a recipient's link. Only the letter has the token; what is stored of it is a digest.
import type { AuditLine } from '../audit/audit-store.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { NewLetterInput, QueueLetterNeeds } from '../letters/queue-letters.ts';
import { daysLater } from '../lib/clock.ts';
import { newId, newLinkToken } from '../lib/ids.ts';
import type { NewLink } from './link-store.ts';

export interface LinkNeeds extends QueueLetterNeeds {
  publicUrl: string;
  recipientLinkDays: number;
}
interface ReleasedVault {
  id: string;
  recipientName: string;
  recipientEmail: string;
  releasedAt: Date | null;
  releasedBy: string | null;
}
export interface LinkFor {
  kind: 'recipient-invitation' | 'recipient-fresh-link';
  vault: ReleasedVault;
  ownerName: string;
  /** When its days begin. */
  from: Date;
}

/** A new link: what is stored of it, its letter and its audit line. */
export function newLink(needs: LinkNeeds, { kind, vault, ownerName, from }: LinkFor) {
  const now = needs.clock.now();
  const token = kind === 'recipient-invitation' ? firstToken(needs.keyring, vault) : newLinkToken();
  const expiresAt = daysLater(from, needs.recipientLinkDays);
  const row: NewLink = {
    id: newId(now),
    vaultId: vault.id,
    verificationToken: needs.keyring.digest('link-token', token),
    email: vault.recipientEmail,
    expiresAt,
    createdAt: now,
  };
  const letter: NewLetterInput = {
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
  };
  const line: AuditLine = { vaultId: vault.id, actor: 'service', event: 'link-sent', detail: { kind } };
  return { row, letter, line };
}

// The same whenever the vault is released to this address, so that a release that is repeated after a restore makes the link that
// the recipient already holds. Nobody without the secret can tell it from chance.
const firstToken = (keyring: Keyring, { id, recipientEmail }: ReleasedVault): string =>
  keyring.sign('recipient-link', `${id} ${recipientEmail}`);
