// The undo of a release against everything that can happen at the same moment: each time both happen in some order, completely.
import { api } from '@remembrance/contract/api.ts';
import { questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  answerWrongly,
  atQuestions,
  type Owner,
  type ReleasedVault,
  release,
  vaultOfNewPeople,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { accessGuesses, accessVerifications, letters, vaults } from '../../platform/database/schema.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { listActs, recordAct } from '../../records/acts/act-store.ts';
import { sendCode } from '../vault-access/send-code.ts';
import { verifyCode } from '../vault-access/verify-code.ts';
import { verifyEmail } from '../vault-access/verify-email.ts';
import { releaseDueVaults } from './release-due-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const newRelease = async (form: Parameters<typeof vaultOfNewPeople>[1] = {}) => {
  const vault = await release(app, await vaultOfNewPeople(app, form));
  return { owner: vault.owner, vault };
};
const undo = (owner: Owner, { id }: { id: string }) => owner.call(api.undoRelease, { params: { id } });
const guessesOf = async ({ id }: { id: string }) =>
  (await app.database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, id)))[0];
const eventsOf = async ({ id }: { id: string }) => (await listActs(app.database, id)).map(({ event }) => event);

/** While the answers are compared, this happens first. */
function duringComparison(work: () => Promise<unknown>, outcome: () => boolean): void {
  let done: Promise<unknown> | undefined;
  vi.spyOn(app.services.answerHash, 'matchesAny').mockImplementation(async () => {
    done ??= work();
    await done;
    return outcome();
  });
}
const answer = (caller: Awaited<ReturnType<typeof atQuestions>>, { token }: ReleasedVault, answers = questions) =>
  caller.refused(api.verifyAccessAnswers, { body: { token, answers } });

test.each([true, false])(
  'UNDO-4: answers that are overtaken by the undo open nothing and count nowhere (right: %s)',
  async (isRight) => {
    const { owner, vault } = await newRelease();
    const caller = await atQuestions(app, vault);
    duringComparison(
      () => undo(owner, vault),
      () => isRight,
    );
    expect(await answer(caller, vault)).toMatchObject({ code: 'link-withdrawn' });
    expect(await guessesOf(vault)).toBeUndefined();
    expect(await eventsOf(vault)).not.toContain('answers-wrong');
    expect(await eventsOf(vault)).not.toContain('answers-right');
  },
);

test('UNDO-4: answers to an undone release that could not be compared change nothing in the count of the next one', async () => {
  const { owner, vault } = await newRelease();
  const caller = await atQuestions(app, vault);
  duringComparison(
    async () => {
      await undo(owner, vault);
      await release(app, vault);
      await app.database.insert(accessGuesses).values({ vaultId: vault.id, wrongInRow: 1, wrongInAll: 1 });
    },
    () => {
      throw new Refusal('busy');
    },
  );
  expect(await answer(caller, vault)).toMatchObject({ code: 'busy' });
  expect(await guessesOf(vault)).toMatchObject({ wrongInRow: 1, wrongInAll: 1 });
});

const sessionOf = () => ({ browserId: 'a', proven: 'address' as const });
type OnTheWay = (vault: ReleasedVault) => Promise<(needs: TestApp['services']) => Promise<unknown>>;

/** Each prepares its step, and returns the call that the owner overtakes. */
const onTheWay: Record<string, OnTheWay> = {
  'an address':
    async ({ token, recipientEmail: email }) =>
    (needs) =>
      verifyEmail(needs, { token, sessionOf, email }),
  'a request for a code': async (vault) => {
    await answerWrongly(await atQuestions(app, vault), vault, 3);
    return (needs) => sendCode(needs, { token: vault.token, sessionOf });
  },
  async 'a code'(vault) {
    const { token } = vault;
    await answerWrongly(await atQuestions(app, vault), vault, 3);
    await sendCode(app.services, { token, sessionOf });
    const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
    return (needs) => verifyCode(needs, { token, sessionOf, code });
  },
};

test.each(Object.entries(onTheWay))(
  'UNDO-4: %s that is on its way when the release is undone is refused',
  async (_, prepare) => {
    for (const isReleasedAgain of [false, true]) {
      const { owner, vault } = await newRelease();
      const step = await prepare(vault);
      const transaction: typeof app.database.transaction = async (work) => {
        await undo(owner, vault);
        if (isReleasedAgain) await release(app, vault);
        return app.database.transaction(work);
      };
      const overtaken = { ...app.services, database: Object.assign(Object.create(app.database), { transaction }) };
      const code = isReleasedAgain ? 'link-expired' : 'link-withdrawn';
      await expect(step(overtaken)).rejects.toMatchObject({ code });
      expect(await guessesOf(vault)).toBeUndefined();
      expect(await eventsOf(vault)).not.toContain('mailbox-code-right');
    }
  },
);

test('a release that waited for the undo of the previous one gets a link of its own', async () => {
  const { owner, vault } = await newRelease();
  await undo(owner, vault);
  const params = { vaultId: vault.id };
  let released: Promise<{ statusCode: number }> | undefined;
  await app.database.transaction(async (tx) => {
    await tx.execute(sql`update ${vaults} set version = version + 1 where id = ${vault.id}::uuid`);
    released = app.caller().call(api.releaseVault, { params, body: { accessCode: vault.code } });
    await waitForLocks(app.services.jobDatabase, 1);
    // This transaction simulates another release and its undo.
    await recordAct(app.services, tx, { vaultId: vault.id, actor: 'owner', event: 'release-undone' });
  });
  expect((await released)?.statusCode).toBe(200);
  const links = await app.database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, vault.id));
  expect(links).toHaveLength(2);
  const isInvitation = and(eq(letters.vaultId, vault.id), eq(letters.kind, 'recipient-invitation'));
  const keys = (await app.database.select().from(letters).where(isInvitation)).map(({ onceKey }) => onceKey);
  expect(keys.toSorted()).toEqual([`recipient-invitation/${vault.id}`, `recipient-invitation/${vault.id}/2`]);
});

