// Queries of the recipients' links.
import { and, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type Digests, findByDigest } from '../../keys/secret/digest-store.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import { accessVerifications, users, vaultKeys, vaults } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';

export type NewLink = Omit<
  typeof accessVerifications.$inferSelect,
  'verified' | 'securityAnswersProvided' | 'closedAt' | 'remindAt'
>;

/** The expiry of a link whose release was undone. No other link has it, and the journal notes it. */
const withdrawn = new Date(0);
export const isWithdrawn = ({ expiresAt }: { expiresAt: Date }): boolean => expiresAt <= withdrawn;

/** Does nothing if the link already exists, for example after a restore. But a withdrawn link would open nothing for its recipient. */
export async function insertLinks(tx: Transaction, links: NewLink[]): Promise<void> {
  const inserted = await tx
    .insert(accessVerifications)
    .values(links)
    .onConflictDoNothing({ target: accessVerifications.verificationToken })
    .returning({ id: accessVerifications.id });
  if (inserted.length === links.length) return;
  const tokens = links.map(({ verificationToken }) => verificationToken);
  const isDead = and(
    inArray(accessVerifications.verificationToken, tokens),
    eq(accessVerifications.expiresAt, withdrawn),
  );
  if ((await tx.$count(accessVerifications, isDead)) > 0)
    throw new Error('the link of a release was already withdrawn');
}

const selectByToken = prepared('find_link', (database) =>
  selectLinks(database, eq(accessVerifications.verificationToken, given('token'))),
);

/** Finds the link by its token's digest, with its vault, released or not. */
export const findLink = (database: DatabaseOrTransaction, digests: Digests) =>
  findByDigest(
    database,
    { column: accessVerifications.verificationToken, digests },
    async (digest) => (await selectByToken(database, { token: digest }))[0] ?? null,
  );

/** Finds a link that works by its token's digest, without its vault. */
export async function findLinkByToken(tx: Transaction, digests: Digests, now: Date) {
  const isIt = and(inArray(accessVerifications.verificationToken, digests), gt(accessVerifications.expiresAt, now));
  const [found] = await tx.select({ expiresAt: accessVerifications.expiresAt }).from(accessVerifications).where(isIt);
  return found ?? null;
}

/** Finds a link by its id if its holder answered correctly and it has not expired. */
export async function findOpenedLink(database: Database, linkId: string, now: Date) {
  const isOpened = and(eq(accessVerifications.securityAnswersProvided, true), gt(accessVerifications.expiresAt, now));
  const isIt = eq(accessVerifications.id, linkId);
  const [found] = await selectLinks(database, and(isIt, isOpened, eq(vaults.status, 'released')));
  return found ?? null;
}

