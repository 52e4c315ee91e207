// Letters that a stranger can cause: they contain none of the stranger's text, and their number is limited.
import { api } from '@remembrance/contract/api.ts';
import {
  accountLettersPerDay,
  addressChangesPerDay,
  executorLettersPerDay,
  freshLinksPerDay,
  passwordProofsPerDay,
  strangersOfNewOwner,
} from '@remembrance/contract/limits.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { nameHoldsAddress, nameHoldsNumber } from '@remembrance/contract/text.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts, payments } from '../src/platform/database/schema.ts';
import { notifyCodeUses } from '../src/vaults/release/verify-executor.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import { draftVault, paidVault, releasedVault, signedIn, signInAgain } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const consent = { termsAccepted: true, isAdult: true } as const;

test('ABUSE-1: no letter to an unconfirmed address contains a name', async () => {
  const email = 'somebody-else@example.com';
  const body = { name: 'You won', lastName: 'Call us', email, password: 'harbour lantern seventeen', ...consent };
  const stranger = app.caller('192.0.2.1');
  await stranger.ask(api.signUp, { body });
  await stranger.ask(api.signUp, { body });
  await stranger.ask(api.requestPasswordReset, { body: { email } });
  const letters = await app.lettersTo(email);
  expect(letters.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['email-verification', 'account-exists', 'password-reset']),
  );
  expect(JSON.stringify(letters)).not.toMatch(/You won|Call us/);
});

test.each([
  'https://evil.example/claim',
  'Win at evil.example',
  'mail me@evil.example',
  'www.evil',
  'evil。example',
  'ｅｖｉｌ．ｃｏｍ',
])('%j is refused as a name', async (name) => {
  const owner = await newOwner();
  for (const [field, form] of [
    ['recipientName', vaultForm({ recipientName: name })],
    ['executorName', vaultForm({ executorName: name })],
  ] as const) {
    const refusal = await owner.refused(api.createVault, { body: form });
    expect(refusal.fields).toMatchObject({ [field]: nameHoldsAddress });
  }
  const body = { name, lastName: 'Vale', email: 'n@example.com', password: 'harbour lantern seventeen', ...consent };
  expect((await app.caller().refused(api.signUp, { body })).fields).toMatchObject({ name: nameHoldsAddress });
});

test.each(['J.R.R. Tolkien', 'Dr. Rosa M. Vale', 'Anne-Marie d’Arc', '北京', 'Ph.D. Ada'])(
  '%j is accepted as a name',
  async (name) => {
    const vault = await draftVault(await newOwner(), { recipientName: name });
    expect(vault.recipientName).toBe(name);
  },
);

test('ABUSE-3: an owner causes at most thirty letters to executors a day, from any network', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  const statuses: number[] = [];
  for (let i = 0; i < executorLettersPerDay.ofOwner; i += 1) {
    if (i % 25 === 24) {
      app.clock.pass({ minutes: 11 });
      await signInAgain(owner);
    }
    const body = { name: '', email: `stranger-${i}@example.com` };
    statuses.push((await owner.call(api.correctExecutor, { params, body })).statusCode);
  }
  // Creating the vault used one, and each correction uses two: the replaced executor gets a letter too.
  expect(statuses.filter((status) => status === 200)).toHaveLength((executorLettersPerDay.ofOwner - 2) / 2);
  const body = { name: '', email: 'one-more@example.com' };
  const calls = [
    prepared(owner, api.correctExecutor, { params, body }),
    prepared(owner, api.reissueCode, { params }),
    prepared(owner, api.addExecutor, { params: { id: vault.id }, body }),
    prepared(owner, api.createVault, { body: vaultForm({ planType: 'premium_one_time', executorEmail: body.email }) }),
  ];
  for (const call of calls) await expectRefused(app.database, 'letter-limit-reached', call);
});

