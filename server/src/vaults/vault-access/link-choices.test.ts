// What a reader may choose without a proof: to close a link that is not for them, and to be reminded. Neither may withhold a vault, and
// neither may be used to send many emails.
import { api } from '@remembrance/contract/api.ts';
import { emailStatus } from '@remembrance/contract/email-status.ts';
import { linkClosings, reminderDays } from '@remembrance/contract/limits.ts';
import { edda, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import {
  atQuestions,
  type Owner,
  type ReleasedVault,
  recipientOf,
  release,
  tokenOf,
  vaultOfNewPeople,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { accessVerifications, vaults } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { remindRecipients } from './remind-recipients.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const newVault = async () => release(app, await vaultOfNewPeople(app));
const close = (token: string) => app.caller().ask(api.closeLink, { body: { token } });
const remind = (token: string, after: 'week' | 'month' = 'week') =>
  app.caller().ask(api.remindRecipient, { body: { token, after } });
const disowned = async (email: string) =>
  (await app.lettersTo(email)).filter(({ kind }) => kind === 'link-disowned').length;
const links = (email: string) =>
  app.lettersTo(email).then((all) => all.filter(({ kind }) => kind === 'recipient-fresh-link').length);
const fresh = async ({ recipientEmail, token }: ReleasedVault) => {
  app.clock.pass({ minutes: 11 });
  await app.caller().ask(api.requestFreshLink, { body: { token } });
  return tokenOf((await app.lastLetter('recipient-fresh-link', recipientEmail)).link);
};
const statusOf = async ({ id, owner }: { id: string; owner: Owner }) =>
  emailStatus((await owner.ask(api.getVault, { params: { id } })).invitation ?? expect.unreachable());
const eventsOf = async ({ id }: ReleasedVault) => (await listActs(app.database, id)).map(({ event }) => event);

test('the status says that the reader disowned the email, until another email is sent, opened or answered', async () => {
  const vault = await newVault();
  app.clock.pass({ minutes: 1 });
  const stranger = app.caller();
  await stranger.ask(api.verifyAccessEmail, { body: { token: vault.token, email: vault.recipientEmail } });
  expect(await statusOf(vault)).toBe('opened');
  app.clock.pass({ minutes: 1 });
  await close(vault.token);
  expect(await statusOf(vault)).toBe('disowned');
  const token = await fresh(vault);
  expect(await statusOf(vault)).toBe('sent');
  app.clock.pass({ minutes: 1 });
  await close(token);
  expect(await statusOf(vault)).toBe('disowned');
  await recipientOf(app, { ...vault, token: await fresh(vault) });
  expect(await statusOf(vault)).toBe('proven');
});

test('CLOSE-1: a closed link refuses every step; owner and executor are notified once, and a new link opens the vault', async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const { token } = vault;
  expect(await close(token)).toEqual({ closed: true });
  const body = { token };
  for (const call of [
    prepared(caller, api.verifyAccess, { query: { token } }),
    prepared(caller, api.readAccess, { body }),
    prepared(caller, api.verifyAccessEmail, { body: { ...body, email: vault.recipientEmail } }),
    prepared(caller, api.sendAccessCode, { body }),
    prepared(caller, api.verifyAccessCode, { body: { ...body, code: 'AAAA-AAAA' } }),
    prepared(caller, api.verifyAccessAnswers, { body: { ...body, answers: questions } }),
    prepared(caller, api.closeLink, { body }),
    prepared(caller, api.remindRecipient, { body: { ...body, after: 'week' as const } }),
  ])
    await expectRefused(app.database, 'link-closed', call);
  expect([await disowned(vault.owner.email), await disowned(vault.executorEmail)]).toEqual([1, 1]);
  expect(await app.lastLetter('link-disowned', vault.executorEmail)).toMatchObject({
    name: edda.name,
    recipientEmail: vault.recipientEmail,
    isClosed: true,
    link: expect.stringMatching(/\/send-again$/),
  });
  expect(await app.lastLetter('link-disowned', vault.executorEmail)).not.toHaveProperty('undoAt');
  expect(await app.lastLetter('link-disowned', vault.owner.email)).toMatchObject({
    undoAt: expect.stringMatching(new RegExp(`/vault/${vault.id}$`)),
  });
  expect(await eventsOf(vault)).toContain('link-closed');
  const again = await fresh(vault);
  expect((await recipientOf(app, { ...vault, token: again })).content.vault.title).toBe(vault.title);
});

test('CLOSE-1: who closed a link by mistake gets a new one at once, and a second one only after ten minutes', async () => {
  const vault = await newVault();
  await close(vault.token);
  const ask = () => app.caller().ask(api.requestFreshLink, { body: { token: vault.token } });
  await ask();
  await ask();
  expect(await links(vault.recipientEmail)).toBe(1);
});

test('CLOSE-1: if many presses come at once, one closes the link, and each person gets one email', async () => {
  const vault = await newVault();
  const presses = Array.from({ length: 10 }, () => app.caller().call(api.closeLink, { body: { token: vault.token } }));
  const answers = await Promise.all(presses);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set([undefined, 'link-closed']));
  expect([await disowned(vault.owner.email), await disowned(vault.executorEmail)]).toEqual([1, 1]);
});

test('CLOSE-2: after three closings a link is only reported and still opens the vault', async () => {
  const vault = await newVault();
  let { token } = vault;
  for (let closing = 1; closing <= linkClosings; closing += 1) {
    expect(await close(token)).toEqual({ closed: true });
    token = await fresh(vault);
  }
  expect([await close(token), await close(token)]).toEqual([{ closed: false }, { closed: false }]);
  expect(await disowned(vault.executorEmail)).toBe(linkClosings + 1);
  expect(await app.lastLetter('link-disowned', vault.executorEmail)).toMatchObject({ isClosed: false });
  expect(await eventsOf(vault)).toContain('link-reported');
  expect((await recipientOf(app, { ...vault, token })).content.vault.title).toBe(vault.title);
});

