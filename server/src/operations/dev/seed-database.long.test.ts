// The seed data has a vault in every state, and everything in it works.
import { api } from '@remembrance/contract/api.ts';
import { openCardPage } from '@remembrance/sandbox/card-page.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherBrowser } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openPaymentGateway } from '../../start/open-payment-gateway.ts';
import { seedDatabase } from './seed-database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Does the same as `npm run seed`. */
async function seed() {
  const { sandbox, paymentGateway } = openPaymentGateway({ ...app.services, deliverEvent: async () => {} });
  if (!sandbox) throw new Error('the sandbox is off');
  const seeded = await seedDatabase({ ...app.services, paymentGateway, payByCard: openCardPage(sandbox).pay });
  await sandbox.stop();
  return seeded;
}

test('the seed data has a vault in every state, bought as its plans allow, and its sign-in, code and link work', async () => {
  const { email, password, executorCode, recipientLink, recipientEmail, answers } = await seed();
  const owner = await otherBrowser(app, { email, password });
  const vaults = await owner.ask(api.listVaults);
  expect(vaults.map(({ title, status, paymentStatus }) => [title, status, paymentStatus]).sort()).toEqual([
    ['For my godson, when he is grown', 'active', 'unpaid'],
    ['Letters from the lighthouse', 'active', 'paid'],
    ['The heron came back', 'released', 'paid'],
    ['The recipe book', 'active', 'trial'],
    ['What I never said', 'active', 'lapsed'],
  ]);
  const { plans, payments } = await owner.ask(api.getBilling);
  expect(plans.map(({ name, state, places }) => [name, state, `${places.used} of ${places.limit}`]).sort()).toEqual([
    ['basic_subscription', 'trial', '1 of 1'],
    ['premium_one_time', 'paid', '2 of 2'],
    ['premium_subscription', 'ended', '1 of 2'],
  ]);
  expect(payments.map(({ amount }) => amount).sort()).toEqual(['4.99', '49.99']);

  const summary = await app.caller().ask(api.verifyExecutor, { body: { accessCode: executorCode } });
  expect(summary).toMatchObject({ title: 'Letters from the lighthouse', status: 'active' });
  const recipient = app.caller();
  const token = recipientLink.split('/').at(-1) ?? '';
  const asked = await recipient.ask(api.verifyAccessEmail, { body: { token, email: recipientEmail } });
  const given = asked.questions.map((question, index) => ({ question, answer: answers[index] ?? '' }));
  const opened = await recipient.ask(api.verifyAccessAnswers, { body: { token, answers: given } });
  expect(opened).toMatchObject({ vault: { title: 'The heron came back' }, files: [{ fileName: 'Für Rosa.txt' }] });
});

test('seeding again adds another owner and does not change the first one', async () => {
  const [first, second] = [await seed(), await seed()];
  expect(second.email).not.toBe(first.email);
  await otherBrowser(app, first);
});
