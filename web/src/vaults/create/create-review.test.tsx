// The review before a vault is created: what it shows, that only its button sends anything, and where Back leads before and after.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { createPaymentIntent, createSubscription } from '@remembrance/contract/payments.ts';
import type { OwnPlaces } from '@remembrance/contract/plans.ts';
import { createVault, getVault, listVaults, type PaymentStatus } from '@remembrance/contract/vaults.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acceptVault, addFiles, createdVault, openForm, textFile, writeVault } from '../../../testing/create-form.ts';
import { field, isAt, pageText, readyButton, toastText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, shows } from '../../../testing/open-screen.tsx';
import { noPlaces } from '../../../testing/samples.ts';

const created = () => fakeService().received(createVault);
const withPlaces = (name: string, used: number, freePlace: 'paid' | null): OwnPlaces => ({
  ...noPlaces,
  plans: noPlaces.plans.map((plan) => (plan.name === name ? { ...plan, used, freePlace } : plan)),
});
const freePremium = withPlaces('premium_one_time', 1, 'paid');

beforeEach(() => fakeService().reply(listVaults, []));

test('the review shows the vault as written, and sends nothing before its button is pressed', {
  tags: 'long',
}, async () => {
  acceptVault({ ...createdVault, paymentStatus: 'paid' });
  const { create, user } = await openForm('', { places: freePremium });
  writeVault({ 'Executor name': 'Ben' });
  addFiles(textFile('letter.txt'));
  await shows('letter.txt');
  await create();
  const review = await screen.findByRole('heading', { name: 'Review your vault' });
  await waitFor(() => expect(document.activeElement).toBe(review));
  expect(within(await screen.findByRole('article')).getByText(/remember the lake/)).toBeDefined();
  const rows = ['For', 'Who releases it', 'When', 'They are asked', 'Files'].map(
    (name) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent,
  );
  expect(rows).toEqual([
    'Rosa Lindqvistrosa@example.com',
    'Benben@example.com',
    'When your executor releases it. It has no release date.',
    'Where did we learn to swim?Lake Garda',
    'letter.txtMessageunder 0.01 MB',
  ]);
  expect(pageText()).toContain('We write to Ben now, with the code that releases the vault.');
  expect(created()).toEqual([]);
  await user.click(await readyButton('Go back and change'));
  await readyButton('Create Vault');
  expect(field('Security answer 1').value).toBe('Lake Garda');
  expect(created()).toEqual([]);
});

test('the review says so if the executor has the owner’s own address', { tags: 'long' }, async () => {
  acceptVault({ ...createdVault, paymentStatus: 'paid' });
  const { create } = await openForm('', { places: freePremium });
  writeVault({ 'Executor email': 'Ada@example.com' });
  await create();
  await screen.findByRole('heading', { name: 'Review your vault' });
  expect(screen.getByText('Who releases it', { selector: 'dt' }).nextElementSibling?.textContent).toContain(
    'This is your own address.',
  );
});

/** The simulated browser leaves out the space before the hidden part of the name. */
const changeButton = (what: string) => readyButton(new RegExp(`^Change ?${what}$`));

test.each([
  ['the title and message', 'Vault title'],
  ['the recipient', 'Recipient name'],
  ['the executor', 'Executor email'],
  ['the date', 'Release date'],
  ['the questions', 'Security question 1'],
])('“Change %s” leads from the review to the field and keeps everything written', async (what, label) => {
  const { create, user } = await openForm();
  writeVault();
  await create();
  await user.click(await changeButton(what));
  await waitFor(() => expect(document.activeElement).toBe(field(label)));
  await readyButton('Create Vault');
  expect(screen.queryByRole('heading', { name: 'Review your vault' })).toBeNull();
  expect(field('Security answer 1').value).toBe('Lake Garda');
});

