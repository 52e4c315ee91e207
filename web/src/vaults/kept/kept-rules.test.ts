// What the panel on a kept vault says was sent and to whom, for how long it is shown, and that its words hold no code.
import { expect, test } from 'vitest';
import { isKept, isLatelyWritten, moneySentence, type Written, whatWasSent, wordsForExecutor } from './kept-rules.ts';

const vault = {
  status: 'active',
  paymentStatus: 'paid',
  recipientName: 'Rosa',
  scheduledReleaseDate: null,
} as const;
const ben: Written = {
  name: 'Ben',
  email: 'ben@example.com',
  codeSentAt: '2026-11-22T12:00:00.000Z',
  confirmedAt: null,
};

test('SCR-650: the panel says to whom was written and when, and that the recipient was not', () => {
  expect(whatWasSent(vault, [ben])).toEqual([
    'Ben was written to on Nov 22, 2026, with the code that releases this vault.',
    'Nothing was sent to Rosa. They are written to when the vault is released by your executor.',
  ]);
  const unknown = { ...ben, name: '', codeSentAt: null };
  expect(whatWasSent(vault, [unknown])[0]).toBe(
    'ben@example.com was written to, with the code that releases this vault.',
  );
  const confirmed = { ...ben, confirmedAt: '2026-11-24T12:00:00.000Z' };
  expect(whatWasSent(vault, [confirmed])[0]).toBe('Ben confirmed on Nov 24, 2026 that they have the code.');
  const dated = { ...vault, scheduledReleaseDate: '2099-06-01T12:30:00.000Z' };
  expect(whatWasSent(dated, [])).toEqual([
    expect.stringMatching(/^Nothing was sent to Rosa\. .* June 1, 2099 at [^,]*$/),
  ]);
  expect(whatWasSent(dated, [ben])[1]).toContain(', or before by your executor.');
});

test('SCR-650: it is shown for a week after the letter, on a vault that is active and paid for', () => {
  const after = (days: number) => new Date(Date.parse('2026-11-22T12:00:00.000Z') + days * 24 * 60 * 60 * 1000);
  expect(isLatelyWritten([ben], after(0))).toBe(true);
  expect(isLatelyWritten([ben], after(6.9))).toBe(true);
  expect(isLatelyWritten([ben], after(7))).toBe(false);
  expect(isLatelyWritten([{ ...ben, codeSentAt: null }], after(0))).toBe(false);
  expect(isKept(vault)).toBe(true);
  expect(isKept({ ...vault, paymentStatus: 'trial' })).toBe(true);
  expect(isKept({ ...vault, paymentStatus: 'unpaid' })).toBe(false);
  expect(isKept({ ...vault, paymentStatus: 'lapsed' })).toBe(false);
  expect(isKept({ ...vault, status: 'released' })).toBe(false);
});

test('SCR-650: a trial and a payment have words of their own', () => {
  expect(moneySentence(vault)).toBe('Your receipt is under');
  expect(moneySentence({ ...vault, paymentStatus: 'trial' })).toContain('Until when it is free');
});

test('SCR-651: the words for the executor say what it is, where the code is and where it goes', () => {
  const words = wordsForExecutor({
    ...{ recipientName: 'Rosa', productName: 'Remembrance', publicUrl: 'https://remembrance.example' },
  });
  expect(words).toContain('a vault for Rosa');
  expect(words).toContain('https://remembrance.example/executor-access');
});
