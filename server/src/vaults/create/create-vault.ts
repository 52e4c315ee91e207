// Creates a vault: a draft until it is paid for, or active immediately if it is complete and the owner's plan has a free place.
// Repeating the call with the same idempotency key creates no second vault, even concurrently.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { draftsPerOwner } from '@remembrance/contract/limits.ts';
import { type createVault as createVaultCall, dateInThePast } from '@remembrance/contract/vaults.ts';
import { insertKey, type WrappedKey } from '../../keys/vault/vault-key-store.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import { type FreePlace, fullSentence, placesIn } from '../../plans/place-rules.ts';
import { countVaultOn } from '../../plans/purchase-store.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { LetterLimitNeeds } from '../executors/limit-executor-letters.ts';
import type { CodeNeeds } from '../executors/new-code.ts';
import { hashAnswer } from '../recipients/check-answers.ts';
import { type HashedQuestion, insertQuestions } from '../recipients/question-store.ts';
import { sealQuestion } from '../recipients/question-texts.ts';
import { dateCountsFrom, requireProofOfNearDate } from '../vault/near-date.ts';
import { insertVault, type OwnerRoom, readOwnerRoom } from '../vault/new-vault-store.ts';
import { type FoundVault, findVaultOf, lockOwner, type VaultRow } from '../vault/vault-store.ts';
import { activateVault } from './activate-vault.ts';
import { limitNewExecutors, nameExecutors } from './name-executors.ts';

export interface CreateVaultNeeds extends CodeNeeds, LetterLimitNeeds {
  database: Database;
  slowHash: SlowHash;
  vaultKeys: VaultKeys;
}
type VaultBody = BodyOf<typeof createVaultCall>;
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
  await limitNewExecutors(needs, ownerId, body);

  const questions = await hashQuestions(needs, body);
  const { key, texts } = await needs.vaultKeys.makeKey(newId(now));
  const { vaultId } = key;
  const row = {
    creationKey: repeatKey,
    creationDigest: digests[0] ?? null,
    scheduledReleaseDate: date,
    dateCountsFrom: date && dateCountsFrom({ provenAt }, now),
  };
  const writtenId = await database.transaction(async (tx) => {
    if (!(await lockOwner(tx, ownerId))) refuse('unauthorized');
    const room = await readRoom(tx);
    const earlier = earlierIn(room, digests);
    if (earlier) return earlier;
    const place = findPlace(body, room);
    await insertDraft(needs, tx, { ownerId, body, key, texts, questions, row });
    if (place) {
      await countVaultOn(tx, place.purchaseId);
      await activateVault(needs, tx, { vaultId, ...place });
    }
    return vaultId;
  });
  return find(writtenId);
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

/**
 * The paid free place, if the vault can be active immediately.
 * @throws {Refusal} invalid-input, plan-limit-reached or draft-limit-reached
 */
function findPlace(body: VaultBody, room: OwnerRoom): FreePlace | null {
  const { plan, used, purchases, drafts } = room;
  if (!plan?.isActive) {
    const sentence = 'Please select a pricing plan';
    refuse('invalid-input', { detail: sentence, fields: { planType: sentence } });
  }
  const { isFull, freePlace } = placesIn(plan, used, purchases);
  if (isFull) refuse('plan-limit-reached', { detail: fullSentence(plan.name) });
  if (!freePlace && drafts >= draftsPerOwner) refuse('draft-limit-reached');
  // A vault with pending uploads waits for its checkout page, so that a failed upload uses no place and sends no code to an
  // executor.
  return body.uploadedFiles.length === 0 ? freePlace : null;
}

function hashQuestions(needs: CreateVaultNeeds, input: VaultBody): Promise<HashedQuestion[]> {
  const given = [
    { question: input.securityQuestion1, answer: input.securityAnswer1 },
    { question: input.securityQuestion2, answer: input.securityAnswer2 },
  ].filter(({ question }) => question !== '');
  return Promise.all(given.map(async ({ question, answer }) => ({ question, ...(await hashAnswer(needs, [answer])) })));
}

interface Draft {
  ownerId: string;
  body: VaultBody;
  key: WrappedKey;
  texts: VaultTexts;
  questions: readonly HashedQuestion[];
  row: Pick<VaultRow, 'creationKey' | 'creationDigest' | 'scheduledReleaseDate' | 'dateCountsFrom'>;
}

/** Writes the vault with its key, questions and executor. The caller must hold the owner's lock. */
async function insertDraft(needs: CreateVaultNeeds, tx: Transaction, draft: Draft): Promise<void> {
  const { ownerId, body, key, texts, questions, row } = draft;
  const { planType, title, recipientName, recipientEmail } = body;
  const { vaultId } = key;
  const now = needs.clock.now();
  await insertVault(tx, {
    ...row,
    id: vaultId,
    creatorId: ownerId,
    planType,
    title,
    recipientName,
    recipientEmail,
    recipientSecondEmail: body.recipientSecondEmail || null,
    message: texts.seal('message', body.message),
    messageWrittenAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await insertKey(tx, key);
  const sealed = questions.map((question) => sealQuestion(texts, question));
  await insertQuestions(tx, vaultId, sealed);
  await nameExecutors(needs, tx, { vaultId, texts, body });
  await recordAct(needs, tx, {
    vaultId,
    userId: ownerId,
    actor: 'owner',
    event: 'vault-created',
    detail: { planType },
  });
}