test('the review shows a preview or a player for each file, and their Change leads to the files', {
  tags: 'long',
}, async () => {
  const { create, user } = await openForm();
  writeVault({ 'Executor email': '', 'Release date': '2099-06-01T08:30' });
  addFiles(
    new File(['x'], 'Lake in June.jpg', { type: 'image/jpeg' }),
    new File(['x'], 'Wiegenlied.mp3', { type: 'audio/mpeg' }),
    new File(['x'], 'film.webm', { type: 'video/webm' }),
  );
  await shows('film.webm');
  await create();
  await heading('Review your vault');
  expect(pageText()).toContain('Nobody. We release it on its date.');
  const files = screen.getByRole('list', { name: 'Files in this vault' });
  await waitFor(() => expect(files.querySelector('img')?.src).toMatch(/^blob:/));
  expect(within(files).getByLabelText('Wiegenlied.mp3').tagName).toBe('AUDIO');
  expect(within(files).getByLabelText('film.webm').tagName).toBe('VIDEO');
  await user.click(await changeButton('the files'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('choose from your device'));
});

test('the device’s Back leads from the review to the form as written', { tags: 'long' }, async () => {
  const { create } = await openForm();
  writeVault();
  await create();
  await readyButton('Keep it and pay $49.99');
  act(() => window.history.back());
  await readyButton('Create Vault');
  expect(window.location.pathname).toBe('/create-vault');
  expect(field('Security answer 1').value).toBe('Lake Garda');
});

test('once a vault is created, Back skips its form', { tags: 'long' }, async () => {
  window.history.replaceState(null, '', '/pricing');
  window.history.pushState(null, '', '/create-vault');
  acceptVault();
  const before = window.history.length;
  const { keep } = await openForm();
  writeVault();
  await keep();
  await heading('This vault is active');
  await isAt(`/checkout/${createdVault.id}`);
  expect(window.history.length).toBe(before + 1); // the review's entry, which is ahead
  act(() => window.history.back());
  await isAt('/pricing');
});

test('the seal is pressed as the vault is created, and only then does the next page open', {
  tags: 'long',
}, async () => {
  acceptVault();
  const { keep } = await openForm();
  writeVault();
  await keep();
  const seal = await screen.findByLabelText('The seal of this vault');
  expect(seal.dataset.motion).toBe('pressed');
  await announces('Vault CreatedContinue to payment to activate your vault');
  expect(window.location.pathname).toBe('/create-vault');
  await isAt(`/checkout/${createdVault.id}`);
});

/** Without the form, which stays in the page but hidden. */
function textInSight(): string {
  const page = document.body.cloneNode(true) as HTMLElement;
  for (const part of page.querySelectorAll('[hidden]')) part.remove();
  return page.textContent ?? '';
}

/** Price, card and purchase do not apply to an owner who has nothing left to pay. */
const wordsOfMoney = /\$|\bcard\b|charged|purchase|payment|price/i;

/** The service keeps the vault, unpaid; once activated, it reports this status. */
function activates(paymentStatus: PaymentStatus, planType = 'basic_subscription'): void {
  const service = fakeService();
  service.reply(createVault, { ...createdVault, planType });
  service.reply(getVault, { ...createdVault, planType, paymentStatus });
  service.reply(listExecutors, []); // of the vault's page, which follows
  service.reply(listFiles, []);
}

const atVault = `/vault/${createdVault.id}`;

test('with an agreed free month the click shows only the seal and then the vault, and no text mentions money', {
  tags: 'long',
}, async () => {
  activates('trial');
  const service = fakeService();
  service.reply(createSubscription, { status: 'trialing', trial: true });
  const answers = [createVault, createSubscription, getVault].map((call) => service.hold(call));
  const { keep } = await openForm('?promo=freetrial');
  writeVault();
  await keep();
  await heading('Keeping your vault');
  const texts: string[] = [];
  const watch = new MutationObserver(() => {
    if (window.location.pathname !== atVault) texts.push(textInSight());
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  expect(screen.queryByLabelText('The seal of this vault')).toBeNull();
  for (const answer of answers) {
    await heading('Keeping your vault');
    expect(textInSight()).not.toMatch(wordsOfMoney);
    expect(toastText()).toBe('');
    answer();
  }
  const seal = await screen.findByLabelText('The seal of this vault');
  expect(seal.dataset.motion).toBe('pressed');
  await isAt(atVault);
  await announces('Trial Started');
  watch.disconnect();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => wordsOfMoney.test(text))).toEqual([]);
  const sent = service.received(createSubscription).map(({ body }) => body);
  expect(sent).toEqual([{ vaultId: createdVault.id, promo: 'freetrial' }]);
});

test.each([
  ['premium_one_time', '', createPaymentIntent],
  ['premium_subscription', '?plan=premium_subscription&promo=freetrial', createSubscription],
] as const)(
  'a free place of %s is taken by the button, also by a vault with files, and its page follows',
  async (plan, query, activation) => {
    activates('paid', plan);
    fakeService().refuse(activation, 'already-paid'); // the reply for a vault that already has its place
    const { keep } = await openForm(query, { places: withPlaces(plan, 1, 'paid') });
    writeVault();
    await keep();
    await isAt(atVault);
    await announces('Vault CreatedYour plan includes it, so it is already active.');
    expect(fakeService().received(activation)).toHaveLength(1);
  },
);

test('a vault that got its place when it was created is not activated again', { tags: 'long' }, async () => {
  activates('paid');
  fakeService().reply(createVault, { ...createdVault, paymentStatus: 'paid' });
  const { keep } = await openForm('', { places: freePremium });
  writeVault();
  await keep();
  await isAt(atVault);
  expect(fakeService().received(createPaymentIntent)).toEqual([]);
});

test('an agreed free month that could not start waits at the checkout, still without a card', {
  tags: 'long',
}, async () => {
  activates('unpaid');
  fakeService().disconnect(createSubscription);
  const { keep, user } = await openForm('?promo=freetrial');
  writeVault();
  await keep();
  await isAt(`/checkout/${createdVault.id}`);
  await announces('Vault CreatedIt is not active yet. This page shows what is left to do.');
  await waitFor(() => expect(fakeService().received(getVault)).toHaveLength(2)); // the checkout finds it still unpaid
  activates('trial');
  fakeService().reply(createSubscription, { status: 'trialing', trial: true });
  await user.click(await readyButton('Start the free month'));
  await isAt(atVault);
});

test('if the vault could not be created, the review returns with the reason and everything written', {
  tags: 'long',
}, async () => {
  fakeService().refuse(createVault, 'database-unavailable');
  const letGo = fakeService().hold(createVault);
  const { keep, user } = await openForm('?promo=freetrial');
  writeVault();
  await keep();
  await heading('Keeping your vault');
  letGo();
  await heading('Review your vault');
  await shows('The vault was not created');
  activates('trial');
  fakeService().reply(createSubscription, { status: 'trialing', trial: true });
  await user.click(await readyButton('Keep it and start the free month'));
  await isAt(atVault);
});

test('a plan with a free place is chosen, and the form says that there is nothing to pay', async () => {
  await openForm('', { places: withPlaces('premium_subscription', 1, 'paid') });
  await shows('Plan: Premium Plus, $4.99/month');
  await shows('1 of 2 vaults used. There is nothing to pay.');
});

test('a full plan is announced before anything is written, offers a plan with room, and is not sent', {
  tags: 'long',
}, async () => {
  const { create, user } = await openForm('?plan=premium_one_time', {
    places: withPlaces('premium_one_time', 2, null),
  });
  await shows('2 of 2 vaults used.');
  await shows('Premium has no room for another vault');
  writeVault();
  await create();
  await shows('All vaults of this plan are in use. Please choose another.');
  expect(created()).toEqual([]);
  await user.click(await readyButton('Use Premium Plus, $4.99/month'));
  await shows('Plan: Premium Plus, $4.99/month');
  expect(window.location.search).toBe('?plan=premium_subscription');
  await create();
  await readyButton('Keep it and continue to the free month');
});
