// What an operator can do, each with a reason that goes to the audit. There is no page for it: anyone who may run a command on
// the machine may do this, and nobody else.
import { twoFactorResetDays } from '@remembrance/contract/limits.ts';
import { type AuditEvent, listAudit, recordAudit } from '../audit/audit-store.ts';
import { trustTime } from '../clock/clock-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { listReleasedFiles, unregisterObjectsOf } from '../files/file-store.ts';
import { listLetterStates, requeueFailed } from '../letters/letter-store.ts';
import { isId } from '../lib/ids.ts';
import type { Services } from '../services.ts';
import { restoreOwner, suspendOwner } from '../sessions/suspend-owner.ts';
import { requestReset } from '../two-factor/reset-two-factor.ts';
import { ownerName } from '../users/owner-name.ts';
import { findUser } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { areLocked } from '../vault-access/guess-rules.ts';
import { readGuesses } from '../vault-access/guess-store.ts';
import { reopenQuestions } from '../vault-access/reopen-questions.ts';
import { deleteAnyVault, findVaultState, type VaultRow } from '../vaults/vault-store.ts';

export type AdminServices = Pick<
  Services,
  'database' | 'clock' | 'storage' | 'keyring' | 'queue' | 'letterDomain' | 'publicUrl' | 'recipientLinkDays'
>;

/** Said to the operator in one line. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

interface Command {
  /** What it is about. */
  subject: 'email' | 'vault' | 'letter' | null;
  about: string;
  /** It writes to the owner, and takes words for them. */
  tells?: true;
  run(services: AdminServices, order: Order): Promise<string>;
}

interface Order {
  /** The address or the id of what it is about. */
  subject: string;
  /** For the audit alone. */
  reason: string;
  /** For the owner, in their letter; blank for none. */
  words?: string | undefined;
}

export const commands: Record<string, Command> = {
  suspend: {
    subject: 'email',
    about: 'keeps an owner from signing in; their vaults can still be released',
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'account-suspended', reason }, async (tx) => {
        const userId = await suspendOwner(services, tx, email);
        return userId && { userId };
      });
      if (!acted) throw new CommandRefused('Nobody with this address has an account that is not suspended.');
      return 'Suspended, and signed out everywhere. Their vaults can still be released.';
    },
  },
  restore: {
    subject: 'email',
    about: 'lets a suspended owner sign in again',
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'account-restored', reason }, async (tx) => {
        const userId = await restoreOwner(services, tx, email);
        return userId && { userId };
      });
      if (!acted) throw new CommandRefused('Nobody with this address is suspended.');
      return 'They can sign in again.';
    },
  },
  'reset-two-factor': {
    subject: 'email',
    about: 'turns off the second step of an owner who lost it, in seven days; letters let them stop it',
    async run(services, { subject: email, reason }) {
      const acted = await audited(services, { event: 'two-factor-reset-ordered', reason }, async (tx) => {
        const userId = await requestReset(services, tx, email);
        return userId && { userId };
      });
      if (!acted)
        throw new CommandRefused('Nobody with this address has a second step for which this was not ordered.');
      return `Ordered. It happens in ${twoFactorResetDays} days unless they stop it; a letter has told them.`;
    },
  },
  'remove-vault': {
    subject: 'vault',
    about: 'destroys a vault in whatever state, released ones too, and tells its owner',
    tells: true,
    async run(services, { subject: vaultId, reason, words }) {
      let objects: string[] = [];
      const acted = await audited(services, { event: 'vault-removed', reason }, async (tx) => {
        objects = await unregisterObjectsOf(tx, vaultId);
        const vault = await deleteAnyVault(tx, vaultId);
        if (vault) await notifyRemoval(services, tx, vault, words);
        return vault && { vaultId, userId: vault.creatorId };
      });
      if (!acted) throw new CommandRefused('There is no such vault.');
      // What fails here is an object without a row, and the sweep's to remove.
      await Promise.allSettled(objects.map((path) => services.storage.remove(path)));
      return `Removed, with ${objects.length} files. Nobody can bring it back. Its owner is told by letter.`;
    },
  },
  'resend-letter': {
    subject: 'letter',
    about: 'tries a letter again that was given up',
    async run(services, { subject: letterId, reason }) {
      const acted = await audited(services, { event: 'letter-resent', reason, detail: { letterId } }, async (tx) => {
        const letter = await requeueFailed(tx, letterId, services.clock.now());
        if (letter) await services.queue.enqueue(tx, 'send-letter', { letterId });
        return letter && { vaultId: letter.vaultId ?? undefined, userId: letter.userId ?? undefined };
      });
      if (!acted)
        throw new CommandRefused('There is no letter of this id that was given up. A sent one keeps nothing to send.');
      return 'It is on its way again.';
    },
  },
  'reopen-questions': {
    subject: 'vault',
    about: "opens a recipient's closed questions for a few more answers, and mails a fresh link",
    async run(services, { subject: vaultId, reason }) {
      if (!areLocked(await readGuesses(services.database, vaultId)))
        throw new CommandRefused('The questions of this vault are not closed.');
      await reopenQuestions(services, { vaultId, by: { actor: 'operator', reason } });
      return 'Opened for a few more answers. The recipient gets a fresh link, and the owner is told by letter.';
    },
  },
  'confirm-clock': {
    subject: null,
    about: 'says that the time of this machine is right, so that held releases go on',
    async run(services, { reason }) {
      const now = services.clock.now();
      await audited(services, { event: 'clock-confirmed', reason }, async (tx) => {
        await trustTime(tx, now);
        return {};
      });
      return `The time is ${now.toISOString()}. Scheduled releases go on within a minute.`;
    },
  },
  'show-vault-state': {
    subject: 'vault',
    about: 'prints how a vault stands, without what it says or to whom',
    async run(services, { subject: vaultId, reason }) {
      const state = await describeVault(services, vaultId);
      await audited(services, { event: 'vault-state-shown', reason }, async () => ({ vaultId }));
      return JSON.stringify(state, null, 2);
    },
  },
};

