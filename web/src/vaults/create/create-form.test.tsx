// The create form: its plans and sections, its field messages, and what it sends once everything is valid.
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { answerTwoMissing, createVault, questionTwoMissing, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  acceptVault,
  type FieldLabel,
  openForm,
  openPlans,
  writeVault,
  written,
} from '../../../testing/create-form.ts';
import {
  field,
  fill,
  isAt,
  isInvalid,
  pageText,
  saidAt,
  toastText,
  writeHalfDate,
} from '../../../testing/on-screen.ts';
import { fakeService, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, noPlaces, offeredPlans } from '../../../testing/samples.ts';
import { dateIncomplete } from '../../ui/fields/date-time-field.tsx';

const termsMissing = 'You must accept the Terms of Service and Privacy Policy to create a vault';
const created = () => fakeService().received(createVault);

test('the form has eight sections, and the premium plan is chosen', async () => {
  await openForm();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    ...[
      'Plan: Premium, $49.99 one-time',
      'Vault details',
      'Recipient',
      'Security verification',
      'Trusted executor',
      'Scheduled release',
    ],
    ...['Vault contents', 'Legal agreement'],
  ]);
  await openPlans();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  const cards = Object.fromEntries(radios.map((radio) => [radio.value, radio.closest('label')?.textContent ?? '']));
  expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['premium_one_time']);
  expect(cards.premium_one_time).toContain('Popular$49.99 one-timeTwo vaults for two people, paid once');
  expect(cards.basic_one_time).toContain('$29.99 one-time');
  expect(cards.basic_subscription).toContain('$2.99 /month');
  expect(cards.premium_subscription).toContain('$4.99 /monthTwo vaults you can keep up to date2 vaults');
  expect(pageText().match(/Popular/g)).toHaveLength(1);
  for (const optional of ['Security question 2', 'Security answer 2'])
    expect(screen.getByText(optional).closest('label')?.textContent).toBe(`${optional} (optional)`);
  expect(field('Release date').type).toBe('datetime-local');
  expect(field('Files').accept).toBe('image/*,audio/*,video/*,.pdf,.doc,.docx,.txt');
  const terms = screen.getByText(/I have read and accept/);
  expect([...terms.querySelectorAll('a')].map((link) => [link.textContent, link.pathname, link.target])).toEqual([
    ['Terms of Service (opens in a new tab)', '/terms', '_blank'],
    ['Privacy Policy (opens in a new tab)', '/privacy', '_blank'],
  ]);
});

test('the plan in the address is chosen, and choosing another plan changes only the address', async () => {
  const { user } = await openForm('?plan=basic_subscription&promo=freetrial');
  await openPlans();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Basic Plus' }).checked).toBe(true);
  fill('Vault title', 'For Rosa');
  await user.click(screen.getByRole('radio', { name: 'Premium Plus' }));
  expect(window.location.search).toBe('?plan=premium_subscription&promo=freetrial');
  expect(field('Vault title').value).toBe('For Rosa');
});

test('a plan that does not exist makes the form ask for one, and nothing is sent', { tags: 'long' }, async () => {
  const { create } = await openForm('?plan=platinum');
  writeVault();
  await create();
  await shows('Please select a pricing plan');
  expect(created()).toEqual([]);
});

test('if plans cannot be loaded, the owner can choose among the four known ones', async () => {
  fakeService().disconnect(listPlans);
  fakeService().disconnect(showPlaces);
  openScreen('/create-vault', { signedIn: ada });
  await openPlans();
  expect(await screen.findAllByRole('radio')).toHaveLength(offeredPlans.length);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Premium' }).checked).toBe(true);
});

test('an incomplete form sends nothing and shows at each field what is missing', async () => {
  const { create } = await openForm();
  await create();
  await shows(termsMissing);
  for (const [label, sentence] of [
    ['Vault title', 'Title is required'],
    ['Personal message', 'Message is required'],
    ['Recipient name', 'Recipient name is required'],
    ['Recipient email', 'Valid email is required'],
    ['Security question 1', 'Security question 1 is required'],
    ['Security answer 1', 'Security answer 1 is required'],
    ['Executor email', releaseWayMissing],
    ['Release date', releaseWayMissing],
  ] as const)
    expect([label, saidAt(label)]).toEqual([label, expect.stringContaining(sentence)]);
  expect(field('Vault title')).toBe(document.activeElement);
  expect(created()).toEqual([]);
});

