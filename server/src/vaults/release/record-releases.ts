// Everything that follows from releases: the recipients' links, the letters to them and to the owners, the acts, and what undoes them.
// It is written in the transaction of the releases: all of it or nothing.
import { type NewLetterInput, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { SecretText } from '../../letters/templates/queued-content.ts';
import { putOwnerChanges } from '../../people/owner-changes/owner-change-store.ts';
import { undoLink } from '../../people/owner-changes/report-change.ts';
import { trustedAddress } from '../../people/users/earlier-email-store.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { insertLinks } from '../recipients/link-store.ts';
import { type IssueNeeds, newLink, numbered } from '../recipients/new-link.ts';
import type { ReleasedVault } from '../vault/release-store.ts';
import { releaseChange } from './undo-link.ts';

export interface ReleaseNeeds extends IssueNeeds {
  database: Database;
}

/** For a release that is new, and not repeated from the journal: an older database must not decide on it. */
export interface HeldReleaseNeeds extends ReleaseNeeds {
  restoreHold: Pick<RestoreHold, 'refuse'>;
}

interface Repeated {
  /** False if a repeated release's acts are already recorded. */
  withActs?: boolean;
  /** The acts of a database that does not count. */
  except?: readonly string[];
}

export async function recordReleases(
  needs: ReleaseNeeds,
  tx: Transaction,
  released: readonly ReleasedVault[],
  { withActs = true, except = [] }: Repeated = {},
): Promise<void> {
  const vaultIds = released.map(({ vault }) => vault.id);
  const undone = await countReleasesUndone(tx, vaultIds, except);
  const all = released.map((one) => writeRelease(needs, one, undone.get(one.vault.id) ?? 0));
  const acts = withActs ? [...all.map(({ link }) => link.act), ...released.map(actOf)] : [];
  await insertLinks(
    tx,
    all.map(({ link }) => link.row),
  );
  await putOwnerChanges(
    tx,
    all.map(({ change }) => change),
  );
  await recordAct(needs, tx, ...acts);
  await queueLetter(needs, tx, ...all.flatMap(({ link }) => link.letters), ...all.flatMap(({ letters }) => letters));
}

/** @param number how many earlier releases of the vault were undone */
function writeRelease(needs: ReleaseNeeds, released: ReleasedVault, number: number) {
  const { vault, owner, bySilence = false } = released;
  const invitation = { kind: 'recipient-invitation' as const, ownerName: ownerName(owner), from: vault.releasedAt };
  const link = newLink(needs, { ...invitation, vault, number, bySilence });
  const { change, secret } = releaseChange(needs, released, number);
  const undo = { link: undoLink(needs, secret), until: change.expiresAt.toISOString() };
  return { link, change, letters: lettersToOwner(needs, released, { number, undo }) };
}

/** An address that is new to the account gets the same letter without the link, which works by itself. */
function lettersToOwner(
  { clock }: ReleaseNeeds,
  { vault, owner, executor, bySilence }: ReleasedVault,
  { number, undo }: { number: number; undo: { link: SecretText; until: string } },
): NewLetterInput[] {
  const trusted = trustedAddress(owner, clock.now());
  const onceKey = numbered(`vault-released/${vault.id}`, number);
  return [...new Set([owner.email, trusted])].map((email) => ({
    to: { name: ownerName(owner), email },
    vaultId: vault.id,
    userId: owner.id,
    onceKey: email === owner.email ? onceKey : `earlier/${onceKey}`,
    content: {
      kind: 'vault-released',
      facts: {
        firstName: greetingName(owner),
        vaultTitle: vault.title,
        recipientName: vault.recipientName,
        releasedBy: executor && (executor.name || executor.email),
        ...(bySilence && { bySilence: true as const }),
        at: vault.releasedAt.toISOString(),
        ...(email === trusted ? undo : {}),
      },
    },
  }));
}

const actOf = ({ vault, owner, executor }: ReleasedVault): Act => ({
  vaultId: vault.id,
  userId: owner.id,
  actor: executor ? 'executor' : 'service',
  ...(executor ? { actorId: executor.id } : {}),
  event: 'vault-released',
});
