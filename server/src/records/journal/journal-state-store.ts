// The state of each changed thing, as the journal records it. It only reads other folders' tables.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { given, prepared } from '../../platform/database/prepared.ts';
import {
  accessVerifications,
  acts,
  executors,
  letters,
  releaseRequests,
  users,
  vaultFiles,
  vaults,
} from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

const isAsked = (id: PgColumn): SQL => sql`${id} = any(${given('ids')}::uuid[])`;

/** The journal seals `person`, which holds names and addresses. */
const readers = {
  account: prepared('journal_accounts', (database) =>
    database
      .select({
        id: users.id,
        deletedAt: users.deletedAt,
        suspendedAt: users.suspendedAt,
        reportedAt: users.reportedAt,
        withdrawals: users.withdrawals,
        earlierEmailUntil: users.earlierEmailUntil,
        contentFrom: users.contentFrom,
        checkInMonths: users.checkInMonths,
        checkInPausedUntil: users.checkInPausedUntil,
        isYearly: sql<boolean>`${users.yearlyAt} is not null`,
        person: {
          email: users.email,
          earlierEmail: users.earlierEmail,
        },
      })
      .from(users)
      .where(isAsked(users.id)),
  ),
  vault: prepared('journal_vaults', (database) =>
    database
      .select({
        id: vaults.id,
        status: vaults.status,
        isActivated: sql<boolean>`${vaults.paymentStatus} <> 'unpaid'`,
        releasedAt: vaults.releasedAt,
        purgeAt: vaults.purgeAt,
        scheduledReleaseDate: vaults.scheduledReleaseDate,
        followUp: vaults.followUp,
        correctionState: vaults.correctionState,
        correctionDueAt: vaults.correctionDueAt,
        correctionToken: vaults.correctionToken,
        checkIn: vaults.checkIn,
        waitHours: vaults.waitHours,
        mustAgree: vaults.mustAgree,
        person: {
          recipientName: vaults.recipientName,
          recipientEmail: vaults.recipientEmail,
          recipientSecondEmail: vaults.recipientSecondEmail,
          correctionEmail: vaults.correctionEmail,
          releasedBy: vaults.releasedBy,
        },
      })
      .from(vaults)
      .where(isAsked(vaults.id)),
  ),
  executor: prepared('journal_executors', (database) =>
    database
      .select({
        id: executors.id,
        vaultId: executors.vaultId,
        accessCode: executors.accessCode,
        codeSalt: executors.codeSalt,
        codeNumber: executors.codeNumber,
        confirmToken: executors.confirmToken,
        codeSentAt: executors.codeSentAt,
        refusesYearly: executors.refusesYearly,
        person: {
          name: executors.name,
          email: executors.email,
          secondEmail: executors.secondEmail,
          note: executors.note,
        },
      })
      .from(executors)
      .where(isAsked(executors.id)),
  ),
  request: prepared('journal_requests', (database) =>
    database
      .select({
        id: releaseRequests.id,
        vaultId: releaseRequests.vaultId,
        askedBy: releaseRequests.askedBy,
        bySilence: releaseRequests.bySilence,
        agreedBy: releaseRequests.agreedBy,
        state: releaseRequests.state,
        dueAt: releaseRequests.dueAt,
        waitsFrom: releaseRequests.waitsFrom,
        version: releaseRequests.version,
        stopSalt: releaseRequests.stopSalt,
        stopToken: releaseRequests.stopToken,
        createdAt: releaseRequests.createdAt,
        endedAt: releaseRequests.endedAt,
        endedWhy: releaseRequests.endedWhy,
        person: {
          askedByName: releaseRequests.askedByName,
          agreedByName: releaseRequests.agreedByName,
          endedByName: releaseRequests.endedByName,
          reason: releaseRequests.reason,
        },
      })
      .from(releaseRequests)
      .where(isAsked(releaseRequests.id)),
  ),
  link: prepared('journal_links', (database) =>
    database
      .select({
        id: accessVerifications.id,
        vaultId: accessVerifications.vaultId,
        verificationToken: accessVerifications.verificationToken,
        expiresAt: accessVerifications.expiresAt,
        createdAt: accessVerifications.createdAt,
        closedAt: accessVerifications.closedAt,
        remindAt: accessVerifications.remindAt,
      })
      .from(accessVerifications)
      .where(isAsked(accessVerifications.id)),
  ),
  file: prepared('journal_files', (database) =>
    database
      .select({
        id: vaultFiles.id,
        vaultId: vaultFiles.vaultId,
        /** Set as long as a removed file can be restored. */
        keptUntil: vaultFiles.keptUntil,
      })
      .from(vaultFiles)
      .where(isAsked(vaultFiles.id)),
  ),
  /** Only letters that were sent. */
  letter: prepared('journal_letters', (database) =>
    database
      .select({
        id: letters.id,
        kind: letters.kind,
        messageId: letters.messageId,
        onceKey: letters.onceKey,
        vaultId: letters.vaultId,
        userId: letters.userId,
        createdAt: letters.createdAt,
        sentAt: sql`coalesce(${letters.sentAt}, ${letters.createdAt})`.mapWith(letters.createdAt),
        acceptedBy: letters.acceptedBy,
        doubt: letters.doubt,
        doubtedAt: letters.doubtedAt,
      })
      .from(letters)
      .where(and(isAsked(letters.id), eq(letters.status, sql`'sent'`))),
  ),
  /** Excludes the operator's reason, which is deleted with the account. */
  act: prepared('journal_acts', (database) => database.select().from(acts).where(isAsked(acts.id))),
};

export type JournalKind = keyof typeof readers;

/** The format of a journal line: times are ISO texts. */
type InJson<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: InJson<Value[Name]> }
    : Value;
type Row<Kind extends JournalKind> = Awaited<ReturnType<(typeof readers)[Kind]>>[number];
export type JournalStates = { [Kind in JournalKind]: InJson<Omit<Row<Kind>, 'id'>> };

/** The states of the existing things, by their ids. */
export async function readStates<Kind extends JournalKind>(
  database: DatabaseOrTransaction,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, JournalStates[Kind]>> {
  const found = ids.length === 0 ? [] : await readers[kind](database, { ids });
  return new Map(found.map(({ id, ...state }) => [id, JSON.parse(JSON.stringify(state, withoutNewBlanks))]));
}

/** Version 1.0.0 had no such columns. Left out while blank, so that its lines still equal the rows they describe. */
const addedSince = new Set(['closedAt', 'remindAt']);
const withoutNewBlanks = (name: string, value: unknown) => (value === null && addedSince.has(name) ? undefined : value);
