// @vitest-environment jsdom
// The sandbox's card form: what a person sees and types, and what the page learns of it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestPage, type TestPage } from '../../testing/browser/open-test-page.ts';

let page: TestPage;
beforeEach(async () => {
  page = await openTestPage();
});
afterEach(() => page.close());

test('the form says that it is a test, and each field has its label, keyboard and autofill', () => {
  expect(document.querySelector('legend')?.textContent).toBe('Card details');
  expect(document.querySelector('fieldset')?.textContent).toContain('Test mode: no money moves.');
  const facts = ['Card number', 'Expiry', 'CVC'].map((label) => [
    page.field(label).inputMode,
    page.field(label).autocomplete,
  ]);
  expect(facts).toEqual([
    ['numeric', 'cc-number'],
    ['numeric', 'cc-exp'],
    ['numeric', 'cc-csc'],
  ]);
});

test.each([
  ['Card number', '4242424242424242', '4242 4242 4242 4242'],
  ['Card number', '4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['Card number', '4'.repeat(25), '4444 4444 4444 4444 444'],
  ['Card number', '42424', '4242 4'],
  ['Expiry', '12', '12'],
  ['Expiry', '1231', '12 / 31'],
  ['Expiry', '12/2031', '12 / 20'],
  ['CVC', '12345', '1234'],
])('in the field %s, %j becomes %j', (label, typed, written) => {
  expect(page.type(label, typed)).toBe(written);
});

test('an incomplete card is not sent: each field shows what is missing, and the first gets the focus', async () => {
  page.type('Expiry', '1231');
  expect((await page.confirm()).error).toEqual({
    type: 'validation_error',
    code: 'incomplete_number',
    message: 'Your card number is incomplete.',
  });
  expect(document.activeElement).toBe(page.field('Card number'));
  expect([page.messageOf('Card number'), page.messageOf('Expiry'), page.messageOf('CVC')]).toEqual([
    'Your card number is incomplete.',
    '',
    "Your card's security code is incomplete.",
  ]);
  expect(page.field('CVC').getAttribute('aria-invalid')).toBe('true');
  page.type('CVC', '1');
  expect([page.messageOf('CVC'), page.field('CVC').getAttribute('aria-invalid')]).toEqual(['', 'false']);
  expect(page.sent).toEqual([]);
  expect(await page.elements.submit()).toMatchObject({ error: { code: 'incomplete_number' } });
});

test('the page is notified of every change until it unsubscribes', () => {
  const changes: object[] = [];
  const note = (event: object) => changes.push(event);
  page.form.on('change', note);
  page.type('Card number', '4242');
  page.fillIn();
  expect(changes[0]).toMatchObject({ elementType: 'payment', complete: false, empty: false });
  expect(changes.at(-1)).toMatchObject({ complete: true, value: { type: 'card' } });
  page.form.off('change', note);
  const seen = changes.length;
  page.form.clear();
  page.type('CVC', '');
  expect(changes).toHaveLength(seen);
  expect(page.form.card()).toEqual({ number: '', exp_month: '', exp_year: '20', cvc: '' });
});

test('two forms on one page have separate fields, and a removed form leaves nothing behind', () => {
  const other = page.stripe.elements().create('payment');
  document.body.append(document.createElement('section'));
  other.mount(document.querySelector('section') as Element);
  const ids = [...document.querySelectorAll('input')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
  other.unmount();
  expect(document.querySelectorAll('input')).toHaveLength(3);
  expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(1);
});
