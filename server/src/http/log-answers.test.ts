// Which refusals are audited: every one that could reveal a guessed secret, and none that happens every day.
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import { requestPasswordReset } from '@remembrance/contract/sign-in.ts';
import { expect, test } from 'vitest';
import { actWords } from '../records/acts/act-words.ts';
import { securityEventOf } from './log-answers.ts';

const codes = Object.keys(refusals) as RefusalCode[];
const eventOf = (code: RefusalCode) => securityEventOf('POST /api/x', refusals[code].status, code);
/** Refusals with this ending that involve no secret. */
const noSecret: RefusalCode[] = ['picture-refused', 'payment-refused', 'prefetch-refused', 'range-refused'];

test('every refusal of a password, a code, a link, an answer or a passkey is recorded', () => {
  const refused = codes.filter((code) => /-refused$|^wrong-(?!plan)/.test(code) && !noSecret.includes(code));
  expect(refused.length).toBeGreaterThan(12);
  for (const code of [...refused, 'change-link-unknown', 'link-not-found', 'too-many-requests'] as const) {
    expect(eventOf(code), code).not.toBeNull();
  }
});

test('everyday refusals of an owner are not recorded, so that an attack is easy to see', () => {
  const daily: RefusalCode[] = ['unauthorized', 'invalid-input', 'not-found', 'proof-needed', 'vault-not-found'];
  for (const code of [...daily, ...noSecret, 'second-step-needed', 'edit-limit-reached', 'card-declined'] as const) {
    expect(eventOf(code), code).toBeNull();
  }
});

test('each recorded event has a description for the operator', () => {
  for (const code of codes) {
    const event = eventOf(code);
    if (event) expect(actWords[event], code).toMatch(/refused|reached/);
  }
});

test('a requested reset is recorded whether or not there is an account, and a failed one is not', () => {
  const route = `${requestPasswordReset.method} ${requestPasswordReset.path}`;
  expect(securityEventOf(route, 200, undefined)).toBe('reset-requested');
  expect(securityEventOf(route, 500, undefined)).toBeNull();
  expect(securityEventOf(route, 429, 'too-many-requests')).toBe('limit-reached');
  expect(securityEventOf('POST /api/auth/sign-in/email', 200, undefined)).toBeNull();
});
