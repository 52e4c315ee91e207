// An owner changes and tries the questions: changes require a proof and can be undone, and a try does not count as a guess.
import { api } from '@remembrance/contract/api.ts';
import { answerTriesPerHour, proofMinutes } from '@remembrance/contract/limits.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import { ada, another, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  atQuestions,
  draftVault,
  type Owner,
  paidVault,
  release,
  releasedVault,
  signedIn,
  signInAgain,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { accessGuesses, securityQuestions } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const list = (owner: Owner, id: string) => owner.ask(api.listQuestions, { params: { id } });
type Edited = { id?: string; question: string; answers?: string[] };
const edit = (owner: Owner, id: string, edited: Edited[], changes: object = {}) =>
  owner.call(api.editVault, { params: { id }, body: { ...changes, questions: edited } });
const tryOut = async (owner: Owner, id: string, answers: string[]) => {
  const stored = await list(owner, id);
  const body = { answers: answers.map((answer, i) => ({ id: stored[i]?.id ?? '', answer })) };
  return owner.ask(api.tryAnswers, { params: { id }, body });
};
const verdicts = async (owner: Owner, id: string, answers: string[]) =>
  (await tryOut(owner, id, answers)).accepted.map(({ isAccepted }) => isAccepted);
const kept = ({ id, question }: OwnersQuestion) => ({ id, question });
const aunt = { question: 'Who taught me to swim?', answers: ['Aunt Ottilie', 'Auntie Tilly', 'Ottilie Brandt'] };

test('EDIT-19: new questions use one edit together with the rest of the save and open the vault; the old answers no longer do', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_one_time' });
  const saved = await edit(owner, vault.id, [aunt], { title: 'For Rosa, at last' });
  expect(vault.questionCount).toBe(2);
  expect(saved.json()).toMatchObject({ title: 'For Rosa, at last', editCount: 1, questionCount: 1 });
  expect(await list(owner, vault.id)).toEqual([{ id: expect.any(String), question: aunt.question, spellings: 3 }]);
  const released = await release(app, { ...vault, title: 'For Rosa, at last' });
  const recipient = await atQuestions(app, released);
  const answering = (answer: string, question = aunt.question) =>
    recipient.call(api.verifyAccessAnswers, { body: { token: released.token, answers: [{ question, answer }] } });
  const [heron] = questions;
  expect((await answering(heron?.answer ?? '', heron?.question)).statusCode).toBe(403);
  expect((await answering('AUNTIE tilly')).statusCode).toBe(200);
});

test('EDIT-19: new questions require a proof; the same questions without new answers change nothing', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_one_time' });
  const before = await list(owner, vault.id);
  expect((await edit(owner, vault.id, before.map(kept))).json()).toMatchObject({
    editCount: 0,
    version: vault.version,
  });
  app.clock.pass({ minutes: proofMinutes + 1 });
  expect((await edit(owner, vault.id, [aunt])).json()).toMatchObject({ code: 'proof-needed' });
  expect(await list(owner, vault.id)).toEqual(before);
});

test('a question can be reworded and keeps its answer, and a question can be removed', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner, { planType: 'basic_subscription' });
  const [heron] = await list(owner, id);
  const reworded = { id: heron?.id ?? '', question: 'Where was the heron?' };
  expect((await edit(owner, id, [reworded])).statusCode).toBe(200);
  expect(await list(owner, id)).toMatchObject([{ question: 'Where was the heron?', spellings: 1 }]);
  expect(await verdicts(owner, id, ['mill pond'])).toEqual([true]);
});

test.each([
  ['an easy answer', { question: 'Which boat?', answers: ['Petrel', 'no'] }, 'questions.0.answers.1'],
  ['the name of the recipient', { question: 'Who?', answers: ['Rosa'] }, 'questions.0.answers.0'],
  ['a new question without an answer', { question: 'Which boat?' }, 'questions.0.answers'],
  [
    'a question of another vault',
    { id: '01890000-0000-7000-8000-000000000001', question: 'Which?' },
    'questions.0.answers',
  ],
  ['four spellings', { question: 'Which boat?', answers: ['One boat', 'Two', 'Three', 'Four'] }, 'questions.0.answers'],
])('%s is refused at its field, and nothing changes', async (_, edited: Edited, field) => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const before = await list(owner, id);
  const refused = await edit(owner, id, [edited], { title: 'Another' });
  expect(refused.json()).toMatchObject({ code: 'invalid-input', fields: { [field]: expect.any(String) } });
  expect(await list(owner, id)).toEqual(before);
});

test('EDIT-19: the link in the letter about new questions restores the previous questions with their answers', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  await edit(owner, id, [aunt]);
  const letter = await app.lastLetter('owner-change', owner.email);
  expect(letter).toMatchObject({ kind: 'questions', before: null, after: 'one question', isWayBack: true });
  const token = new URL(letter.link).hash.slice(1);
  expect(await app.caller().ask(api.showOwnerChange, { body: { token } })).toMatchObject({
    earlier: null,
    canPutBack: true,
  });
  expect(await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } })).toEqual({ isPutBack: true });
  await signInAgain(owner, app);
  expect((await list(owner, id)).map(({ question }) => question)).toEqual(questions.map(({ question }) => question));
  expect(await verdicts(owner, id, ['mill pond', 'petrel'])).toEqual([true, true]);
});

test('EDIT-19: questions of a vault that was released in the meantime are not restored', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await edit(owner, vault.id, [aunt]);
  const token = new URL((await app.lastLetter('owner-change', owner.email)).link).hash.slice(1);
  await release(app, vault);
  const refused = await app.caller().refused(api.undoOwnerChange, { body: { token, putBack: true } });
  expect(refused).toMatchObject({ code: 'vault-released' });
  expect(
    await app.database.select().from(securityQuestions).where(eq(securityQuestions.vaultId, vault.id)),
  ).toHaveLength(1);
});

test('an owner learns which answers would be accepted, and the try counts as no guess', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  expect(await verdicts(owner, id, ['By the Mill-Pond', 'a boat'])).toEqual([true, false]);
  expect(await app.database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, id))).toEqual([]);
});

test("a vault's answers can be tried only a few times an hour, from all networks together", {
  tags: 'long',
}, async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const owner = await signedIn(limited, another(ada, ++people));
    const { id } = await draftVault(owner);
    const asked = { params: { id }, body: { answers: [{ id: 'none of ours', answer: 'Petrel' }] } };
    for (let tried = 0; tried < answerTriesPerHour; tried += 1) await owner.ask(api.tryAnswers, asked);
    expect(await owner.refused(api.tryAnswers, asked)).toMatchObject({ code: 'too-many-requests' });
  } finally {
    await limited.close();
  }
});

test("only the owner can try a vault's answers, and nobody can once it is released", async () => {
  const owner = await newOwner();
  const released = await releasedVault(app, owner);
  const body = { answers: [{ id: 'any', answer: 'Petrel' }] };
  const asked = { params: { id: released.id }, body };
  expect(await owner.refused(api.tryAnswers, asked)).toMatchObject({ code: 'vault-released' });
  expect(await (await newOwner()).refused(api.tryAnswers, asked)).toMatchObject({ code: 'vault-not-found' });
});
