// For tests: a given number of calls that race with each other. The tests race a few; the long suite races many.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers, filesPerVault, mailedCode, pendingFilesPerVault } from '@remembrance/contract/limits.ts';
import { ada, another, edda, questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { readVerified } from '../src/files/storage/read-verified.ts';
import { listFilesAfter } from '../src/files/stored/file-integrity-store.ts';
import { accessGuesses, letters, objectEntityAcl, vaultFiles, vaults } from '../src/platform/database/schema.ts';
import { minutesLater } from '../src/platform/lib/clock.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import {
  answerWrongly,
  atQuestions,
  draftVault,
  type Owner,
  type PaidVault,
  paidVault,
  proveMailbox,
  put,
  recipientOf,
  releasedVault,
  saveOf,
  signedIn,
  uploadFile,
} from './people.ts';
import type { TestApp } from './test-app.ts';

let owners = 0;
const newOwner = (app: TestApp) => signedIn(app, another(ada, ++owners));
const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const countOf = (answers: { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;
const invitationsOf = (app: TestApp, vaultId: string) =>
  app.database
    .select()
    .from(letters)
    .where(and(eq(letters.vaultId, vaultId), eq(letters.kind, 'recipient-invitation')));
const rowOf = async (app: TestApp, vaultId: string) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, vaultId)))[0];
const releaseByCode = (app: TestApp, { id, code }: PaidVault) =>
  app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode: code } });
const failOnFault = (vaultId: string, error: unknown) => expect.fail(`${vaultId}: ${String(error)}`);

export async function executorsAtOnce(app: TestApp, executors: number): Promise<void> {
  const vault = await paidVault(app, await newOwner(app));
  const answers = await times(executors, () => releaseByCode(app, vault));
  const released = answers.find(({ statusCode }) => statusCode === 200)?.json();
  expect(countOf(answers, 200)).toBe(1);
  expect(countOf(answers, 409)).toBe(executors - 1);
  for (const answer of answers) expect(answer.json().releasedAt).toBe(released.releasedAt);
  expect((await rowOf(app, vault.id))?.releasedAt?.toISOString()).toBe(released.releasedAt);
  expect(await invitationsOf(app, vault.id)).toHaveLength(1);
}

export async function codeAgainstDate(app: TestApp, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const scheduledReleaseDate = minutesLater(app.clock.now(), 5).toISOString();
    const vault = await paidVault(app, await newOwner(app), { scheduledReleaseDate });
    app.clock.pass({ minutes: 5 });
    const schedule = () => releaseDueVaults(app.services, { onFailure: failOnFault });
    const [answer, byDate, byDateToo] = await Promise.all([releaseByCode(app, vault), schedule(), schedule()]);
    const byExecutor = answer.statusCode === 200 ? 1 : 0;
    expect(byExecutor + byDate + byDateToo).toBe(1);
    expect([200, 409]).toContain(answer.statusCode);
    expect(await invitationsOf(app, vault.id)).toHaveLength(1);
  }
}

export async function codeAgainstDeletion(app: TestApp, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const owner = await newOwner(app);
    const { id, code } = await paidVault(app, owner);
    const verify = () => app.caller().call(api.verifyExecutor, { body: { accessCode: code } });
    const [deleted, ...verified] = await Promise.all([
      owner.call(api.deleteVault, { params: { id } }),
      ...[verify(), verify(), verify()],
    ]);
    expect(deleted?.statusCode).toBe(204);
    for (const { statusCode } of verified) expect([200, 403]).toContain(statusCode);
  }
}

const change = {
  title: 'Changed',
  recipientName: 'Mallory',
  recipientEmail: 'mallory@example.com',
  message: 'Changed',
};
const lateFile = { fileName: 'late.txt', fileType: 'message', mimeType: 'text/plain' } as const;
type Racer = (owner: Owner, vault: PaidVault) => Promise<() => Promise<{ statusCode: number }>>;

/** The changes that race with a release: each prepares its fixtures, and returns the call. */
export const changesOfVault: Record<string, Racer> = {
  edit:
    async (owner, { id }) =>
    () =>
      owner.call(api.editVault, { params: { id }, body: change }),
  delete:
    async (owner, { id }) =>
    () =>
      owner.call(api.deleteVault, { params: { id } }),
  upload: async (owner, { id }) => {
    const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id }, body: lateFile });
    return () => put(owner, uploadUrl, Buffer.from('too late?'));
  },
  'a place for an upload':
    async (owner, { id }) =>
    () =>
      owner.call(api.requestUpload, { params: { id }, body: lateFile }),
  'a save with another file': async (owner, vault) => {
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a heron') };
    const id = await uploadFile(owner, vault.id, file);
    return () => owner.call(api.editVault, saveOf(vault, { files: [{ id, caption: 'A heron' }] }));
  },
  'a change of executor': async (owner, { id }) => {
    const [executor] = await owner.ask(api.listExecutors, { params: { id } });
    const params = { id, executorId: executor?.id ?? '' };
    return () => owner.call(api.correctExecutor, { params, body: { name: 'Mallory', email: 'mallory@example.com' } });
  },
};

