// What happens after a release that nobody opens: the second address, reminders, the question to the executors, and one correction of the
// address, which the owner can stop and the recipient's proof ends.
import { api } from '@remembrance/contract/api.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another, edda, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import {
  answerWrongly,
  atQuestions,
  draftVault,
  paidVault,
  recipientOf,
  signedIn,
  signInAgain,
  tokenOf,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unopenedVaults } from '../../../testing/unopened.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { makeDueCorrections } from './correct-recipient.ts';
import { followUpReleases } from './follow-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const people = unopenedVaults(() => app);
const { releasedWith, passing, kindsTo, count, verified, correct, stopTokenOf } = people;
const eventsOf = async (id: string) => (await listActs(app.database, id)).map(({ event }) => event);
const refusedWith = (code: RefusalCode, call: ReturnType<typeof prepared>) => expectRefused(app.database, code, call);
const opens = async (token: string, recipientEmail: string) => {
  const { content } = await recipientOf(app, { token, recipientEmail } as never);
  return content.vault.title;
};
const tokenTo = async (kind: 'recipient-invitation' | 'recipient-reminder', email: string) =>
  tokenOf((await app.lastLetter(kind, email)).link);

test('DLV-2: a vault whose owner chose nothing gets no further email, whatever happens to the first', async () => {
  const vault = await releasedWith({});
  for (const days of [3, 7, 14, 40]) await passing(days);
  expect(await kindsTo(vault.recipientEmail)).toEqual(['recipient-invitation']);
  expect(await kindsTo(vault.executorEmail)).toEqual(['executor-code']);
  expect((await verified(vault.code)).followUp).toBeUndefined();
  await refusedWith('correction-not-open', correct(vault, 'rosa@new.example'));
});

test('DLV-3: the recipient is reminded after 3 and 10 days with a link that works, then the executor is asked, and once more', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(2.9);
  expect(await count(vault.recipientEmail, 'recipient-reminder')).toBe(0);
  await passing(0.2);
  await Promise.all([followUpReleases(app.services), followUpReleases(app.services)]);
  expect(await count(vault.recipientEmail, 'recipient-reminder')).toBe(1);
  expect(await count(vault.executorEmail, 'executor-unopened')).toBe(0);
  expect((await verified(vault.code)).followUp).toEqual({ isAsked: false, knownAt: null, correction: null });
  await passing(7);
  expect(await count(vault.recipientEmail, 'recipient-reminder')).toBe(2);
  const asked = await app.lastLetter('executor-unopened', vault.executorEmail);
  expect(asked).toMatchObject({ code: vault.code, recipientEmail: vault.recipientEmail, isAgain: false });
  expect((await verified(vault.code)).followUp).toMatchObject({ isAsked: true });
  await passing(14);
  await passing(30);
  expect(await count(vault.executorEmail, 'executor-unopened')).toBe(2);
  expect(await count(vault.recipientEmail, 'recipient-reminder')).toBe(2);
  // The link of the first email, and that of the reminder.
  expect(await opens(vault.token, vault.recipientEmail)).toBe(vault.title);
  expect(await opens(await tokenTo('recipient-reminder', vault.recipientEmail), vault.recipientEmail)).toBe(
    vault.title,
  );
});

test('nobody is reminded or asked once the right address was entered, and after a long downtime each email comes once', async () => {
  const opened = await releasedWith({ followUp: true });
  await atQuestions(app, opened);
  const silent = await releasedWith({ followUp: true });
  await passing(33);
  expect(await kindsTo(opened.recipientEmail)).toEqual(['recipient-invitation']);
  expect(await kindsTo(opened.executorEmail)).not.toContain('executor-unopened');
  expect(await count(silent.recipientEmail, 'recipient-reminder')).toBe(1);
  expect(await count(silent.executorEmail, 'executor-unopened')).toBe(1);
});

test('the owner of a vault without an executor gets an email instead', async () => {
  const vault = await releasedWith({ followUp: true, date: true });
  await passing(10);
  expect(await app.lastLetter('owner-unopened', vault.owner.email)).toMatchObject({
    recipientEmail: vault.recipientEmail,
    link: expect.stringContaining(vault.id),
  });
});