test('CLOSE-2: nobody closes a link of a vault that was opened with the right answers', async () => {
  const vault = await newVault();
  const rosa = await recipientOf(app, vault);
  expect(await close(vault.token)).toEqual({ closed: false });
  expect(await rosa.ask(api.readAccess, { body: { token: vault.token } })).toMatchObject({ step: 'granted' });
});

test('opening the page closes nothing, and an expired, unknown or damaged link is refused', async () => {
  const vault = await newVault();
  for (const call of [api.verifyAccess] as const) await app.caller().ask(call, { query: { token: vault.token } });
  expect(await app.caller().ask(api.readAccess, { body: { token: vault.token } })).toEqual({ step: 'email' });
  expect(await disowned(vault.executorEmail)).toBe(0);
  const unknown = 'x'.repeat(43);
  for (const endpoint of [api.closeLink, api.remindRecipient] as const) {
    const body = { token: unknown, after: 'week' as const };
    const sent = endpoint === api.closeLink ? { body: { token: unknown } } : { body };
    expect(await app.caller().refused(endpoint, sent as never)).toMatchObject({ code: 'link-not-found' });
  }
  const expired = { expiresAt: app.clock.now() };
  await app.database.update(accessVerifications).set(expired).where(eq(accessVerifications.vaultId, vault.id));
  const body = { token: vault.token };
  expect(await app.caller().refused(api.closeLink, { body })).toMatchObject({ code: 'link-expired' });
  const asked = { body: { ...body, after: 'month' as const } };
  expect(await app.caller().refused(api.remindRecipient, asked)).toMatchObject({ code: 'link-expired' });
  await app.database
    .update(accessVerifications)
    .set({ expiresAt: new Date(0) })
    .where(eq(accessVerifications.vaultId, vault.id));
  await app.database.update(vaults).set({ status: 'active', releasedAt: null }).where(eq(vaults.id, vault.id));
  expect(await app.caller().refused(api.closeLink, { body })).toMatchObject({ code: 'link-withdrawn' });
  expect(await app.caller().refused(api.remindRecipient, asked)).toMatchObject({ code: 'link-withdrawn' });
  const hostile = { body: { ...body, after: 'year' } } as never;
  expect(await app.caller().refused(api.remindRecipient, hostile)).toMatchObject({ status: 400 });
});

test('REMIND-1: a reminder mails one fresh link on its day, however many presses and processes there are', async () => {
  const vault = await newVault();
  await Promise.all(Array.from({ length: 5 }, () => remind(vault.token, 'month')));
  const { remindAt } = await remind(vault.token);
  expect(remindAt).toBe(daysLater(app.clock.now(), reminderDays.week).toISOString());
  expect(await app.caller().ask(api.readAccess, { body: { token: vault.token } })).toEqual({ step: 'email', remindAt });
  app.clock.pass({ days: reminderDays.week - 1 });
  await remindRecipients(app.services);
  expect(await links(vault.recipientEmail)).toBe(0);
  app.clock.pass({ days: 1 });
  await Promise.all([remindRecipients(app.services), remindRecipients(app.services)]);
  await remindRecipients(app.services);
  expect(await links(vault.recipientEmail)).toBe(1);
  const facts = await app.lastLetter('recipient-fresh-link', vault.recipientEmail);
  expect(facts).toMatchObject({ isReminder: true });
  const head = { productName: 'Remembrance', supportEmail: 'help@keep.example', publicUrl: 'https://keep.example' };
  const { subject, text } = renderLetter({ kind: 'recipient-fresh-link', facts }, head as never);
  expect(subject).toMatch(/^You asked for a reminder: your link from /);
  expect(text).toContain('somebody asked us to remind you now');
  const opened = await recipientOf(app, { ...vault, token: tokenOf(facts.link) });
  expect(opened.content.vault.title).toBe(vault.title);
});

test('REMIND-2: no reminder is mailed for a vault that was opened since, a closed link, or right after another link', async () => {
  const [opened, closed, recent] = [await newVault(), await newVault(), await newVault()];
  for (const { token } of [opened, closed, recent]) await remind(token);
  await recipientOf(app, opened);
  await close(closed.token);
  app.clock.pass({ days: reminderDays.week });
  await app.caller().ask(api.requestFreshLink, { body: { token: recent.token } });
  await remindRecipients(app.services);
  expect(await links(opened.recipientEmail)).toBe(0);
  expect(await links(closed.recipientEmail)).toBe(0);
  expect(await links(recent.recipientEmail)).toBe(1);
});

test('a reminder that fails keeps no other from being mailed, and is tried again', async () => {
  const [broken, other] = [await newVault(), await newVault()];
  await remind(broken.token);
  app.clock.pass({ minutes: 1 });
  await remind(other.token);
  app.clock.pass({ days: reminderDays.week });
  let asked = 0;
  const failing = { ...app.services.keyring };
  failing.label = () => {
    asked += 1;
    if (asked === 1) throw new Error('one vault is broken');
    return app.services.keyring.label();
  };
  const failed: string[] = [];
  const onFailure = (vaultId: string) => void failed.push(vaultId);
  await remindRecipients({ ...app.services, keyring: failing }, { onFailure });
  expect(failed).toEqual([broken.id]);
  expect(await links(broken.recipientEmail)).toBe(0);
  expect(await links(other.recipientEmail)).toBe(1);
  await remindRecipients(app.services);
  expect(await links(broken.recipientEmail)).toBe(1);
});