function selectLinks(database: Database, which: SQL | undefined) {
  return database
    .select({
      id: accessVerifications.id,
      expiresAt: accessVerifications.expiresAt,
      /** The address that was entered at the link; before that, the first. */
      email: accessVerifications.email,
      closedAt: accessVerifications.closedAt,
      remindAt: accessVerifications.remindAt,
      vault: {
        id: vaults.id,
        status: vaults.status,
        title: vaults.title,
        message: vaults.message,
        messageWrittenAt: vaults.messageWrittenAt,
        recipientName: vaults.recipientName,
        recipientEmail: vaults.recipientEmail,
        recipientSecondEmail: vaults.recipientSecondEmail,
        releasedBy: vaults.releasedBy,
      },
      wrappedKey: vaultKeys.wrappedKey,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(accessVerifications)
    .innerJoin(vaults, eq(vaults.id, accessVerifications.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .where(which);
}

/** @param email the recipient's address that was entered: codes and notices about this link go there */
export async function markLinkVerified(tx: Transaction, linkId: string, email: string): Promise<void> {
  await tx.update(accessVerifications).set({ verified: true, email }).where(eq(accessVerifications.id, linkId));
}

/** @returns false if the link has ended since it was opened */
export async function markAnswersProvided(tx: Transaction, linkId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(accessVerifications)
    .set({ securityAnswersProvided: true })
    .where(and(eq(accessVerifications.id, linkId), gt(accessVerifications.expiresAt, now)));
  return rowCount !== 0;
}

export const hasLinkSince = async (tx: Transaction, vaultId: string, since: Date): Promise<boolean> =>
  (await countLinksSince(tx, vaultId, since)) > 0;

/** How many links were mailed for the vault since that time. Those of an undone release use up nothing of the next one. */
export async function countLinksSince(tx: Transaction, vaultId: string, since: Date): Promise<number> {
  return tx.$count(accessVerifications, isMailedSince(vaultId, since));
}

const isMailedSince = (vaultId: string, since: Date) =>
  and(
    eq(accessVerifications.vaultId, vaultId),
    gt(accessVerifications.createdAt, since),
    ne(accessVerifications.expiresAt, withdrawn),
  );

/** Whether a link was mailed since that time that its reader has not closed, while the vault had this address. */
export async function hasOpenLinkSince(
  tx: Transaction,
  { id, recipientEmail }: { id: string; recipientEmail: string },
  since: Date,
): Promise<boolean> {
  const isOpenThere = and(eq(accessVerifications.email, recipientEmail), isNull(accessVerifications.closedAt));
  return (await tx.$count(accessVerifications, and(isMailedSince(id, since), isOpenThere))) > 0;
}

/** Expires every working link of the vault. */
export async function endLinks(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  await tx
    .update(accessVerifications)
    .set({ expiresAt: now })
    .where(and(eq(accessVerifications.vaultId, vaultId), gt(accessVerifications.expiresAt, now)));
}

/** Ends every link of a vault whose release is undone, even those that have expired. */
export async function withdrawLinks(tx: Transaction, vaultId: string): Promise<void> {
  await tx
    .update(accessVerifications)
    .set({ expiresAt: withdrawn })
    .where(and(eq(accessVerifications.vaultId, vaultId), ne(accessVerifications.expiresAt, withdrawn)));
}

export async function deleteLinks(tx: Transaction, linkIds: readonly string[]): Promise<void> {
  await tx.delete(accessVerifications).where(inArray(accessVerifications.id, [...linkIds]));
}

type LinkState = JournalStates['link'];
/** The line does not have what is blank. */
type WrittenState = Omit<LinkState, 'closedAt' | 'remindAt'> & Partial<LinkState>;

/**
 * Adds a journal link to a restored database, or ends it if it has ended since. The address that got a withdrawn link is not known: it may be
 * another than today's recipient.
 */
export async function putLinkState(tx: Transaction, linkId: string, state: WrittenState): Promise<boolean> {
  const { vaultId, verificationToken, expiresAt, createdAt } = state;
  const [closedAt, remindAt] = [momentOf(state.closedAt), momentOf(state.remindAt)];
  // Its digest may have been renewed under another secret.
  const { rowCount } = await tx
    .update(accessVerifications)
    .set({ verificationToken, expiresAt: new Date(expiresAt), closedAt, remindAt })
    .where(eq(accessVerifications.id, linkId));
  if (rowCount !== 0) return true;
  const put = await tx.execute(sql`
    insert into ${accessVerifications} (id, vault_id, verification_token, email, expires_at, created_at, closed_at, remind_at)
    select ${linkId}::uuid, id, ${verificationToken}, ${isWithdrawn({ expiresAt: new Date(expiresAt) }) ? sql`''` : sql`recipient_email`},
      ${expiresAt}::timestamptz, ${createdAt}::timestamptz, ${closedAt?.toISOString() ?? null}::timestamptz,
      ${remindAt?.toISOString() ?? null}::timestamptz
    from ${vaults} where id = ${vaultId}::uuid
    on conflict (verification_token) do update set expires_at = excluded.expires_at, closed_at = excluded.closed_at,
      remind_at = excluded.remind_at`);
  return put.rowCount !== 0;
}

const momentOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);
