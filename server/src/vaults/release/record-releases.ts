// Everything that follows from releases: the recipients' links, the letters to them and to the owners, and the acts.
// It is written in the transaction of the releases: all of it or nothing.
import { type NewLetterInput, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { type Act, recordAct } from '../../records/acts/act-store.ts';
import type { RestoreHold } from '../../records/journal/restore-hold.ts';
import { insertLinks } from '../recipients/link-store.ts';
import { type IssueNeeds, newLink } from '../recipients/new-link.ts';
import type { ReleasedVault } from '../vault/release-store.ts';

export interface ReleaseNeeds extends IssueNeeds {
  database: Database;
}

/** For a release that is new, and not repeated from the journal: an older database must not decide on it. */
export interface HeldReleaseNeeds extends ReleaseNeeds {
  restoreHold: Pick<RestoreHold, 'refuse'>;
}

export async function recordReleases(
  needs: ReleaseNeeds,
  tx: Transaction,
  released: readonly ReleasedVault[],
  /** Omitted if a repeated release's acts are already recorded. */
  { withActs = true } = {},
): Promise<void> {
  const links = released.map(({ vault, owner }) =>
    newLink(needs, { kind: 'recipient-invitation', vault, ownerName: ownerName(owner), from: vault.releasedAt }),
  );
  const acts = withActs ? [...links.map(({ act }) => act), ...released.map(actOf)] : [];
  await insertLinks(
    tx,
    links.map(({ row }) => row),
  );
  await recordAct(needs, tx, ...acts);
  await queueLetter(needs, tx, ...links.flatMap(({ letters }) => letters), ...released.map(letterToOwner));
}

function letterToOwner({ vault, owner, executor }: ReleasedVault): NewLetterInput {
  return {
    to: { name: ownerName(owner), email: owner.email },
    vaultId: vault.id,
    userId: owner.id,
    onceKey: `vault-released/${vault.id}`,
    content: {
      kind: 'vault-released',
      facts: {
        firstName: greetingName(owner),
        vaultTitle: vault.title,
        recipientName: vault.recipientName,
        releasedBy: executor && (executor.name || executor.email),
        at: vault.releasedAt.toISOString(),
      },
    },
  };
}

const actOf = ({ vault, owner, executor }: ReleasedVault): Act => ({
  vaultId: vault.id,
  userId: owner.id,
  actor: executor ? 'executor' : 'service',
  ...(executor ? { actorId: executor.id } : {}),
  event: 'vault-released',
});
