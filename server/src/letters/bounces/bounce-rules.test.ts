// What each report means.
import { expect, test } from 'vitest';
import { judgeReport } from './bounce-rules.ts';

const fields = (values: Record<string, string>) => new Map(Object.entries(values));
const failed = (status: string, code = '') =>
  judgeReport([fields({ action: 'failed', status, 'diagnostic-code': code })]);
const doubtOf = (...report: Parameters<typeof failed>) => {
  const meaning = failed(...report);
  return meaning.outcome === 'doubt' ? meaning.doubt : meaning.outcome;
};

test.each([
  ['5.1.1', '', 'address-unknown'],
  ['5.1.2', '', 'address-unknown'],
  ['5.1.10', '', 'address-unknown'],
  ['5.2.1', '', 'address-unknown'],
  ['5.4.4', '', 'address-unknown'],
  ['5.1.8', '', 'other'],
  ['5.2.2', '', 'mailbox-full'],
  ['4.2.2', '', 'mailbox-full'],
  ['5.7.1', 'smtp; 550 5.7.1 user unknown', 'refused'],
  ['5.7.26', '', 'refused'],
  ['4.4.7', '', 'other'],
  ['5.0.0', '', 'other'],
  ['5.0.0', 'smtp; 550 5.1.1 The account does not exist', 'address-unknown'],
  ['5.0.0', 'smtp; 550-5.7.1 [192.0.2.7] blocked', 'refused'],
  ['5.0.0', 'x-exim; Unrouteable address', 'address-unknown'],
  ['5.4.1', 'smtp;550 5.4.1 Recipient address rejected: Access denied', 'address-unknown'],
  ['5.3.0', 'smtp; 554 mailbox full', 'mailbox-full'],
  ['', '', 'other'],
  ['nonsense', 'x'.repeat(100_000), 'other'],
])('a failure with %j and %j puts the letter in doubt as %s', (status, code, doubt) => {
  expect(doubtOf(status, code)).toBe(doubt);
});

test('the meaning contains the code that causes the doubt, and nothing else of the report', () => {
  expect(failed('5.0.0', 'smtp; 550 5.1.1 <rosa@example.com> is unknown')).toEqual({
    outcome: 'doubt',
    doubt: 'address-unknown',
    status: '5.1.1',
  });
  expect(failed('5.1.1 (rosa@example.com)')).toMatchObject({ status: '5.1.1' });
});

test('Exim’s text for people explains a report, but a field of the report counts more', () => {
  const explanation =
    'This is a permanent error. The following address(es) failed:\n\n  rosa@example.com\n    Unrouteable address';
  const vague = { action: 'failed', status: '5.0.0' };
  expect(judgeReport([fields(vague)], explanation)).toMatchObject({ doubt: 'address-unknown' });
  const coded = fields({ ...vague, 'diagnostic-code': 'smtp; 552 5.2.2 quota' });
  expect(judgeReport([coded], explanation)).toMatchObject({ doubt: 'mailbox-full' });
});

test('a delay is no doubt, and neither is a delivery', () => {
  const about = (...actions: string[]) => judgeReport(actions.map((action) => fields({ action, status: '5.1.1' })));
  expect(about('delayed')).toEqual({ outcome: 'delay' });
  for (const action of ['delivered', 'relayed', 'expanded', '']) expect(about(action)).toEqual({ outcome: 'nothing' });
  expect(about()).toEqual({ outcome: 'nothing' });
  expect(about('delayed', 'FAILED')).toMatchObject({ outcome: 'doubt' });
});
