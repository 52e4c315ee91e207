// Tells owners which of their own answers would be accepted. This does not count as a guess by the recipient. Tries are limited per
// vault, so that a stranger at an unattended browser cannot find the answers.
import { answerTriesPerHour } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { isAnswerRight } from '../recipients/check-answers.ts';
import { listQuestions } from '../recipients/question-store.ts';
import { findVaultOf } from '../vault/vault-store.ts';

export interface TryAnswersNeeds {
  rateLimiter: RateLimiter;
  keyring: Keyring;
  database: Database;
  slowHash: SlowHash;
}
interface Trial {
  ownerId: string;
  vaultId: string;
  answers: readonly { id: string; answer: string }[];
}

/** @throws {Refusal} vault-not-found, vault-released, too-many-requests, busy */
export async function tryAnswers(needs: TryAnswersNeeds, { ownerId, vaultId, answers }: Trial) {
  const found = isId(vaultId) ? await findVaultOf(needs.database, ownerId, vaultId) : null;
  if (!found) refuse('vault-not-found');
  if (found.vault.status === 'released') refuse('vault-released');
  const anHour = { seconds: 3600, durable: true, tries: answerTriesPerHour };
  await needs.rateLimiter.take('tried answers of', vaultId, anHour);
  const stored = await listQuestions(needs.database, vaultId);
  // Uses the queue for passwords, so that an owner who tries answers does not make a recipient wait.
  const hashing = { keyring: needs.keyring, answerHash: needs.slowHash };
  return Promise.all(
    answers.map(async ({ id, answer }) => {
      const question = stored.find((row) => row.id === id);
      return { id, isAccepted: question !== undefined && (await isAnswerRight(hashing, question, answer)) };
    }),
  );
}