test('"I have spoken to them" is one act and ends the asking', async () => {
  const vault = await releasedWith({ followUp: true });
  const tell = () =>
    app.caller().call(api.confirmRecipientKnows, { params: { vaultId: vault.id }, body: { accessCode: vault.code } });
  expect((await tell()).statusCode, 'nobody asked').toBe(409);
  await passing(10);
  expect((await Promise.all([tell(), tell()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await passing(20);
  expect((await eventsOf(vault.id)).filter((event) => event === 'recipient-knows')).toHaveLength(1);
  expect(await count(vault.executorEmail, 'executor-unopened')).toBe(1);
});

test('DLV-4: an address is corrected once, after a day: its links end, the new one gets its own, and owner and old address got an email', async () => {
  const vault = await releasedWith({ followUp: true });
  const right = `rosa-right-${people.number()}@example.com`;
  await refusedWith('correction-not-open', correct(vault, right));
  await passing(10);
  await refusedWith('correction-same-address', correct(vault, vault.recipientEmail.toUpperCase()));
  await refusedWith('access-code-refused', correct({ ...vault, code: 'AAAAA-AAAAA-AAAAA-AAAAA' }, right));
  const other = await releasedWith({ followUp: true });
  await refusedWith('access-code-refused', correct({ ...vault, id: other.id }, right));
  const replies = await Promise.all([
    app.caller().call(api.correctRecipient, {
      params: { vaultId: vault.id },
      body: { accessCode: vault.code, email: right },
    }),
    app.caller().call(api.correctRecipient, {
      params: { vaultId: vault.id },
      body: { accessCode: vault.code, email: `mallory-${people.number()}@example.com` },
    }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const chosen = replies.find(({ statusCode }) => statusCode === 200)?.json().correction;
  const dueAt = daysLater(app.clock.now(), 1).toISOString();
  expect(chosen).toEqual({ state: 'waiting', email: chosen.email, dueAt, isMine: true });
  const notified = await app.lastLetter('correction-asked', vault.owner.email);
  expect(notified).toMatchObject({
    earlierAddress: vault.recipientEmail,
    newAddress: chosen.email,
    executorName: edda.name,
  });
  const toOld = (await app.lettersTo(vault.recipientEmail)).at(-1);
  expect(toOld?.kind).toBe('recipient-correction');
  expect(JSON.stringify(toOld), 'the old address does not learn the new one').not.toContain(chosen.email);
  await app.sendLetters();
  app.clock.pass({ hours: 23 });
  await makeDueCorrections(app.services);
  expect((await verified(vault.code)).recipientEmail).toBe(vault.recipientEmail);
  app.clock.pass({ hours: 1 });
  await Promise.all([makeDueCorrections(app.services), makeDueCorrections(app.services)]);
  expect(await verified(vault.code)).toMatchObject({
    recipientEmail: chosen.email,
    followUp: { correction: { state: 'made' } },
  });
  expect(await kindsTo(chosen.email)).toEqual(['recipient-invitation']);
  await refusedWith(
    'link-expired',
    prepared(app.caller(), api.verifyAccessEmail, { body: { token: vault.token, email: vault.recipientEmail } }),
  );
  await refusedWith('correction-used', correct(vault, `rosa-third-${people.number()}@example.com`));
  expect(await opens(await tokenTo('recipient-invitation', chosen.email), chosen.email)).toBe(vault.title);
});

test('DLV-5: the owner stops a correction with one press, without signing in, and then it never takes effect', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await correct(vault, `thief-${people.number()}@example.com`)();
  const token = await stopTokenOf(vault.owner.email);
  const stop = () => app.caller().call(api.stopCorrection, { body: { token } });
  expect((await Promise.all([stop(), stop()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await passing(2);
  await makeDueCorrections(app.services);
  expect(await verified(vault.code)).toMatchObject({
    recipientEmail: vault.recipientEmail,
    followUp: { correction: { state: 'stopped' } },
  });
  expect((await eventsOf(vault.id)).filter((event) => event === 'correction-stopped')).toHaveLength(1);
  await refusedWith(
    'correction-link-unknown',
    prepared(app.caller(), api.stopCorrection, { body: { token: `${token}x` } }),
  );
});

test('the owner sees a correction on the page of the vault and stops it there, with a proof; nobody else can', async () => {
  const vault = await releasedWith({ followUp: true });
  const { owner, id } = vault;
  const params = { id };
  const shown = async () => (await owner.ask(api.getVault, { params })).correction;
  const stop = () => owner.ask(api.stopCorrectionOfVault, { params });
  await passing(10);
  await signInAgain(owner, app);
  expect(await shown()).toBeUndefined();
  expect(await stop()).toEqual({ stopped: false });
  const email = `thief-${people.number()}@example.com`;
  await correct(vault, email)();
  const dueAt = daysLater(app.clock.now(), 1).toISOString();
  expect(await shown()).toEqual({ state: 'waiting', email, dueAt });
  app.clock.pass({ hours: 1 });
  await refusedWith('proof-needed', prepared(owner, api.stopCorrectionOfVault, { params }));
  const stranger = await signedIn(app, another(ada, people.nextPerson()));
  await refusedWith('vault-not-found', prepared(stranger, api.stopCorrectionOfVault, { params }));
  await signInAgain(owner, app);
  expect(await Promise.all([stop(), stop()])).toEqual(expect.arrayContaining([{ stopped: true }, { stopped: false }]));
  expect(await shown()).toMatchObject({ state: 'stopped', email });
  expect(await count(vault.executorEmail, 'executor-correction')).toBe(1);
  expect((await eventsOf(id)).filter((event) => event === 'correction-stopped')).toHaveLength(1);
});

test('DLV-6: a proof at the present address ends the correction; a stop and its due time at once leave one of them', async () => {
  const proven = await releasedWith({ followUp: true });
  await passing(10);
  await correct(proven, `late-${people.number()}@example.com`)();
  await recipientOf(app, proven);
  await passing(2);
  await makeDueCorrections(app.services);
  expect(await verified(proven.code)).toMatchObject({
    recipientEmail: proven.recipientEmail,
    followUp: { correction: { state: 'ended' } },
  });
  await refusedWith(
    'correction-over',
    prepared(app.caller(), api.stopCorrection, { body: { token: await stopTokenOf(proven.owner.email) } }),
  );

  const raced = await releasedWith({ followUp: true });
  await passing(10);
  const right = `rosa-right-${people.number()}@example.com`;
  await correct(raced, right)();
  const token = await stopTokenOf(raced.owner.email);
  const recipient = await atQuestions(app, raced);
  await app.sendLetters();
  app.clock.pass({ days: 1 });
  const outcomes = await Promise.all([
    makeDueCorrections(app.services),
    app.caller().call(api.stopCorrection, { body: { token } }),
    recipient.call(api.verifyAccessAnswers, { body: { token: raced.token, answers: questions } }),
  ]);
  const { recipientEmail, followUp } = await verified(raced.code);
  const state = followUp?.correction?.state;
  expect(recipientEmail).toBe(state === 'made' ? right : raced.recipientEmail);
  expect(await count(right, 'recipient-invitation')).toBe(state === 'made' ? 1 : 0);
  if (outcomes[1].statusCode === 200) expect(state).toBe('stopped');
});

test('while the account moves to a new address, only the previous one gets the link that stops a correction', async () => {
  const vault = await releasedWith({ followUp: true });
  const thief = `thief-${people.number()}@example.com`;
  const earlierEmailUntil = daysLater(app.clock.now(), 30);
  await app.database
    .update(users)
    .set({ email: thief, earlierEmail: vault.owner.email, earlierEmailUntil })
    .where(eq(users.id, vault.owner.id));
  await passing(10);
  await correct(vault, `rosa-right-${people.number()}@example.com`)();
  expect(await app.lastLetter('correction-asked', vault.owner.email)).toMatchObject({ link: expect.any(String) });
  expect(await app.lastLetter('correction-asked', thief)).toMatchObject({ link: null });
});

test('an executor may correct at once if the email did not arrive', async () => {
  const vault = await releasedWith({ followUp: true });
  await app.database
    .update(letters)
    .set({ status: 'sent', doubt: 'address-unknown', doubtedAt: app.clock.now() })
    .where(eq(letters.recipient, vault.recipientEmail));
  expect((await verified(vault.code)).followUp).toMatchObject({ isAsked: true });
  expect((await correct(vault, `rosa-right-${people.number()}@example.com`)()).statusCode).toBe(200);
});

test('the choice needs an active vault, is reported with a link that undoes it, and a release keeps it as it is', async () => {
  const owner = await signedIn(app, another(ada, people.nextPerson()));
  const draft = await draftVault(owner);
  const change = (id: string, body: object) => prepared(owner, api.changeDelivery, { params: { id }, body });
  expect((await change(draft.id, { followUp: true })()).json()).toEqual({
    recipientSecondEmail: null,
    followUp: true,
  });
  const vault = await paidVault(app, owner, { planType: 'premium_one_time', recipientEmail: 'rosa-of@example.com' });
  await refusedWith('second-address-same', change(vault.id, { recipientSecondEmail: 'ROSA-of@example.com' }));
  const both = { recipientSecondEmail: 'rosa.two@example.com', followUp: true };
  expect((await change(vault.id, both)()).json()).toEqual(both);
  const { link, after } = await app.lastLetter('owner-change', owner.email);
  expect(after).toContain('rosa.two@example.com');
  const token = new URL(link).hash.slice(1);
  await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } });
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
  expect(row).toMatchObject({ recipientSecondEmail: null, followUp: false });
});

test('before a release nothing can be corrected, and after it the choice cannot be changed', async () => {
  const owner = await signedIn(app, another(ada, people.nextPerson()));
  const { id, code } = await paidVault(app, owner);
  const params = { vaultId: id };
  const knows = (accessCode: string) =>
    prepared(app.caller(), api.confirmRecipientKnows, { params, body: { accessCode } });
  await refusedWith('not-released', correct({ id, code }, 'rosa@new.example'));
  await refusedWith('not-released', knows(code));
  await refusedWith('access-code-refused', knows('AAAAA-AAAAA-AAAAA-AAAAA'));
  const released = await releasedWith({});
  const known = { params: { vaultId: released.id }, body: { accessCode: released.code } };
  await refusedWith('correction-not-open', prepared(app.caller(), api.confirmRecipientKnows, known));
  const change = (vaultId: string) =>
    prepared(released.owner, api.changeDelivery, { params: { id: vaultId }, body: { followUp: true } });
  await refusedWith('vault-released', change(released.id));
  await refusedWith('vault-not-found', change(id));
  await refusedWith('vault-not-found', change('no-id'));
});

test('every email about this reads as a whole', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await correct(vault, `rosa-right-${people.number()}@example.com`)();
  const letterhead = { productName: 'Keepsake', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
  const sent = (
    await Promise.all([vault.recipientEmail, vault.executorEmail, vault.owner.email].map(app.lettersTo))
  ).flat();
  const kinds = ['recipient-reminder', 'executor-unopened', 'correction-asked', 'recipient-correction'];
  for (const kind of kinds) {
    const letter = sent.find((one) => one.kind === kind);
    expect(letter && renderLetter(letter, letterhead).text).not.toMatch(/undefined|null|NaN|“”|\(\)/);
  }
});

test('DLV-8: the second address gets the link of the first email if nothing was opened for three days, and either address opens', async () => {
  const vault = await releasedWith({ second: true });
  expect(await kindsTo(vault.secondEmail)).toEqual([]);
  await passing(3);
  await passing(20);
  expect(await kindsTo(vault.secondEmail)).toEqual(['recipient-invitation']);
  expect(await kindsTo(vault.recipientEmail)).toEqual(['recipient-invitation']);
  expect(await tokenTo('recipient-invitation', vault.secondEmail)).toBe(vault.token);
  const body = { token: vault.token, email: `somebody-${people.number()}@example.com` };
  await refusedWith('link-email-refused', prepared(app.caller(), api.verifyAccessEmail, { body }));
  expect(await opens(vault.token, ` ${vault.secondEmail.toUpperCase()} `)).toBe(vault.title);
  expect(await opens(vault.token, vault.recipientEmail)).toBe(vault.title);
});

test('on the day of its first email the second address gets no reminder of it, and later it does', async () => {
  const vault = await releasedWith({ followUp: true, second: true });
  await passing(3);
  expect(await kindsTo(vault.recipientEmail)).toEqual(['recipient-invitation', 'recipient-reminder']);
  expect(await kindsTo(vault.secondEmail)).toEqual(['recipient-invitation']);
  await passing(7);
  expect(await count(vault.recipientEmail, 'recipient-reminder')).toBe(2);
  expect(await count(vault.secondEmail, 'recipient-reminder')).toBe(1);
});

test('a second address is used at once if the first is in doubt, and not at all once the email was opened', async () => {
  const doubtful = await releasedWith({ second: true });
  await app.database
    .update(letters)
    .set({ status: 'sent', doubt: 'mailbox-full', doubtedAt: app.clock.now() })
    .where(eq(letters.recipient, doubtful.recipientEmail));
  const opened = await releasedWith({ second: true });
  await atQuestions(app, opened);
  await passing(0);
  expect(await kindsTo(doubtful.secondEmail)).toEqual(['recipient-invitation']);
  await passing(10);
  expect(await kindsTo(opened.secondEmail)).toEqual([]);
});

test('a code goes to the address that was entered, and fresh links and lost links to both', async () => {
  const vault = await releasedWith({ second: true });
  const recipient = await atQuestions(app, { ...vault, recipientEmail: vault.secondEmail });
  await answerWrongly(recipient, vault, 3);
  await recipient.ask(api.sendAccessCode, { body: { token: vault.token } });
  expect(await kindsTo(vault.secondEmail)).toEqual(['recipient-code']);
  expect(await kindsTo(vault.recipientEmail)).not.toContain('recipient-code');
  app.clock.pass({ hours: 1 });
  await app.caller().ask(api.sendAgain, { body: { email: vault.secondEmail } });
  for (const email of [vault.recipientEmail, vault.secondEmail])
    expect(await count(email, 'recipient-fresh-link')).toBe(1);
});

test('another recipient does not keep the second address, and an undo brings both back', async () => {
  const owner = await signedIn(app, another(ada, people.nextPerson()));
  const { id } = await paidVault(app, owner, { recipientSecondEmail: 'second-of-rosa@example.com' });
  const second = async () => (await owner.ask(api.getVault, { params: { id } })).recipientSecondEmail;
  expect(await second()).toBe('second-of-rosa@example.com');
  await owner.ask(api.editVault, { params: { id }, body: { recipientEmail: 'mallory@example.com' } });
  expect(await second()).toBeNull();
  const { link, after } = await app.lastLetter('owner-change', owner.email);
  expect(after).toContain('without the second address second-of-rosa@example.com');
  await app.caller().ask(api.undoOwnerChange, { body: { token: new URL(link).hash.slice(1), putBack: true } });
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, id));
  expect(row).toMatchObject({ recipientSecondEmail: 'second-of-rosa@example.com' });
});

test('UNDO-6: after an undo everybody whom the release reached learns that there is nothing to do, also at the second address', async () => {
  const { owner, id, recipientEmail, secondEmail } = await releasedWith({ second: true });
  await app.sendLetters();
  await passing(3);
  expect(await count(secondEmail, 'recipient-invitation')).toBe(1);
  await app.sendLetters();
  await signInAgain(owner, app);
  await owner.ask(api.undoRelease, { params: { id } });
  for (const email of [recipientEmail, secondEmail]) expect(await count(email, 'recipient-release-undone')).toBe(1);
});
