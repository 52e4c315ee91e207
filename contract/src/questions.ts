// The recipient's security questions, as their owner sees, changes and tries them. Answers are stored as hashes and never shown.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths, questionsPerVault, spellingsPerAnswer } from './limits.ts';
import { line } from './text.ts';

export const ownersQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** How many spellings of the answer are accepted. */
  spellings: z.int(),
});
export type OwnersQuestion = z.output<typeof ownersQuestion>;

const questionMissing = 'Please write the question';
export const answerMissing = 'Please write the answer';

/** One question of an edit. Without answers, a stored question keeps its answers. */
const editedQuestion = z
  .strictObject({
    /** The stored question it replaces; missing for a new one. */
    id: z.optional(z.string().check(z.maxLength(100))),
    question: line(lengths.question, questionMissing),
    answers: z.optional(
      z
        .array(line(lengths.answer, answerMissing))
        .check(
          z.minLength(1, answerMissing),
          z.maxLength(spellingsPerAnswer, `Please give at most ${spellingsPerAnswer} spellings`),
        ),
    ),
  })
  .check(
    z.refine(({ id, answers }) => id !== undefined || answers !== undefined, {
      error: answerMissing,
      path: ['answers'],
    }),
  );

/** All questions the vault should have afterwards. */
export const editedQuestions = z
  .array(editedQuestion)
  .check(
    z.minLength(1, questionMissing),
    z.maxLength(questionsPerVault, `A vault has at most ${questionsPerVault} questions`),
  );

const params = z.strictObject({ id: z.string() });

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/questions',
  summary: "The recipient's questions, without their answers.",
  access: 'owner',
  readsContent: true,
  params,
  reply: z.array(ownersQuestion),
  refusals: ['vault-not-found', 'vault-unreadable'],
});

export const tryAnswers = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/questions/try',
  summary: "Reports which of the owner's own answers would be accepted. It does not count as a guess by the recipient.",
  access: 'owner',
  readsContent: true,
  limit: { tries: 60, seconds: 600 },
  params,
  body: z.strictObject({
    answers: z
      .array(z.strictObject({ id: z.string().check(z.maxLength(100)), answer: line(lengths.answer, answerMissing) }))
      .check(z.minLength(1, answerMissing), z.maxLength(questionsPerVault)),
  }),
  reply: z.object({ accepted: z.array(z.object({ id: z.string(), isAccepted: z.boolean() })) }),
  refusals: ['vault-not-found', 'vault-released', 'busy'],
});
