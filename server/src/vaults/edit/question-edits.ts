// The questions of an edit: hashed before the transaction, because hashing is slow, and compared with the stored ones within it.
import { answerFault } from '@remembrance/contract/answer-rules.ts';
import type { editVault } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { questionChangesPerHour } from '@remembrance/contract/limits.ts';
import { answerMissing } from '@remembrance/contract/questions.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { hashAnswer } from '../recipients/check-answers.ts';
import {
  type HashedAnswer,
  type HashedQuestion,
  listQuestions,
  type StoredQuestion,
} from '../recipients/question-store.ts';
import { openQuestion } from '../recipients/question-texts.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import { recipientOf } from './vault-state.ts';

export interface QuestionNeeds {
  rateLimiter: RateLimiter;
  keyring: Keyring;
  slowHash: SlowHash;
}
type Edited = NonNullable<BodyOf<typeof editVault>['questions']>[number];
export type PreparedQuestion = Edited & { hashed: HashedAnswer | null };

/** @throws {Refusal} busy, or too-many-requests after many in an hour */
export async function prepareQuestions(
  needs: QuestionNeeds,
  ownerId: string,
  questions: readonly Edited[],
): Promise<PreparedQuestion[]> {
  const anHour = { seconds: 3600, durable: true, tries: questionChangesPerHour };
  await needs.rateLimiter.take('question changes of', ownerId, anHour);
  return Promise.all(
    questions.map(async (edited) => ({
      ...edited,
      hashed: edited.answers ? await hashAnswer(needs, edited.answers) : null,
    })),
  );
}

export interface QuestionChange {
  /** The questions as they were stored. */
  before: StoredQuestion[];
  after: HashedQuestion[];
}

/** Null if nothing changes. The caller must hold the vault's lock. @throws {Refusal} invalid-input for an answer easy to guess */
export async function changeOfQuestions(
  tx: Transaction,
  vault: Pick<VaultRow, 'id' | 'recipientName' | 'recipientEmail' | 'recipientSecondEmail'> & { texts: VaultTexts },
  prepared: readonly PreparedQuestion[],
): Promise<QuestionChange | null> {
  const before = await listQuestions(tx, vault.id);
  const executors = await listExecutors(tx, vault.id);
  const named = [...executors.flatMap(namesOf), ...namesOf(recipientOf(vault))];
  const names = named.filter((name) => name !== '');
  refuseWeak(prepared, names);
  const after = prepared.map(({ id, question, hashed }, position) => {
    const stored = before.find((row) => row.id === id);
    const answer = hashed ?? stored ?? refuseField(`questions.${position}.answers`, answerMissing);
    const { answer: hash, otherAnswers, spellings } = answer;
    return { question, answer: hash, otherAnswers, spellings };
  });
  const opened = before.map((stored) => openQuestion(vault.texts, stored));
  const isSame = opened.length === after.length && after.every((row, i) => isSameQuestion(row, opened[i]));
  return isSame ? null : { before, after };
}

const isSameQuestion = (one: HashedQuestion, other: HashedQuestion | undefined): boolean =>
  one.question === other?.question && one.answer === other.answer;

const namesOf = (person: { name: string; email: string; secondEmail?: string | null }): string[] => [
  person.name,
  person.email,
  person.secondEmail ?? '',
];

function refuseWeak(prepared: readonly PreparedQuestion[], names: readonly string[]): void {
  prepared.forEach(({ question, answers = [] }, i) => {
    answers.forEach((answer, j) => {
      const fault = answerFault({ question, answer, names });
      if (fault) refuseField(`questions.${i}.answers.${j}`, fault);
    });
  });
}

const refuseField = (field: string, sentence: string): never =>
  refuse('invalid-input', { detail: sentence, fields: { [field]: sentence } });
