// Rare refusals of edits: too much hashing, too many files, and an executor who was removed in the meantime.
import { api } from '@remembrance/contract/api.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploads } from '../src/platform/database/schema.ts';
import { fillHashing } from '../testing/busy-hashing.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import { draftVault, type Owner, paidVault, put, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
type Call = ReturnType<typeof prepared>;
const refusedWith = (code: RefusalCode, call: Call) => expectRefused(app.database, code, call);

const [heron] = questions;

test.each([
  [
    'a save of new answers',
    (owner: Owner, id: string, question: string) => {
      const body = { questions: [{ id: question, question: heron?.question ?? '', answers: ['By the old sluice'] }] };
      return prepared(owner, api.editVault, { params: { id }, body });
    },
  ],
  [
    'a trial of an answer',
    (owner: Owner, id: string, question: string) =>
      prepared(owner, api.tryAnswers, { params: { id }, body: { answers: [{ id: question, answer: 'no idea' }] } }),
  ],
])('while too many passwords are hashed, %s is refused with the time to try again', async (_, prepare) => {
  const owner = await newOwner();
  const { id } = await draftVault(owner);
  const [question] = await owner.ask(api.listQuestions, { params: { id } });
  const call = prepare(owner, id, question?.id ?? '');
  const letThrough = fillHashing(app.services.slowHash);
  try {
    await refusedWith('busy', call);
    expect((await call()).headers['retry-after']).toBe('5');
  } finally {
    await letThrough();
  }
  expect((await call()).statusCode).toBe(200);
});

test('an upload whose place was reassigned while it waited is not stored', async () => {
  const owner = await newOwner();
  const { id } = await draftVault(owner);
  const upload = async (fileName: string) => {
    const body = { fileName, fileType: 'message', mimeType: 'text/plain' } as const;
    return owner.ask(api.requestUpload, { params: { id }, body });
  };
  const late = await upload('late.txt');
  await app.database.update(uploads).set({ expiresAt: app.clock.now() }).where(eq(uploads.id, late.fileId));
  for (let place = 1; place <= filesPerVault; place += 1)
    await put(owner, (await upload(`${place}.txt`)).uploadUrl, Buffer.from('a heron'));
  const answer = await put(owner, late.uploadUrl, Buffer.from('too late'));
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'too-many-files']);
  const stored = await owner.ask(api.listFiles, { params: { id } });
  expect(stored.map(({ fileName }) => fileName)).not.toContain('late.txt');
});

test('a change of an executor who has since been removed cannot be undone', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const tokenOfLetter = async () => new URL((await app.lastLetter('owner-change', owner.email)).link).hash.slice(1);
  const added = { name: 'Emil', email: 'emil@example.com' };
  const executor = await owner.ask(api.addExecutor, { params: { id }, body: added });
  const addition = await tokenOfLetter();
  const params = { id, executorId: executor.id };
  await owner.ask(api.correctExecutor, { params, body: { name: 'Otto', email: 'otto@example.com' } });
  const replacement = await tokenOfLetter();
  await app.caller().ask(api.undoOwnerChange, { body: { token: addition, putBack: true } });
  const body = { token: replacement, putBack: true };
  await refusedWith('change-undone', prepared(app.caller(), api.undoOwnerChange, { body }));
});
