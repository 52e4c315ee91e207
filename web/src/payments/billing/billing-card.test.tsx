// Changing a plan's card, with a fake Stripe: the new card is saved once, and the old one stays until then.
import { beginCardChange, completeCardChange, getBilling } from '@remembrance/contract/billing.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { declined, fakeStripe } from '../../../testing/fake-stripe.ts';
import { pageText, pressTwice, readyButton, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, basicPlus } from '../../../testing/samples.ts';

const mastercard = { ...basicPlus, card: { brand: 'mastercard', lastFour: '5556' } };

beforeEach(() => {
  const service = fakeService();
  service.reply(getBilling, { plans: [basicPlus], payments: [] });
  service.reply(beginCardChange, { clientSecret: 'seti_1_secret_1' });
  service.replyWith(completeCardChange, () => {
    service.reply(getBilling, { plans: [mastercard], payments: [] });
    return mastercard;
  });
});

async function openCardForm(button = 'Change card') {
  const stripe = fakeStripe();
  const { user } = openScreen('/account/billing', { signedIn: ada });
  await user.click(await readyButton(button));
  await shows('Card form for seti_1');
  return { user, stripe, save: await readyButton('Save card') };
}
const reports = () => fakeService().received(completeCardChange);

test('a new card is saved with Stripe, set on the plan, and shown', async () => {
  const { stripe, save } = await openCardForm();
  pressTwice(save);
  await announces('Your card was changed');
  await shows('Mastercard ending in 5556');
  expect(stripe.confirmed).toEqual([{ kind: 'setup', clientSecret: 'seti_1_secret_1' }]);
  expect(reports()).toMatchObject([{ params: { id: basicPlus.id }, body: { setupIntentId: 'seti_1' } }]);
});

test('leaving the form keeps the old card and reports nothing', async () => {
  const { user } = await openCardForm();
  await user.click(screen.getByRole('button', { name: 'Keep the old card' }));
  await shows('Visa ending in 4242');
  await readyButton('Change card');
  expect(reports()).toEqual([]);
});

test('a declined card says so at the form, and the owner can try another', async () => {
  const { user, stripe, save } = await openCardForm();
  stripe.endsWith(declined());
  await user.click(save);
  await shows(
    'The card was not changedYour card was declined.Nothing was charged. Try another card, or ask your bank.',
  );
  expect(reports()).toEqual([]);
  stripe.endsWith({ type: 'validation_error', message: 'Your card number is incomplete.' });
  await user.click(await readyButton('Save card'));
  await readyButton('Save card');
  expect(pageText()).not.toContain('The card was not changed');
  stripe.endsWith('succeeded');
  await user.click(await readyButton('Save card'));
  await announces('Your card was changed');
});

test.each([
  ['that gets no answer', 'The service could not be reached.', () => fakeService().disconnect(completeCardChange)],
  ['that is too busy', 'The payment service did not', () => fakeService().refuse(completeCardChange, 'service-busy')],
])('a card saved with Stripe whose report %s is reported again, not entered again', async (_, words, fail) => {
  const { user, stripe, save } = await openCardForm();
  fail();
  await user.click(save);
  await shows(`The card was not changed${words}`);
  expect(screen.getByText('Card form for seti_1').closest('[hidden]')).not.toBeNull();
  fakeService().reply(completeCardChange, mastercard);
  await user.click(await readyButton('Try again'));
  await announces('Your card was changed');
  expect(stripe.confirmed).toHaveLength(1);
  expect(reports()).toHaveLength(2);
});

test('a card form that cannot be shown says why, and loading can be retried', async () => {
  const service = fakeService();
  service.refuse(beginCardChange, 'plan-ended');
  fakeStripe();
  const { user } = openScreen('/account/billing', { signedIn: ada });
  await user.click(await readyButton('Change card'));
  await shows('The card form could not be shownThis plan has ended and can no longer be changed.');
  service.reply(beginCardChange, { clientSecret: 'seti_2_secret_2' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Card form for seti_2');
  expect(toastText()).toBe('');
});

test('a trial without a card gets one in the same way', async () => {
  const service = fakeService();
  const noCard = { ...basicPlus, state: 'trial' as const, card: null, nextPayment: null };
  service.reply(getBilling, { plans: [noCard], payments: [] });
  const { user } = await openCardForm('Add a card');
  await user.click(await readyButton('Save card'));
  await announces('Your card was changed');
  expect(reports()).toHaveLength(1);
});