const rules: [FieldLabel | 'Release date', string, string][] = [
  ['Vault title', '   ', 'Title is required'],
  ['Vault title', 'x'.repeat(256), 'Please use at most 255 characters'],
  ['Personal message', 'x'.repeat(100_001), 'Please use at most 100,000 characters'],
  ['Recipient name', 'Rosa www.example.com', 'Please write the name without a web or email address'],
  ['Recipient email', 'rosa', 'Valid email is required'],
  ['Recipient email', 'rosä@example.com', 'We cannot write to an address with “ä” before the @'],
  ['Security answer 1', 'Rosa', 'Someone who knows the names in this vault could guess this.'],
  ['Security answer 1', 'swim', 'The question gives this answer away.'],
  ['Security answer 1', 'x', 'Please choose a longer answer.'],
  ['Security question 2', 'Our dog?', answerTwoMissing],
  ['Security answer 2', 'Rex the brave', questionTwoMissing],
  ['Executor email', 'ben@', 'Valid email is required'],
  ['Release date', '2020-01-01T10:00', 'Please choose a date in the future'],
];
const saidElsewhere: Partial<Record<string, string>> = {
  [answerTwoMissing]: 'Security answer 2',
  [questionTwoMissing]: 'Security question 2',
};

test('an invalid value is refused at its field, and nothing is sent', { tags: 'long' }, async () => {
  const { create } = await openForm();
  writeVault();
  for (const [label, value, sentence] of rules) {
    const before = field(label).value;
    fill(label, value);
    await create();
    const place = saidElsewhere[sentence] ?? label;
    await waitFor(() => expect([label, saidAt(place)]).toEqual([label, expect.stringContaining(sentence)]));
    expect(isInvalid(place)).toBe(true);
    expect(field(place)).toBe(document.activeElement);
    fill(label, before);
    await waitFor(() => expect(isInvalid(place)).toBe(false));
  }
  expect(created()).toEqual([]);
});

test('an executor with a name needs an address, and a corrected field shows no error', async () => {
  const { create } = await openForm();
  writeVault({ 'Executor name': 'Ben', 'Executor email': '', 'Release date': '2099-01-01T10:00' });
  await create();
  await waitFor(() => expect(saidAt('Executor email')).toContain('Please add the email address of your executor'));
  fill('Executor email', 'ben@example.com');
  await waitFor(() => expect(isInvalid('Executor email')).toBe(false));
});

test('an incomplete date is refused only at its own field, with or without an executor, and nothing is sent', {
  tags: 'long',
}, async () => {
  const { create } = await openForm();
  writeVault({ 'Executor email': '' });
  const complete = writeHalfDate('Release date');
  for (const executor of ['', 'ben@example.com']) {
    fill('Executor email', executor);
    await create();
    await waitFor(() => expect(saidAt('Release date')).toContain(dateIncomplete));
    expect(isInvalid('Executor email')).toBe(false);
    expect(field('Release date')).toBe(document.activeElement);
  }
  complete('2099-01-01T10:00');
  await waitFor(() => expect(isInvalid('Release date')).toBe(false));
  expect(created()).toEqual([]);
});

test('the form says once, before both fields, that a vault needs an executor or a date, and marks neither optional', async () => {
  await openForm();
  const hint = 'Name an executor, choose a date, or both.';
  expect(pageText().split(hint)).toHaveLength(2);
  expect(pageText()).not.toContain(releaseWayMissing);
  expect(saidAt('Executor email')).toBe('');
  expect(saidAt('Release date')).toBe('In your local time.');
  for (const label of ['Executor name', 'Executor email', 'Release date'])
    expect(field(label).labels?.[0]?.textContent).toBe(label);
});

test('if only the terms are not accepted, the page says so and scrolls to them', { tags: 'long' }, async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { create, user } = await openForm();
  writeVault();
  await user.click(screen.getByRole('checkbox'));
  await create();
  await shows(termsMissing);
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, document.documentElement.scrollHeight));
  expect(created()).toEqual([]);
});

test('a complete vault is sent as written, and leads to its checkout with the offer', { tags: 'long' }, async () => {
  acceptVault();
  const places = { ...noPlaces, trialUsed: true };
  const { keep } = await openForm('?plan=basic_subscription&promo=freetrial', { places });
  writeVault({ 'Recipient name': 'روزا 👧🏽', 'Release date': '2099-06-01T08:30', 'Vault title': '  For Rosa ' });
  await keep();
  await isAt('/checkout/01990000-0000-7000-8000-0000000000a1');
  expect(window.location.search).toBe('?promo=freetrial');
  expect(created().map(({ body }) => body)).toEqual([
    {
      planType: 'basic_subscription',
      title: 'For Rosa',
      message: written['Personal message'],

      recipientName: 'روزا 👧🏽',
      recipientEmail: 'rosa@example.com',
      executorName: '',

      executorEmail: 'ben@example.com',
      securityQuestion1: written['Security question 1'],

      securityAnswer1: 'Lake Garda',
      securityQuestion2: '',
      securityAnswer2: '',
      uploadedFiles: [],
      scheduledReleaseDate: new Date(2099, 5, 1, 8, 30).toISOString(),
    },
  ]);
  expect(toastText()).toContain('Continue to payment');
  await readyButtonGone();
});

const readyButtonGone = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Create Vault' })).toBeNull());