test('ABUSE-3: letters to executors that undo links cause are counted too, and an undo itself always works', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: 'first-choice@example.com' });
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  await owner.ask(api.correctExecutor, { params, body: { name: '', email: 'second-choice@example.com' } });
  let { link } = (await app.lastLetter('owner-change', owner.email)) as { link: string | null };
  const answers: string[] = [];
  for (let press = 0; press < executorLettersPerDay.ofOwner; press += 1) {
    const body = { token: new URL(link ?? '').hash.slice(1), putBack: true };
    const answer = await app.caller(`198.51.100.${press}`).call(api.undoOwnerChange, { body });
    answers.push(answer.statusCode === 200 ? 'undone' : answer.json().code);
    if (answer.statusCode === 200) ({ link } = await app.lastLetter('owner-change-undone', owner.email));
  }
  const count = async (email: string) => (await app.lettersTo(email)).length;
  const letters = (await count('first-choice@example.com')) + (await count('second-choice@example.com'));
  expect(letters).toBeLessThanOrEqual(executorLettersPerDay.ofOwner);
  expect(answers[0]).toBe('undone');
  expect(answers.at(-1)).toBe('letter-limit-reached');
});

test('ABUSE-4: an owner in their first week who has paid nothing reaches five strangers, however often each', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner, { planType: 'basic_subscription' });
  await app.database.delete(payments).where(eq(payments.userId, owner.id));
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  const params = { id, executorId: executor?.id ?? '' };
  const correct = (number: number) =>
    owner.call(api.correctExecutor, { params, body: { name: '', email: `new-stranger-${number}@example.com` } });
  for (const number of [1, 2, 1, 2, 3, 4, 5]) expect((await correct(number)).statusCode).toBe(200);
  for (const again of [6, 6]) expect((await correct(again)).json()).toMatchObject({ code: 'letter-limit-reached' });
  app.clock.pass({ days: strangersOfNewOwner.days });
  await signInAgain(owner);
  expect((await correct(6)).statusCode).toBe(200);
});

test('ABUSE-4: a stranger causes at most ten letters about an account a day, and its own browser gets more', async () => {
  const owner = await newOwner();
  const ask = (caller: { ask: typeof owner.ask }) =>
    caller.ask(api.requestPasswordReset, { body: { email: owner.email } });
  const resets = async () => (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'password-reset').length;
  for (let hour = 0; hour < 4; hour += 1) {
    for (let tries = 0; tries < 5; tries += 1) await ask(app.caller(`192.0.2.${20 + hour}`));
    app.clock.pass({ hours: 2 });
  }
  // The letter of the sign-up counts too.
  expect(await resets()).toBe(accountLettersPerDay - 1);
  await ask(owner);
  expect(await resets()).toBe(accountLettersPerDay);
});

test.each(['DHL Customs Service +1 555 0100', 'Rosa (030) 12 34 56 7', 'Call 0800-1234567'])(
  '%j has a number to call, and is refused as a name',
  async (name) => {
    const refusal = await (await newOwner()).refused(api.createVault, { body: vaultForm({ executorName: name }) });
    expect(refusal.fields).toMatchObject({ executorName: nameHoldsNumber });
  },
);

