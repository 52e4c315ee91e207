// What the journal says of each thing that changed: its state at that moment. It only reads the tables of others.
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { given, preparedSql } from '../../platform/database/prepared.ts';
import {
  accessVerifications,
  acts,
  executors,
  letters,
  users,
  vaultFiles,
  vaults,
} from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

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
  /** Without the operator's reason, which goes with the account. */
  act: {
    vaultId: string | null;
    personId: string | null;
    actor: string;
    actorId: string | null;
    letterId: string | null;
    event: string;
    detail: unknown;
    at: string;
  };
}

export type JournalKind = keyof JournalStates;

const time = (moment: SQL | PgColumn): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An object in JSON, of columns or of what is computed from them. */
const build = (parts: Record<string, SQL | PgColumn>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(parts).map(([name, part]) => sql`${sql.raw(`'${name}'`)}, ${part}`),
    sql`, `,
  )})`;

type State<Kind extends JournalKind> = Record<keyof JournalStates[Kind], SQL | PgColumn>;

const read = <Kind extends JournalKind>(kind: Kind, table: PgTable, state: State<Kind>, condition = sql`true`) =>
  preparedSql<{ id: string; state: JournalStates[Kind] }>(
    `journal_${kind}s`,
    sql`select id, ${build(state)} as state from ${table} where id = any(${given('ids')}::uuid[]) and ${condition}`,
  );

const readers = {
  account: read('account', users, {
    deletedAt: time(users.deletedAt),
    suspendedAt: time(users.suspendedAt),
  }),
  vault: read('vault', vaults, {
    status: vaults.status,
    isActivated: sql`${vaults.paymentStatus} <> 'unpaid'`,
    releasedAt: time(vaults.releasedAt),
    purgeAt: time(vaults.purgeAt),
    scheduledReleaseDate: time(vaults.scheduledReleaseDate),
    person: build({
      recipientName: vaults.recipientName,
      recipientEmail: vaults.recipientEmail,
      releasedBy: vaults.releasedBy,
    }),
  }),
  executor: read('executor', executors, {
    vaultId: executors.vaultId,
    accessCode: executors.accessCode,
    codeSalt: executors.codeSalt,
    codeNumber: executors.codeNumber,
    confirmToken: executors.confirmToken,
    codeSentAt: time(executors.codeSentAt),
    person: build({ name: executors.name, email: executors.email, note: executors.note }),
  }),
  link: read('link', accessVerifications, {
    vaultId: accessVerifications.vaultId,
    verificationToken: accessVerifications.verificationToken,
    expiresAt: time(accessVerifications.expiresAt),
    createdAt: time(accessVerifications.createdAt),
  }),
  file: read('file', vaultFiles, {
    vaultId: vaultFiles.vaultId,
    keptUntil: time(vaultFiles.keptUntil),
  }),
  letter: read(
    'letter',
    letters,
    {
      kind: letters.kind,
      messageId: letters.messageId,
      onceKey: letters.onceKey,
      vaultId: letters.vaultId,
      userId: letters.userId,
      createdAt: time(letters.createdAt),
      sentAt: time(sql`coalesce(${letters.sentAt}, ${letters.createdAt})`),
    },
    sql`status = 'sent'`,
  ),
  act: read('act', acts, {
    vaultId: acts.vaultId,
    personId: acts.personId,
    actor: acts.actor,
    actorId: acts.actorId,
    letterId: acts.letterId,
    event: acts.event,
    detail: acts.detail,
    at: time(acts.at),
  }),
};

/** The states of those that exist, by their ids. */
export async function readStates<Kind extends JournalKind>(
  database: DatabaseOrTransaction,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, JournalStates[Kind]>> {
  const found = ids.length === 0 ? [] : await readers[kind](database, { ids });
  return new Map(found.map(({ id, state }) => [id, state as JournalStates[Kind]]));
}