/** A small generator, so that a failing round can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Round {
  owner: Owner;
  vault: ReleasedVault;
  token: string;
}

/** Each is one of the things that may happen at the same moment. */
const racers: Record<string, (round: Round) => Promise<{ statusCode: number }>> = {
  undo: ({ owner, vault }) => undo(owner, vault),
  undoAgain: ({ owner, vault }) => undo(owner, vault),
  undoByLink: ({ token }) =>
    app.caller().call(api.undoOwnerChange, { body: { token, putBack: true, changedMind: true } }),
  async answer({ vault: { token, recipientEmail: email } }) {
    const caller = app.caller();
    const verified = await caller.call(api.verifyAccessEmail, { body: { token, email } });
    if (verified.statusCode !== 200) return verified;
    return caller.call(api.verifyAccessAnswers, { body: { token, answers: questions } });
  },
  async wrongAnswer({ vault: { token, recipientEmail: email } }) {
    const caller = app.caller();
    const verified = await caller.call(api.verifyAccessEmail, { body: { token, email } });
    if (verified.statusCode !== 200) return verified;
    return caller.call(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } });
  },
  release: ({ vault: { id, code } }) =>
    app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode: code } }),
  releaseAgain: ({ vault: { id, code } }) =>
    app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode: code } }),
  freshLink: ({ vault: { token } }) => app.caller().call(api.requestFreshLink, { body: { token } }),
  async date() {
    await releaseDueVaults(app.services, { onFailure: (id, error) => expect.unreachable(`${id}: ${String(error)}`) });
    return { statusCode: 200 };
  },
  edit: ({ owner, vault: { id } }) => owner.call(api.editVault, { params: { id }, body: { title: 'Edited' } }),
  deleteAccount: ({ owner }) => owner.call(api.deleteAccount),
};

async function raceOnce(random: () => number): Promise<void> {
  const isDated = random() < 0.3;
  const scheduledReleaseDate = minutesLater(app.clock.now(), 2).toISOString();
  const { owner, vault } = await newRelease(isDated ? { scheduledReleaseDate } : {});
  if (isDated) app.clock.pass({ minutes: 3 });
  const { link } = await app.lastLetter('vault-released', owner.email);
  const round = { owner, vault, token: new URL(link ?? '').hash.slice(1) };
  const names = Object.keys(racers).filter((name) => random() < (name === 'deleteAccount' ? 0.15 : 0.6));
  const order = names.map((name) => ({ name, at: random() })).toSorted((one, other) => one.at - other.at);
  const running = order.map(async ({ name }) => {
    for (let turns = Math.floor(random() * 30); turns > 0; turns -= 1) await new Promise(setImmediate);
    return { name, statusCode: (await racers[name]?.(round))?.statusCode ?? 0 };
  });
  const outcomes = await Promise.all(running);
  await expectLegal(round, outcomes);
}

async function expectLegal({ vault }: Round, outcomes: { name: string; statusCode: number }[]): Promise<void> {
  const what = JSON.stringify(outcomes);
  for (const { statusCode } of outcomes) expect(statusCode, what).toBeLessThan(500);
  const isDone = (name: string) => outcomes.some((one) => one.name === name && one.statusCode === 200);
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
  const events = await eventsOf(vault);
  const times = (event: string) => events.filter((one) => one === event).length;
  expect(times('vault-released') - times('release-undone'), what).toBe(row?.status === 'released' ? 1 : 0);
  expect(times('answers-right'), what).toBe(isDone('answer') ? 1 : 0);
  if (isDone('answer')) expect([row?.status, times('release-undone')], what).toEqual(['released', 0]);
  const links = await app.database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, vault.id));
  const open = links.filter(({ expiresAt }) => expiresAt > app.clock.now());
  if (row?.status === 'released') expect(open.length, what).toBeGreaterThan(0);
  else expect([open.length, await guessesOf(vault)], what).toEqual([0, undefined]);
  const about = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
  const ofKind = (kind: string) => about.filter((letter) => letter.kind === kind);
  expect(ofKind('recipient-invitation').length, what).toBe(times('vault-released'));
  expect(ofKind('release-undone').length, what).toBe(times('release-undone'));
  expect(ofKind('executor-release-undone').length, what).toBe(times('release-undone'));
  const unsent = ofKind('recipient-invitation').filter(({ facts }) => facts !== null);
  expect(unsent.length, what).toBe(row?.status === 'released' ? 1 : 0);
}

test('UNDO-10: an undo that races with answers, releases, a date, an edit and the end of the account ends in one legal order', {
  timeout: 120_000,
}, async () => {
  const random = seeded(20_261_130);
  for (let round = 0; round < 40; round += 1) await raceOnce(random);
});

test('the same, many more times', { tags: 'long', timeout: 1_800_000 }, async () => {
  const random = seeded(7);
  for (let round = 0; round < 400; round += 1) await raceOnce(random);
});
