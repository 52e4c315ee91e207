// What happened to a vault or an account and who did it. Lines are only ever added, in the transaction of what they tell of.
import { asc, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { auditLines } from '../database/schema.ts';
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
  | 'file-added'
  | 'file-downloaded'
  | 'executor-changed'
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
  | 'payment-seen'
  | 'trial-started'
  | 'password-changed'
  | 'sign-in-changed'
  | 'account-deleted'
  | 'account-kept'
  | 'account-purged'
  | 'account-suspended'
  | 'account-restored'
  | 'vault-removed'
  | 'letter-resent'
  | 'vault-state-shown';

export interface AuditLine {
  vaultId?: string | undefined;
  userId?: string | undefined;
  actor: AuditActor;
  /** The executor's id; an owner is named by `userId`, a recipient and the service have none. */
  actorId?: string | undefined;
  event: AuditEvent;
  /** Small facts only: never a code, a token, an answer or a whole address. */
  detail?: Record<string, string | number | boolean | null | string[]>;
}

export async function recordAudit({ clock }: { clock: Clock }, tx: Transaction, line: AuditLine): Promise<void> {
  const at = clock.now();
  const actorId = line.actor === 'owner' ? line.userId : line.actorId;
  await tx.insert(auditLines).values({ ...line, actorId, id: newId(at), at });
}

/** The lines of a vault, oldest first. They outlive it. */
export async function listAudit(database: Database, vaultId: string) {
  return database
    .select()
    .from(auditLines)
    .where(eq(auditLines.vaultId, vaultId))
    .orderBy(asc(auditLines.at), asc(auditLines.id));
}

/** Takes the people out of the lines about an account and its vaults; that something happened, and when, stays. */
export async function forgetPeople(tx: Transaction, userId: string, vaultIds: string[]): Promise<void> {
  await tx
    .update(auditLines)
    .set({ userId: null, actorId: null, detail: {} })
    .where(or(eq(auditLines.userId, userId), inArray(auditLines.vaultId, vaultIds)));
}