test("an owner who sends no letter uses up no address's letters, and a known executor can always get a new code", {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  const executorEmail = executor?.email ?? '';
  const before = (await app.lettersTo(executorEmail)).length;
  const stranger = await newOwner();
  for (let i = 0; i < executorLettersPerDay.toAddress; i += 1) {
    const { id } = await draftVault(stranger, { executorEmail });
    await stranger.ask(api.deleteVault, { params: { id } });
  }
  const { id } = await draftVault(stranger, { executorEmail: 'nobody@example.com' });
  await stranger.ask(api.addExecutor, { params: { id }, body: { name: '', email: executorEmail } });
  expect(await app.lettersTo(executorEmail)).toHaveLength(before);
  // Letters that were sent do count for the address, but not against the owners it already serves.
  const writer = await newOwner();
  const theirs = await paidVault(app, writer, { executorEmail: 'else@example.com' });
  const [other] = await writer.ask(api.listExecutors, { params: { id: theirs.id } });
  const correction = {
    params: { id: theirs.id, executorId: other?.id ?? '' },
    body: { name: '', email: executorEmail },
  };
  await writer.ask(api.correctExecutor, correction);
  for (let i = 1; i < executorLettersPerDay.toAddress; i += 1)
    expect((await writer.call(api.reissueCode, { params: correction.params })).statusCode).toBe(200);
  const late = await paidVault(app, stranger, { executorEmail: 'someone@example.com' });
  const addition = { params: { id: late.id }, body: { name: '', email: executorEmail } };
  expect(await stranger.refused(api.addExecutor, addition)).toMatchObject({ code: 'letter-limit-reached' });
  for (let i = 0; i < executorLettersPerDay.toKnown; i += 1)
    expect((await owner.call(api.reissueCode, { params })).statusCode).toBe(200);
  expect(await owner.refused(api.reissueCode, { params })).toMatchObject({ code: 'letter-limit-reached' });
});

test('ABUSE-3: an owner mails at most five strangers a day about a change of address, from all networks together', async () => {
  const owner = await newOwner();
  const ask = (number: number) => ({ body: { email: `not-asked-${number}@example.com` } });
  for (let number = 0; number < addressChangesPerDay; number += 1)
    expect((await owner.call(api.requestEmailChange, ask(number))).statusCode).toBe(200);
  await expectRefused(app.database, 'letter-limit-reached', prepared(owner, api.requestEmailChange, ask(99)));
  expect(await app.lettersTo('not-asked-99@example.com')).toEqual([]);
  app.clock.pass({ hours: 24 });
  await signInAgain(owner);
  expect((await owner.call(api.requestEmailChange, ask(100))).statusCode).toBe(200);
});

test('an open session tries at most forty passwords a day, however slowly', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const wrong = { body: { password: 'not my password' } };
  for (let tries = 0; tries < passwordProofsPerDay; tries += 1) {
    if (tries % 10 === 0) app.clock.pass({ minutes: 16 });
    expect(await owner.refused(api.proveByPassword, wrong)).toMatchObject({ code: 'wrong-password' });
  }
  app.clock.pass({ hours: 2 });
  const right = { body: { password: owner.password } };
  expect(await owner.refused(api.proveByPassword, right)).toMatchObject({ code: 'too-many-requests' });
  app.clock.pass({ hours: 24 });
  expect((await owner.call(api.proveByPassword, right)).statusCode).toBe(200);
});

test('a code used seventy times causes one letter immediately and one that counts the rest, and all uses are in the audit', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  for (let i = 0; i < 70; i += 1) {
    await app.caller(`10.1.${i}.1`).ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  }
  const used = async () =>
    (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'executor-used').map(({ facts }) => facts);
  expect(await used()).toMatchObject([{ times: 1 }]);
  await notifyCodeUses(app.services);
  expect(await used()).toHaveLength(1);
  app.clock.pass({ minutes: 61 });
  await Promise.all([notifyCodeUses(app.services), notifyCodeUses(app.services)]);
  expect(await used()).toMatchObject([{ times: 1 }, { times: 69 }]);
  const recorded = await app.database.select().from(acts).where(eq(acts.vaultId, vault.id));
  expect(recorded.filter(({ event }) => event === 'code-used')).toHaveLength(70);
});

test('FRESH-1: anyone who requests new links all day causes at most five letters', async () => {
  const vault = await releasedVault(app, await newOwner(), { recipientEmail: 'rosa-pressed@example.com' });
  for (let i = 0; i < 20; i += 1) {
    app.clock.pass({ minutes: 11 });
    await app.caller(`10.2.${i}.1`).ask(api.requestFreshLink, { body: { token: vault.token } });
  }
  const letters = (await app.lettersTo(vault.recipientEmail)).filter(({ kind }) => kind.startsWith('recipient-'));
  expect(letters).toHaveLength(freshLinksPerDay);
});