/** After this many rounds each of the two calls would have won by chance. */
const roundsForBoth = 80;

/** Races at least this often, and then until each side has come first: otherwise nothing raced. */
export async function changeAgainstRelease(app: TestApp, prepare: Racer, rounds: number): Promise<void> {
  const outcomes = { before: 0, after: 0 };
  let headStart = 0;
  const isOneSided = () => outcomes.before === 0 || outcomes.after === 0;
  for (let round = 0; round < rounds || (isOneSided() && round < roundsForBoth); round += 1) {
    const owner = await newOwner(app);
    const vault = await paidVault(app, owner);
    const change = await prepare(owner, vault);
    const [changed, released] = await race(change, () => releaseByCode(app, vault), headStart);
    await expectOneOrder(app, { owner, vault }, { changed: changed.statusCode, released: released.statusCode });
    const isBefore = changed.statusCode < 300;
    outcomes[isBefore ? 'before' : 'after'] += 1;
    headStart = fairer(headStart, isBefore);
  }
  expect(outcomes.before).toBeGreaterThan(0);
  expect(outcomes.after).toBeGreaterThan(0);
}

/** Gives the first call this many turns of the event loop as a head start, or the second call if the number is negative. */
async function race<T>(first: () => Promise<T>, second: () => Promise<T>, headStart: number): Promise<[T, T]> {
  const early = headStart < 0 ? second() : first();
  for (let turn = 0; turn < Math.abs(headStart); turn += 1) await new Promise(setImmediate);
  const late = headStart < 0 ? first() : second();
  return headStart < 0 ? [await late, await early] : [await early, await late];
}

/** Each round gives the loser a better start, so that most races are close. */
function fairer(headStart: number, firstWon: boolean): number {
  const towardsTheOther = firstWon ? headStart > 0 : headStart < 0;
  return towardsTheOther ? Math.trunc(headStart / 2) : headStart * 2 + (firstWon ? -1 : 1);
}

/** Either the change came first and the release shows it, or the release came first and the change was refused. */
async function expectOneOrder(
  app: TestApp,
  { owner, vault: { id } }: { owner: Owner; vault: PaidVault },
  { changed, released }: { changed: number; released: number },
): Promise<void> {
  const row = await rowOf(app, id);
  if (released === 403) {
    // The vault was deleted first, or the code replaced.
    expect(changed).toBeLessThan(300);
    expect(['deleting', 'active']).toContain(row?.status);
    return;
  }
  expect(released).toBe(200);
  const files = await owner.ask(api.listFiles, { params: { id } });
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  const [letter] = await invitationsOf(app, id);
  if (changed >= 300) {
    expect(changed).toBe(409);
    expect(row).toMatchObject({ title: 'For Rosa', editCount: 0 });
    expect(files).toEqual([]);
  }
  expect(executor, 'a code that was replaced has released').toMatchObject(edda);
  expect(letter?.recipient, 'the letter went to somebody else').toBe(row?.recipientEmail);
}

const declared = { fileName: 'film.bin', fileType: 'document', mimeType: 'application/octet-stream' } as const;

export async function uploadsAtOnce(app: TestApp, requests: number): Promise<void> {
  const owner = await newOwner(app);
  const { id: draft } = await draftVault(owner);
  const { id: active } = await paidVault(app, owner);
  for (const [id, places] of [
    [draft, filesPerVault],
    [active, pendingFilesPerVault],
  ] as const) {
    const answers = await times(requests, () => owner.call(api.requestUpload, { params: { id }, body: declared }));
    expect(countOf(answers, 200)).toBe(places);
    expect(countOf(answers, 409)).toBe(requests - places);
  }
}

export async function sendsOfOneUpload(app: TestApp): Promise<void> {
  const owner = await newOwner(app);
  const { id } = await paidVault(app, owner);
  for (let round = 0; round < filesPerVault; round += 1) {
    const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id }, body: declared });
    const sent = ['one', 'other'].map((name) => Buffer.alloc(300_000, `${name} ${round} `));
    const answers = await Promise.all(sent.map((bytes) => put(owner, uploadUrl, bytes)));
    // The others came after the first one's bytes, or were ended by them while arriving.
    const others = answers.filter(({ statusCode }) => statusCode !== 204).map((answer) => answer.json().code);
    expect(others).toEqual([expect.stringMatching(/^upload-(finished|incomplete)$/)]);
    const files = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, id));
    expect(files).toHaveLength(round + 1);
    expect(objectsOf(app, id)).toEqual(files.map(({ objectPath }) => objectPath).sort());
    const stored = await storedBytes(app, id);
    const accepted = sent[answers.findIndex(({ statusCode }) => statusCode === 204)];
    expect(
      stored.some((bytes) => bytes.equals(accepted ?? Buffer.of())),
      'the file is not the one that was answered 204',
    ).toBe(true);
  }
  const owned = await app.database.select().from(objectEntityAcl).where(eq(objectEntityAcl.owner, owner.id));
  expect(owned).toHaveLength(filesPerVault);
}