// The letter belongs to the account: one of the vault would go with the vault.
async function notifyRemoval(
  services: AdminServices,
  tx: Transaction,
  { creatorId, title: vaultTitle, status }: VaultRow,
  words?: string,
): Promise<void> {
  const owner = await findUser(tx, creatorId);
  if (!owner) return;
  await writeToUser(services, tx, owner, {
    kind: 'vault-removed',
    facts: {
      ownerName: ownerName(owner),
      vaultTitle,
      wasReleased: status === 'released',
      words: words?.trim() || null,
    },
  });
}

interface Deed {
  event: AuditEvent;
  reason: string;
  detail?: Record<string, string>;
}
interface About {
  vaultId?: string | undefined;
  userId?: string | undefined;
}

/** Does it together with its audit line; false where there was nothing to do. */
function audited(
  services: AdminServices,
  { event, reason, detail = {} }: Deed,
  act: (tx: Transaction) => Promise<About | null | '' | undefined>,
): Promise<boolean> {
  return services.database.transaction(async (tx) => {
    const about = await act(tx);
    if (!about) return false;
    const words = { words: reason, userId: await ownerIdOf(tx, about) };
    await recordAudit(services, tx, { ...about, actor: 'operator', event, detail, reason: words });
    return true;
  });
}

async function ownerIdOf(tx: Transaction, { userId, vaultId }: About): Promise<string | null> {
  if (userId || !vaultId) return userId ?? null;
  return (await findVaultState(tx, vaultId))?.vault.creatorId ?? null;
}

async function describeVault({ database }: AdminServices, vaultId: string) {
  const found = await findVaultState(database, vaultId);
  if (!found) throw new CommandRefused('There is no such vault.');
  const { vault, owner } = found;
  const { id, status, paymentStatus, planType, editCount } = vault;
  const { scheduledReleaseDate, createdAt, activatedAt, releasedAt, updatedAt } = vault;
  return {
    ...{ id, status, paymentStatus, planType, editCount },
    ...{ scheduledReleaseDate, createdAt, activatedAt, releasedAt, updatedAt },
    owner,
    executors: (await listExecutors(database, vaultId)).length,
    files: (await listReleasedFiles(database, vaultId)).map(({ id, sizeBytes, mimeType }) => ({
      id,
      sizeBytes,
      mimeType,
    })),
    letters: await listLetterStates(database, vaultId),
    history: (await listAudit(database, vaultId)).map(({ at, actor, event }) => ({ at, actor, event })),
  };
}

const subjects = { email: 'address', vault: 'vault id', letter: 'letter id' } as const;

export function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { subject, about }]) => `  ${(subject ? `${name} <${subjects[subject]}>` : name).padEnd(32)} ${about}`,
  );
  return `npm run admin -- <command> <about> --reason "<why>"\n\n${lines.join('\n')}\n\nThe reason goes to the audit and to nobody else. Words for the owner: --tell "<words>".\n\nnpm run admin -- audit [--vault <id>] [--account <address or digest>] [--network <address or digest>] [--since 7d]\n`;
}

/** @throws {CommandRefused} with the line to print */
export async function runCommand(services: AdminServices, name: string, order: Order): Promise<string> {
  const command = commands[name];
  const { subject, words } = order;
  const reason = order.reason.trim();
  if (!command) throw new CommandRefused(usage());
  if (reason === '') throw new CommandRefused('Please give a reason: --reason "why".');
  if (words !== undefined && !command.tells) throw new CommandRefused(`${name} takes no words for the owner.`);
  if (command.subject && command.subject !== 'email' && !isId(subject)) {
    throw new CommandRefused(`"${subject}" is no ${subjects[command.subject]}.`);
  }
  return command.run(services, { subject, reason, words });
}
