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
import { wasReleasedBySilence } from '../requests/silent-request-store.ts';
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
  /** Of its first letter; a further address has a key of its own. Without it, that of the first letter of the release. */
  onceKey?: string;
  /** Whether its reader asked for it at this time. */
  isReminder?: boolean;
  /** How many earlier releases of the vault were undone. */
  number?: number;
  /** Whether it was released because its owner did not answer a check-in. */
  bySilence?: boolean;
}

/** A new link: its stored row, its letters and its act. */
export function newLink(needs: IssueNeeds, input: LinkFor) {
  const { kind, vault, ownerName, from, to, onceKey, isReminder = false, number = 0, bySilence = false } = input;
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
  const how = { isReminder, number, bySilence };
  const letters = letterOfLink(needs, { kind, vault, ownerName, secret, expiresAt, to, onceKey, ...how });
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
    ...(link.bySilence && { bySilence: true as const }),
    ...(link.isReminder && { isReminder: true }),
  };
  // The first letter of a release is sent only once.
  const first = numbered(`recipient-invitation/${vault.id}`, link.number ?? 0);
  const key = link.onceKey ?? (kind === 'recipient-invitation' ? first : undefined);
  return to.map((email, index) => ({
    to: { name: vault.recipientName, email },
    vaultId: vault.id,
    content: { kind, facts },
    ...(key ? { onceKey: index === 0 ? key : `${key}/${index}` } : {}),
  }));
}

const addressesFor = (kind: LinkFor['kind'], { recipientEmail, recipientSecondEmail }: ReleasedVault): string[] =>
  kind !== 'recipient-invitation' && recipientSecondEmail ? [recipientEmail, recipientSecondEmail] : [recipientEmail];

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
  { kind = 'recipient-fresh-link', ...link }: Omit<LinkFor, 'from' | 'kind'> & { kind?: LinkFor['kind'] },
): Promise<void> {
  // With a clock that is far behind, the link would have expired once the clock is right again.
  const latest = await readLatestTime(tx, needs.clock.now());
  const { releasedAt } = link.vault;
  const from = releasedAt && releasedAt > latest ? releasedAt : latest;
  const bySilence = await wasReleasedBySilence(tx, link.vault);
  const { row, letters, act } = newLink(needs, { kind, ...link, from, bySilence });
  await insertLinks(tx, [row]);
  await queueLetter(needs, tx, ...letters);
  await recordAct(needs, tx, act);
}
