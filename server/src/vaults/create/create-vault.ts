// Creates a vault: a draft until it is paid for, or active immediately if it is complete and the owner's plan has a free place.
// Repeating the call with the same idempotency key creates no second vault, even concurrently.
import { dateInThePast } from '@remembrance/contract/vaults.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { queueLetters } from '../../letters/ledger/queue-letters.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from '../executors/limit-executor-letters.ts';
import { hashAnswer } from '../recipients/check-answers.ts';
import { insertVault, type OwnerRoom, readOwnerRoom } from '../stores/new-vault-store.ts';
import { type FoundVault, findVaultOf, lockOwner } from '../stores/vault-store.ts';
import { type ComposeNeeds, composeVault, findPlace, type VaultBody } from './compose-vault.ts';
import { dateCountsFrom, requireProofOfNearDate } from './near-date.ts';

export interface CreateVaultNeeds extends ComposeNeeds, LetterLimitNeeds {
  database: Database;
  slowHash: SlowHash;
  vaultKeys: VaultKeys;
}
type Input = VaultBody & {
  ownerId: string;
  /** When the owner last proved who they are. */
  provenAt: Date;
  /** The caller's idempotency key, or null. */
  repeatKey?: string | null;
};

/** @returns the new vault, or the one created earlier with the same key */
export async function createVault(
  needs: CreateVaultNeeds,
  { repeatKey = null, provenAt, ...body }: Input,
): Promise<FoundVault> {
  const { database, clock, keyring } = needs;
  const { ownerId } = body;
  const now = clock.now();
  const date = readDate(body, now);
  // The digest contains the answers, so it is keyed.
  const digests = repeatKey ? keyring.digests('repeated-request', JSON.stringify(body)) : [];
  const readRoom = async (from: DatabaseOrTransaction) =>
    (await readOwnerRoom(from, { ownerId, planName: body.planType, creationKey: repeatKey })) ?? refuse('unauthorized');
  const find = async (id: string) => (await findVaultOf(database, ownerId, id)) ?? refuse('vault-not-found');

  // Refuse a vault that cannot be created before paying for a hash.
  const roomBefore = await readRoom(database);
  const created = earlierIn(roomBefore, digests);
  if (created) return find(created);
  if (date) requireProofOfNearDate({ provenAt }, date, now);
  findPlace(body, roomBefore);
  if (body.executorEmail !== '') await limitExecutorLetters(needs, { ownerId, email: null });

  const wish = {
    body,
    dateCountsFrom: date && dateCountsFrom({ provenAt }, now),
    creationKey: repeatKey,
    creationDigest: digests[0] ?? null,
    questions: await hashQuestions(needs, body),
    ...(await needs.vaultKeys.makeKey(newId(now))),
  };
  const vaultId = await database.transaction(async (tx) => {
    if (!(await lockOwner(tx, ownerId))) refuse('unauthorized');
    const room = await readRoom(tx);
    const earlier = earlierIn(room, digests);
    if (earlier) return earlier;
    const { letter, ...vault } = composeVault(needs, wish, room);
    await insertVault(tx, vault);
    if (letter) await queueLetters(needs, tx, [letter]);
    return vault.key.vaultId;
  });
  return find(vaultId);
}

/** The vault created earlier with the same key. @throws {Refusal} repeated-differently */
function earlierIn({ earlier }: OwnerRoom, digests: readonly string[]): string | null {
  if (!earlier) return null;
  return digests.some((digest) => digest === earlier.digest) ? earlier.id : refuse('repeated-differently');
}

/** @throws {Refusal} invalid-input, for a date in the past */
function readDate({ scheduledReleaseDate }: VaultBody, now: Date): Date | null {
  const date = scheduledReleaseDate ? new Date(scheduledReleaseDate) : null;
  if (date && date <= now)
    refuse('invalid-input', { detail: dateInThePast, fields: { scheduledReleaseDate: dateInThePast } });
  return date;
}

function hashQuestions(needs: CreateVaultNeeds, input: VaultBody) {
  const given = [
    { question: input.securityQuestion1, answer: input.securityAnswer1 },
    { question: input.securityQuestion2, answer: input.securityAnswer2 },
  ].filter(({ question }) => question !== '');
  return Promise.all(given.map(async ({ question, answer }) => ({ question, ...(await hashAnswer(needs, [answer])) })));
}
