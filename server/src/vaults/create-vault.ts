// Creates a vault: a draft until it is paid for, or active at once if it is complete and the owner's plan has a free place.
// Repeating the call with the same idempotency key creates no second vault, also concurrently.

import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { draftsPerOwner } from '@remembrance/contract/limits.ts';
import type { createVault as createVaultCall } from '@remembrance/contract/vaults.ts';
import { dateInThePast } from '@remembrance/contract/vaults.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { insertExecutor } from '../executors/executor-store.ts';
import type { CodeNeeds } from '../executors/issue-code.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from '../executors/limit-executor-letters.ts';
import { newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { findPlanByName } from '../plans/plan-store.ts';
import { claimFreePlace, findFreePlace } from '../purchases/claim-free-place.ts';
import { hashAnswer } from '../recipients/check-answers.ts';
import { insertQuestions } from '../recipients/question-store.ts';
import { activateVault } from './activate-vault.ts';
import { countDrafts, findByCreationKey, insertVault, lockOwner } from './vault-store.ts';

export interface CreateVaultNeeds extends CodeNeeds, LetterLimitNeeds {
  database: Database;
  slowHash: SlowHash;
}
type Body = BodyOf<typeof createVaultCall>;
type Input = Body & {
  ownerId: string;
  /** The idempotency key of the caller, or null. */
  repeatKey?: string | null;
};

/** @returns the id of the new vault, or of the one created with the same key before */
export async function createVault(needs: CreateVaultNeeds, { repeatKey = null, ...input }: Input): Promise<string> {
  const now = needs.clock.now();
  const scheduledReleaseDate = input.scheduledReleaseDate ? new Date(input.scheduledReleaseDate) : null;
  if (scheduledReleaseDate && scheduledReleaseDate <= now) {
    refuse('invalid-input', { detail: dateInThePast, fields: { scheduledReleaseDate: dateInThePast } });
  }
  const plan = await findPlanByName(needs.database, input.planType);
  if (!plan?.isActive) {
    const sentence = 'Please select a pricing plan';
    refuse('invalid-input', { detail: sentence, fields: { planType: sentence } });
  }
  const { ownerId, executorEmail: email } = input;
  if (email !== '') await limitExecutorLetters(needs, { ownerId, email });
  const questions = await hashQuestions(needs, input);
  const id = newId(now);
  // The digest contains the answers, so it is keyed.
  const creationDigest = repeatKey && needs.keyring.digest('repeated-request', JSON.stringify(input));
  return needs.database.transaction(async (tx) => {
    if (!(await lockOwner(tx, input.ownerId))) refuse('unauthorized');
    const earlier = repeatKey && (await findByCreationKey(tx, input.ownerId, repeatKey));
    if (earlier) return earlier.creationDigest === creationDigest ? earlier.id : refuse('repeated-differently');
    // A vault with pending uploads waits for its checkout page, so that a failed upload uses no place and sends no code to an
    // executor.
    const isComplete = input.uploadedFiles.length === 0;
    const place = await (isComplete ? claimFreePlace : findFreePlace)(tx, input.ownerId, plan);
    if (!place && (await countDrafts(tx, input.ownerId)) >= draftsPerOwner) refuse('draft-limit-reached');
    await insertVault(tx, {
      id,
      creatorId: input.ownerId,
      planType: plan.name,
      title: input.title,
      recipientName: input.recipientName,
      recipientEmail: input.recipientEmail,
      message: input.message,
      messageWrittenAt: now,
      scheduledReleaseDate,
      creationKey: repeatKey,
      creationDigest,
      createdAt: now,
      updatedAt: now,
    });
    await insertQuestions(tx, id, questions);
    await addExecutor(tx, id, input, now);
    await recordAudit(needs, tx, {
      vaultId: id,
      userId: input.ownerId,
      actor: 'owner',
      event: 'vault-created',
      detail: { planType: plan.name },
    });
    if (place && isComplete) await activateVault(needs, tx, { vaultId: id, ...place });
    return id;
  });
}

function hashQuestions(needs: CreateVaultNeeds, input: Body) {
  const given = [
    { question: input.securityQuestion1, answer: input.securityAnswer1 },
    { question: input.securityQuestion2, answer: input.securityAnswer2 },
  ].filter(({ question }) => question !== '');
  return Promise.all(given.map(async ({ question, answer }) => ({ question, ...(await hashAnswer(needs, [answer])) })));
}

async function addExecutor(tx: Transaction, vaultId: string, input: Body, createdAt: Date): Promise<void> {
  if (input.executorEmail === '') return;
  const { executorName: name, executorEmail: email } = input;
  await insertExecutor(tx, { id: newId(createdAt), vaultId, name, email, createdAt });
}
