// Makes and mails a recipient's link. Only the sent letter contains the token; the row has a digest.
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { type NewLetterInput, type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import { readLatestTime } from '../../records/clock/clock-store.ts';
import { insertLinks, type NewLink } from './link-store.ts';

export interface IssueNeeds extends QueueLetterNeeds {
  publicUrl: string;
  recipientLinkDays: number;
}
type ReleasedVault = Pick<
  typeof vaults.$inferSelect,
  'id' | 'recipientName' | 'recipientEmail' | 'releasedAt' | 'releasedBy'
>;
interface LinkFor {
  kind: 'recipient-invitation' | 'recipient-fresh-link';
  vault: ReleasedVault;
  ownerName: string;
  /** The start of the link's validity. */
  from: Date;
  /** Whether its reader asked for it at this time. */
  isReminder?: boolean;
  /** How many earlier releases of the vault were undone. */
  number?: number;
}

/** A new link: its stored row, its letter and its act. */
export function newLink(needs: IssueNeeds, { kind, vault, ownerName, from, isReminder = false, number = 0 }: LinkFor) {
  const now = needs.clock.now();
  const id = newId(now);
  const isFirst = kind === 'recipient-invitation';
  const secret = isFirst
    ? firstSource(needs.keyring, vault, number)
    : newSource(needs.keyring, 'token', `recipient-link ${id}`);
  const expiresAt = daysLater(from, needs.recipientLinkDays);
  const row: NewLink = {
    id,
    vaultId: vault.id,
    verificationToken: needs.keyring.digest('link-token', deriveSecret(needs.keyring, secret)),
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
        link: { before: `${needs.publicUrl}/vault-access/`, secret },
        validUntil: expiresAt.toISOString(),
        releasedBy: vault.releasedBy,
        ...(isReminder && { isReminder }),
      },
    },
    // The first letter of a release is sent only once.
    ...(isFirst ? { onceKey: numbered(`recipient-invitation/${vault.id}`, number) } : {}),
  };
  const act: Act = { vaultId: vault.id, actor: 'service', event: 'link-sent', detail: { kind } };
  return { row, letter, act };
}

/** A key of a vault's release. Once a release was undone, the next one is another. */
export const numbered = (key: string, number: number): string => (number === 0 ? key : `${key}/${number}`);

/**
 * The same for every repetition of one release of the vault to this address, so that a release that is repeated after a restore makes the
 * link that the recipient already has. Without the secret its token is indistinguishable from a random one.
 */
export const firstSource = (
  keyring: Keyring,
  { id, recipientEmail }: Pick<ReleasedVault, 'id' | 'recipientEmail'>,
  number = 0,
): SecretSource => ({
  form: 'token',
  of: numbered(`first-link ${id} ${recipientEmail}`, number),
  salt: keyring.label(),
});

/** Mails another link to the recipient of a released vault, in the caller's transaction. */
export async function issueLink(
  needs: IssueNeeds,
  tx: Transaction,
  { vault, ownerName, isReminder = false }: Pick<LinkFor, 'vault' | 'ownerName' | 'isReminder'>,
): Promise<void> {
  // With a clock that is far behind, the link would have expired once the clock is right again.
  const latest = await readLatestTime(tx, needs.clock.now());
  const from = vault.releasedAt && vault.releasedAt > latest ? vault.releasedAt : latest;
  const { row, letter, act } = newLink(needs, { kind: 'recipient-fresh-link', vault, ownerName, from, isReminder });
  await insertLinks(tx, [row]);
  await queueLetter(needs, tx, letter);
  await recordAct(needs, tx, act);
}
