// The audit: what happened to a vault or an account, and who did it. Lines are only added, in the transaction of the event.
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { asRows, given, preparedSql } from '../database/prepared.ts';
import { auditLines, auditPeople, auditReasons } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';

export type AuditActor = 'owner' | 'executor' | 'recipient' | 'service' | 'operator';

export type AuditEvent =
  | 'vault-created'
  | 'vault-edited'
  | 'vault-activated'
  | 'vault-released'
  | 'vault-deleted'
  | 'draft-ended'
  | 'file-added'
  | 'file-removed'
  | 'file-downloaded'
  | 'executor-added'
  | 'everything-downloaded'
  | 'rehearsal-sent'
  | 'executor-changed'
  | 'executor-confirmed'
  | 'code-issued'
  | 'code-used'
  | 'link-sent'
  | 'email-verified'
  | 'email-wrong'
  | 'answers-right'
  | 'answers-wrong'
  | 'questions-paused'
  | 'questions-locked'
  | 'questions-reopened'
  | 'mailbox-code-sent'
  | 'mailbox-code-wrong'
  | 'mailbox-code-right'
  | 'payment-seen'
  | 'trial-started'
  | 'password-changed'
  | 'sign-in-changed'
  | 'two-factor-reset-ordered'
  | 'two-factor-reset-stopped'
  | 'two-factor-reset'
  | 'change-disowned'
  | 'change-undone'
  | 'email-asked'
  | 'vault-purged'
  | 'email-changed'
  | 'account-exported'
  | 'account-deleted'
  | 'account-kept'
  | 'account-purged'
  | 'account-suspended'
  | 'account-restored'
  | 'vault-removed'
  | 'letter-resent'
  | 'clock-confirmed'
  | 'journal-followed'
  | 'journal-left-out'
  | 'hold-lifted'
  | 'vault-state-shown'
  | 'signed-in'
  | 'sign-in-code-sent'
  | 'password-reset'
  | 'reset-requested'
  | 'sign-in-failed'
  | 'proof-failed'
  | 'code-refused'
  | 'link-refused'
  | 'answer-refused'
  | 'call-refused'
  | 'limit-reached'
  | 'service-started'
  | 'start-refused';

export interface AuditLine {
  vaultId?: string | undefined;
  userId?: string | undefined;
  actor: AuditActor;
  /** The executor's id. An owner is identified by `userId`; a recipient and the service have none. */
  actorId?: string | undefined;
  event: AuditEvent;
  /** Only small facts: never a code, a token, an answer or a whole address. */
  detail?: Record<string, string | number | boolean | null | string[]>;
  /** The operator's reason, the only text that may name people. The owner reads it. It is deleted with the account. */
  reason?: { words: string; userId: string | null };
}

/** Inserts the given `lines`, which are `asRows(newLines(…))`. Also a part of other statements, where a round trip counts. */
export const insertAuditLines = sql`insert into ${auditLines} (id, vault_id, person_id, actor, actor_id, event, detail, at)
  select id, "vaultId", (select person_id from ${auditPeople} where user_id = line."userId"), actor, "actorId", event,
    coalesce(detail, '{}'), at
  from json_to_recordset(${given('lines')}) as line(id uuid, "vaultId" uuid, "userId" uuid, actor text, "actorId" uuid, event text,
    detail jsonb, at timestamptz)`;
const insertLines = preparedSql('insert_audit_lines', insertAuditLines);

/** In the order of their vaults, so that two transactions that add to the chains of several never wait for each other. */
export function newLines({ clock }: { clock: Clock }, lines: readonly AuditLine[]) {
  const at = clock.now();
  return lines.toSorted(byVault).map((line) => ({ ...line, id: newId(at), at }));
}

const byVault = ({ vaultId: one = '' }: AuditLine, { vaultId: other = '' }: AuditLine) =>
  one < other ? -1 : Number(one > other);

export async function recordAudit(needs: { clock: Clock }, tx: Transaction, ...lines: AuditLine[]): Promise<void> {
  const added = newLines(needs, lines);
  await insertLines(tx, { lines: asRows(added) });
  for (const { id, reason } of added) {
    if (reason)
      await tx
        .insert(auditReasons)
        .values({ lineId: id, userId: reason.userId, reason: reason.words, isForOwner: true });
  }
}

interface AuditSearch {
  vaultId?: string | undefined;
  /** A person's account. */
  userId?: string | undefined;
  since?: Date | undefined;
  max: number;
}

/** The newest matching lines, oldest first, each with its account (unless purged) and the operator's reason. */
export async function searchAudit(database: Database, { vaultId, userId, since, max }: AuditSearch) {
  const found = await database
    .select({ line: auditLines, userId: auditPeople.userId, reason: auditReasons.reason })
    .from(auditLines)
    .leftJoin(auditPeople, eq(auditPeople.personId, auditLines.personId))
    .leftJoin(auditReasons, eq(auditReasons.lineId, auditLines.id))
    .where(
      and(
        vaultId === undefined ? undefined : eq(auditLines.vaultId, vaultId),
        userId === undefined ? undefined : eq(auditPeople.userId, userId),
        since === undefined ? undefined : gte(auditLines.at, since),
      ),
    )
    .orderBy(desc(auditLines.at), desc(auditLines.id))
    .limit(max);
  return found.reverse();
}

/** The lines of a vault, oldest first. They stay when the vault is deleted. */
export async function listAudit(database: Database, vaultId: string) {
  return database
    .select()
    .from(auditLines)
    .where(eq(auditLines.vaultId, vaultId))
    .orderBy(asc(auditLines.at), asc(auditLines.id));
}

/** The operator's reason of the first line of one event since then, or null. */
export async function findReason(database: Database, event: AuditEvent, since: Date): Promise<string | null> {
  const [found] = await database
    .select({ reason: auditReasons.reason })
    .from(auditLines)
    .innerJoin(auditReasons, eq(auditReasons.lineId, auditLines.id))
    .where(and(eq(auditLines.event, event), gte(auditLines.at, since)))
    .orderBy(asc(auditLines.at))
    .limit(1);
  return found?.reason ?? null;
}

/** The details of the lines of one event since then, oldest first. */
export async function listDetails(database: Database, event: AuditEvent, since: Date): Promise<unknown[]> {
  const found = await database
    .select({ detail: auditLines.detail })
    .from(auditLines)
    .where(and(eq(auditLines.event, event), gte(auditLines.at, since)))
    .orderBy(asc(auditLines.at), asc(auditLines.id));
  return found.map(({ detail }) => detail);
}
