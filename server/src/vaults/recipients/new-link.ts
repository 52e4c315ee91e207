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
> & { recipientSecondEmail?: string | null };
interface LinkFor {
  kind: 'recipient-invitation' | 'recipient-fresh-link' | 'recipient-reminder';
  vault: ReleasedVault;
  ownerName: string;
  /** The start of the link's validity. */
  from: Date;
  /** Where it is mailed. Without it, the first letter to the recipient's first address, and others to both. */
  to?: readonly string[];
  /** Of its first letter; a further address has a key of its own. Without it, that of the vault's first letter. */
  onceKey?: string;
}

/** A new link: its stored row, its letters and its act. */
export function newLink(needs: IssueNeeds, { kind, vault, ownerName, from, to, onceKey }: LinkFor) {
  const now = needs.clock.now();
  const id = newId(now);
  const isFirst = kind === 'recipient-invitation';
  const secret = isFirst
    ? firstSource(needs.keyring, vault)
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
  const letters = letterOfLink(needs, { kind, vault, ownerName, secret, expiresAt, to, onceKey });
  const act: Act = { vaultId: vault.id, actor: 'service', event: 'link-sent', detail: { kind } };
  return { row, letters, act };
}

/** The letters that mail a link: the same link to each address. */
export function letterOfLink(
  { publicUrl }: Pick<IssueNeeds, 'publicUrl'>,
  link: Omit<LinkFor, 'from' | 'to' | 'onceKey'> & {
    secret: SecretSource;
    expiresAt: Date;
    to: readonly string[] | undefined;
    onceKey: string | undefined;
  },
): NewLetterInput[] {
  const { kind, vault, ownerName, secret, expiresAt, to = addressesFor(kind, vault) } = link;
  const facts = {
    recipientName: vault.recipientName,
    ownerName,
    link: { before: `${publicUrl}/vault-access/`, secret },
    validUntil: expiresAt.toISOString(),
    releasedBy: vault.releasedBy,
  };
  // A released vault's first letter is sent only once.
  const key = link.onceKey ?? (kind === 'recipient-invitation' ? `recipient-invitation/${vault.id}` : undefined);
  return to.map((email, index) => ({
    to: { name: vault.recipientName, email },
    vaultId: vault.id,
    content: { kind, facts },
    ...(key ? { onceKey: index === 0 ? key : `${key}/${index}` } : {}),
  }));
}

const addressesFor = (kind: LinkFor['kind'], { recipientEmail, recipientSecondEmail }: ReleasedVault): string[] =>
  kind !== 'recipient-invitation' && recipientSecondEmail ? [recipientEmail, recipientSecondEmail] : [recipientEmail];

/**
 * The same for every release of the vault to this address, so that a release that is repeated after a restore makes the link that
 * the recipient already has. Without the secret its token is indistinguishable from a random one.
 */
export const firstSource = (
  keyring: Keyring,
  { id, recipientEmail }: Pick<ReleasedVault, 'id' | 'recipientEmail'>,
): SecretSource => ({ form: 'token', of: `first-link ${id} ${recipientEmail}`, salt: keyring.label() });

/** Mails another link to the recipient of a released vault, in the caller's transaction. */
export async function issueLink(
  needs: IssueNeeds,
  tx: Transaction,
  { kind = 'recipient-fresh-link', ...link }: Omit<LinkFor, 'from' | 'kind'> & { kind?: LinkFor['kind'] },
): Promise<void> {
  // With a clock that is far behind, the link would have expired once the clock is right again.
  const latest = await readLatestTime(tx, needs.clock.now());
  const { releasedAt } = link.vault;
  const from = releasedAt && releasedAt > latest ? releasedAt : latest;
  const { row, letters, act } = newLink(needs, { kind, ...link, from });
  await insertLinks(tx, [row]);
  await queueLetter(needs, tx, ...letters);
  await recordAct(needs, tx, act);
}
