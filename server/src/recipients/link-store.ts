// Queries of the recipients' links.
import { and, eq, gt, type SQL } from 'drizzle-orm';
import { accessVerifications, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface NewLink {
  id: string;
  vaultId: string;
  /** A keyed digest. */
  verificationToken: string;
  email: string;
  expiresAt: Date;
  createdAt: Date;
}

export async function insertLink(tx: Transaction, link: NewLink): Promise<void> {
  await tx.insert(accessVerifications).values(link);
}

/** Finds the link by its token's digest, with its released vault. */
export async function findLink(database: DatabaseOrTransaction, digest: string) {
  const [found] = await selectReleased(database, eq(accessVerifications.verificationToken, digest));
  return found ?? null;
}

/** Finds a link by its id, if the answers given by it were right and it has not expired. */
export async function findOpenedLink(database: DatabaseOrTransaction, linkId: string, now: Date) {
  const isOpened = and(eq(accessVerifications.securityAnswersProvided, true), gt(accessVerifications.expiresAt, now));
  const [found] = await selectReleased(database, and(eq(accessVerifications.id, linkId), isOpened));
  return found ?? null;
}

const selectReleased = (database: DatabaseOrTransaction, which: SQL | undefined) =>
  database
    .select({
      id: accessVerifications.id,
      expiresAt: accessVerifications.expiresAt,
      vault: {
        id: vaults.id,
        title: vaults.title,
        message: vaults.message,
        messageWrittenAt: vaults.messageWrittenAt,
        recipientName: vaults.recipientName,
        recipientEmail: vaults.recipientEmail,
      },
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(accessVerifications)
    .innerJoin(vaults, eq(vaults.id, accessVerifications.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(which, eq(vaults.status, 'released')));

export async function markEmailVerified(tx: Transaction, linkId: string): Promise<void> {
  await tx.update(accessVerifications).set({ verified: true }).where(eq(accessVerifications.id, linkId));
}

export async function markAnswersProvided(tx: Transaction, linkId: string): Promise<void> {
  await tx.update(accessVerifications).set({ securityAnswersProvided: true }).where(eq(accessVerifications.id, linkId));
}

export async function hasLinkSince(tx: Transaction, vaultId: string, since: Date): Promise<boolean> {
  const [recent] = await tx
    .select({ id: accessVerifications.id })
    .from(accessVerifications)
    .where(and(eq(accessVerifications.vaultId, vaultId), gt(accessVerifications.createdAt, since)))
    .limit(1);
  return recent !== undefined;
}

/** How many links were mailed for the vault since that time. */
export async function countLinksSince(tx: Transaction, vaultId: string, since: Date): Promise<number> {
  return tx.$count(
    accessVerifications,
    and(eq(accessVerifications.vaultId, vaultId), gt(accessVerifications.createdAt, since)),
  );
}

/** Expires every working link of the vault. */
export async function endLinks(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  await tx
    .update(accessVerifications)
    .set({ expiresAt: now })
    .where(and(eq(accessVerifications.vaultId, vaultId), gt(accessVerifications.expiresAt, now)));
}
