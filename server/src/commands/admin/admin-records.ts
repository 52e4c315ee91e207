// The traces of an operator's command in the audit and in letters, and its view of a vault.

import { listReleasedFiles } from '../../files/stored/file-store.ts';
import { listLetterStates } from '../../letters/ledger/letter-report-store.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { findUser } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listActs, recordAct } from '../../records/acts/act-store.ts';
import type { ActEvent } from '../../records/acts/act-words.ts';
import type { Services } from '../../services.ts';
import { listExecutors } from '../../vaults/executors/executor-store.ts';
import { findVaultState, type VaultRow } from '../../vaults/vault/vault-store.ts';
import { CommandRefused } from '../run/command-line.ts';

export type AdminServices = Pick<
  Services,
  | 'database'
  | 'clock'
  | 'storage'
  | 'keyring'
  | 'jobDatabase'
  | 'journalFile'
  | 'letterDomain'
  | 'publicUrl'
  | 'recipientLinkDays'
>;

// The letter belongs to the account, because a letter of the vault would be deleted with it.
export async function notifyRemoval(
  services: AdminServices,
  tx: Transaction,
  { creatorId, title: vaultTitle, status }: VaultRow,
  message?: string,
): Promise<void> {
  const owner = await findUser(tx, creatorId);
  if (!owner) return;
  await writeToUser(services, tx, owner, {
    kind: 'vault-removed',
    facts: {
      firstName: greetingName(owner),
      vaultTitle,
      wasReleased: status === 'released',
      words: message?.trim() || null,
    },
  });
}

interface AuditEntry {
  event: ActEvent;
  reason: string;
  detail?: Record<string, string>;
}
interface About {
  vaultId?: string | undefined;
  userId?: string | undefined;
}

/** Runs `act` and writes its act in the same transaction. Returns false if there was nothing to do. */
export function audited(
  services: AdminServices,
  { event, reason, detail = {} }: AuditEntry,
  act: (tx: Transaction) => Promise<About | null | '' | undefined>,
): Promise<boolean> {
  return services.database.transaction(async (tx) => {
    const about = await act(tx);
    if (!about) return false;
    const words = { words: reason, userId: await ownerIdOf(tx, about) };
    await recordAct(services, tx, { ...about, actor: 'operator', event, detail, reason: words });
    return true;
  });
}

async function ownerIdOf(tx: Transaction, { userId, vaultId }: About): Promise<string | null> {
  if (userId || !vaultId) return userId ?? null;
  return (await findVaultState(tx, vaultId))?.vault.creatorId ?? null;
}

/** Leaves out the title and the complete address, so that the output can go into a ticket. */
export async function describeRemoval({ database }: AdminServices, vaultId: string): Promise<string> {
  const found = await findVaultState(database, vaultId);
  const owner = found && (await findUser(database, found.vault.creatorId));
  if (!owner) throw new CommandRefused('There is no such vault.');
  const { status, paymentStatus } = found.vault;
  const address = owner.email.replace(/^(.)[^@]*/u, '$1…');
  const { length: files } = await listReleasedFiles(database, vaultId);
  return `The vault ${vaultId} of ${address} is ${status} and ${paymentStatus}. It will be deleted, with its message and its files (${files}).`;
}

export async function describeVault({ database }: AdminServices, vaultId: string) {
  const found = await findVaultState(database, vaultId);
  if (!found) throw new CommandRefused('There is no such vault.');
  const { vault, owner } = found;
  const { id, status, paymentStatus, planType, editCount } = vault;
  const { scheduledReleaseDate, createdAt, activatedAt, releasedAt, updatedAt } = vault;
  return {
    id,
    status,
    paymentStatus,
    planType,
    editCount,
    scheduledReleaseDate,
    createdAt,
    activatedAt,
    releasedAt,
    updatedAt,
    owner,
    executors: (await listExecutors(database, vaultId)).length,
    files: (await listReleasedFiles(database, vaultId)).map(({ id, sizeBytes, mimeType }) => ({
      id,
      sizeBytes,
      mimeType,
    })),
    letters: await listLetterStates(database, vaultId),
    history: (await listActs(database, vaultId)).map(({ at, actor, event }) => ({ at, actor, event })),
  };
}