/** The files of a vault, including pending ones, as they are read back. */
async function storedBytes(app: TestApp, vaultId: string): Promise<Buffer[]> {
  const all: Buffer[] = [];
  const files = await listFilesAfter(app.database, null, 1000);
  for (const file of files.filter((one) => one.vaultId === vaultId)) {
    const bytes = await readVerified(app.services, file, { first: 0, last: file.sizeBytes - 1 });
    all.push(Buffer.concat(await bytes.toArray()));
  }
  return all;
}
const objectsOf = (app: TestApp, vaultId: string) =>
  readdirSync(path.join(app.services.config.dataDirectory, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes(`${vaultId}/`))
    .sort();

const guessesOf = async (app: TestApp, vaultId: string) =>
  (await app.database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, vaultId)))[0];

export async function wrongAnswersAtOnce(app: TestApp, count: number): Promise<void> {
  const vault = await releasedVault(app, await newOwner(app));
  const { token } = vault;
  const recipient = await atQuestions(app, vault);
  const compared = vi.spyOn(app.services.answerHash, 'matchesAny');
  const answer = () =>
    times(count, () => recipient.call(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } }));

  const codes = (await answer()).map((reply) => reply.json().code);
  expect(codes.filter((code) => code === 'answers-refused')).toHaveLength(afterWrongAnswers.withoutCode);
  expect(codes.filter((code) => code === 'mailbox-code-first')).toHaveLength(count - afterWrongAnswers.withoutCode);
  expect(compared).toHaveBeenCalledTimes(afterWrongAnswers.withoutCode * questions.length);

  await proveMailbox(app, recipient, vault);
  const answers = await answer();
  expect(countOf(answers, 403)).toBe(afterWrongAnswers.shortPauseAfter - afterWrongAnswers.withoutCode);
  expect(countOf(answers, 429)).toBe(count - afterWrongAnswers.shortPauseAfter + afterWrongAnswers.withoutCode);
  const pausedUntil = minutesLater(app.clock.now(), afterWrongAnswers.shortPauseMinutes);
  expect(await guessesOf(app, vault.id)).toMatchObject({ wrongInRow: 5, wrongInAll: 5, pausedUntil });
  compared.mockRestore();
}

export async function wrongCodesAtOnce(app: TestApp, count: number): Promise<void> {
  const vault = await releasedVault(app, await newOwner(app));
  const { token } = vault;
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  await recipient.ask(api.sendAccessCode, { body: { token } });
  const wrong = { body: { token, code: 'AAAA-AAAA' } };
  const answers = await times(count, () => recipient.call(api.verifyAccessCode, wrong));
  const codes = answers.map((reply) => reply.json().code);
  // The last try is refused with the next step.
  expect(codes.filter((code) => code === 'mailbox-code-refused')).toHaveLength(mailedCode.tries - 1);
  expect(codes.filter((code) => code === 'mailbox-code-over')).toHaveLength(count - mailedCode.tries + 1);
}

export async function wrongAddressesAtOnce(app: TestApp, count: number): Promise<void> {
  const vault = await releasedVault(app, await newOwner(app));
  const body = { token: vault.token, email: 'mallory@example.com' };
  const answers = await times(count, () => app.caller().call(api.verifyAccessEmail, { body }));
  expect(countOf(answers, 403)).toBe(count);
  expect(await guessesOf(app, vault.id)).toBeUndefined();
  expect(await recipientOf(app, vault)).toMatchObject({ content: { vault: { title: vault.title } } });
}

export async function requestsForACode(app: TestApp, count: number): Promise<void> {
  const recipientEmail = `rosa-of-${count}@example.com`;
  const vault = await releasedVault(app, await newOwner(app), { recipientEmail });
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  const others = await times(count - 1, () => atQuestions(app, vault));
  await Promise.all(
    [recipient, ...others].map((caller) => caller.ask(api.sendAccessCode, { body: { token: vault.token } })),
  );
  const codes = (await app.lettersTo(vault.recipientEmail)).filter(({ kind }) => kind === 'recipient-code');
  expect(codes).toHaveLength(1);
}
