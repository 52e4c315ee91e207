// What the journal says of each thing that changed: its state at that moment. It only reads the tables of others.
import { sql } from 'drizzle-orm';
import { given, prepared } from '../database/prepared.ts';
import { accessVerifications, executors, letters, users, vaultFiles, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';

/** `person` holds names and addresses, which the journal seals. Times are ISO texts. */
export interface JournalStates {
  account: { deletedAt: string | null; suspendedAt: string | null };
  vault: {
    status: string;
    isActivated: boolean;
    releasedAt: string | null;
    purgeAt: string | null;
    scheduledReleaseDate: string | null;
    person: { recipientName: string; recipientEmail: string; releasedBy: string | null };
  };
  executor: {
    vaultId: string;
    accessCode: string;
    codeSalt: string;
    codeNumber: number;
    confirmToken: string | null;
    codeSentAt: string | null;
    person: { name: string; email: string; note: string };
  };
  link: { vaultId: string; verificationToken: string; expiresAt: string; createdAt: string };
  /** `keptUntil` is set while a removed file can be restored. */
  file: { vaultId: string; keptUntil: string | null };
  /** Only of letters that were sent. */
  letter: {
    kind: string;
    messageId: string;
    onceKey: string | null;
    vaultId: string | null;
    userId: string | null;
    createdAt: string;
    sentAt: string;
  };
}

export type JournalKind = keyof JournalStates;

// Not the message, which may be long.
const vaultColumns = {
  id: vaults.id,
  status: vaults.status,
  paymentStatus: vaults.paymentStatus,
  recipientName: vaults.recipientName,
  recipientEmail: vaults.recipientEmail,
  releasedBy: vaults.releasedBy,
  releasedAt: vaults.releasedAt,
  purgeAt: vaults.purgeAt,
  scheduledReleaseDate: vaults.scheduledReleaseDate,
};

type Read<Kind extends JournalKind> = (
  database: DatabaseOrTransaction,
  ids: string[],
) => Promise<({ id: string } & JournalStates[Kind])[]>;

const text = (at: Date | null): string | null => at?.toISOString() ?? null;

const isOne = sql`id = any(${given('ids')}::uuid[])`;
const selectAccounts = prepared('journal_accounts', (database) =>
  database
    .select({ id: users.id, deletedAt: users.deletedAt, suspendedAt: users.suspendedAt })
    .from(users)
    .where(isOne),
);
const selectVaults = prepared('journal_vaults', (database) => database.select(vaultColumns).from(vaults).where(isOne));
const selectExecutors = prepared('journal_executors', (database) => database.select().from(executors).where(isOne));
const selectLinks = prepared('journal_links', (database) => database.select().from(accessVerifications).where(isOne));
const selectFiles = prepared('journal_files', (database) =>
  database
    .select({ id: vaultFiles.id, vaultId: vaultFiles.vaultId, keptUntil: vaultFiles.keptUntil })
    .from(vaultFiles)
    .where(isOne),
);
const selectLetters = prepared('journal_letters', (database) => database.select().from(letters).where(isOne));

const readers: { [Kind in JournalKind]: Read<Kind> } = {
  async account(database, ids) {
    return (await selectAccounts(database, { ids })).map(({ id, deletedAt, suspendedAt }) => ({
      ...{ id, deletedAt: text(deletedAt), suspendedAt: text(suspendedAt) },
    }));
  },
  async vault(database, ids) {
    const rows = await selectVaults(database, { ids });
    return rows.map(({ id, status, paymentStatus, recipientName, recipientEmail, releasedBy, ...times }) => ({
      ...{
        id,
        status,
        isActivated: paymentStatus !== 'unpaid',
        releasedAt: text(times.releasedAt),
        purgeAt: text(times.purgeAt),
      },
      scheduledReleaseDate: text(times.scheduledReleaseDate),
      person: { recipientName, recipientEmail, releasedBy },
    }));
  },
  async executor(database, ids) {
    const rows = await selectExecutors(database, { ids });
    return rows.map(({ id, vaultId, accessCode, codeSalt, codeNumber, confirmToken, name, email, note, ...row }) => ({
      ...{ id, vaultId, accessCode, codeSalt, codeNumber, confirmToken, codeSentAt: text(row.codeSentAt) },
      person: { name, email, note },
    }));
  },
  async link(database, ids) {
    const rows = await selectLinks(database, { ids });
    return rows.map(({ id, vaultId, verificationToken, expiresAt, createdAt }) => ({
      ...{ id, vaultId, verificationToken, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() },
    }));
  },
  async file(database, ids) {
    const rows = await selectFiles(database, { ids });
    return rows.map(({ keptUntil, ...file }) => ({ ...file, keptUntil: text(keptUntil) }));
  },
  async letter(database, ids) {
    const rows = await selectLetters(database, { ids });
    return rows
      .filter(({ status }) => status === 'sent')
      .map(({ id, kind, messageId, onceKey, vaultId, userId, createdAt, sentAt }) => ({
        ...{ id, kind, messageId, onceKey, vaultId, userId },
        ...{ createdAt: createdAt.toISOString(), sentAt: (sentAt ?? createdAt).toISOString() },
      }));
  },
};

/** The states of those that exist, by their ids. */
export async function readStates<Kind extends JournalKind>(
  database: DatabaseOrTransaction,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, JournalStates[Kind]>> {
  const found = ids.length === 0 ? [] : await readers[kind](database, [...ids]);
  // What is left of a row without its id is the state of its kind; the compiler cannot follow that through the generic.
  return new Map(found.map(({ id, ...state }) => [id, state as unknown as JournalStates[Kind]]));
}
