// The app's six digits as people type them, and the codes that are valid at the edges of a half minute.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { codeAt, newSecret, stepOf, uriOf } from './totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const wide = (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const inDigitsFrom = (zero: number, code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const spellings: [string, (code: string) => string][] = [
  ['with a space', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a dash', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['with a no-break space and a line end', (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}\n`],
  ['with dots between', (code) => [...code].join('.')],
  ['in full width', wide],
  ['in Arabic-Indic digits', (code) => inDigitsFrom(0x660, code)],
  ['in Persian digits', (code) => inDigitsFrom(0x6f0, code)],
  ['in Devanagari digits', (code) => inDigitsFrom(0x966, code)],
];

let people = 0;
async function withTwoFactor(spell: (code: string) => string): Promise<{ owner: Owner; secret: string }> {
  const owner = await signedIn(app, another(ada, ++people));
  const { secret } = await owner.ask(api.beginTwoFactor);
  await owner.ask(api.confirmTwoFactor, { body: { code: spell(codeAt(secret, app.clock.now())) } });
  app.clock.pass({ seconds: 60 });
  return { owner, secret };
}

test.each(spellings)('the app’s digits typed %s turn the second step on and sign in, once', async (_, spell) => {
  const { owner, secret } = await withTwoFactor(spell);
  const caller = app.caller();
  const { email, password } = owner;
  await caller.refused(api.signIn, { body: { email, password } });
  const body = { code: spell(codeAt(secret, app.clock.now())) };
  await caller.ask(api.answerTwoFactor, { body });
  const again = app.caller();
  await again.refused(api.signIn, { body: { email, password } });
  expect(await again.refused(api.answerTwoFactor, { body })).toMatchObject({ code: 'second-step-refused' });
});

test('digits typed in other ways share one limit, so that no spelling gives more tries', { tags: 'long' }, async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const owner = await signedIn(limited, another(ada, ++people));
    const { secret } = await owner.ask(api.beginTwoFactor);
    const wrong = codeAt(secret, new Date(limited.clock.now().getTime() + 3_600_000));
    const codes = Array.from({ length: 12 }, (_, number) => spellings[number % spellings.length]?.[1](wrong) ?? wrong);
    const statuses: number[] = [];
    for (const code of codes) statuses.push((await owner.call(api.confirmTwoFactor, { body: { code } })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  } finally {
    await limited.close();
  }
});

const secret = newSecret();
const at = (seconds: number) => new Date(Date.UTC(2027, 2, 4, 9, 30, 0) + seconds * 1000);

test.each([
  [-30.001, null],
  [-30, 0],
  [-0.001, 0],
  [0, 0],
  [29.999, 0],
  [30, 0],
  [59.999, 0],
  [60, null],
])('a code is accepted or refused when typed %d seconds after its half minute started', (seconds, step) => {
  const base = Math.floor(at(0).getTime() / 30_000);
  expect(stepOf(secret, codeAt(secret, at(0)), at(seconds))).toBe(step === null ? null : base);
});

test('a code maps to its own half minute at any moment, and no other text is a code', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: -29, max: 29 }), (now, drift) => {
      const code = codeAt(secret, new Date(now * 1000));
      const read = stepOf(secret, code, new Date((now + drift) * 1000));
      expect(read).toBe(Math.floor(now / 30));
    }),
  );
  for (const text of ['', '12345', '1234567', 'abcdef', '-12345', '1e5', '١٢٣٤٥٦', ' '.repeat(6)]) {
    expect(stepOf(secret, text, at(0)), text).toBeNull();
  }
});

test('the content of the QR code names the service and the account, whatever they contain', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(name, name, (issuer, label) => {
      const uri = new URL(uriOf(secret, { issuer, label }));
      expect(uri.protocol).toBe('otpauth:');
      expect(uri.searchParams.get('secret')).toBe(secret);
      expect(uri.searchParams.get('issuer')).toBe(issuer);
    }),
  );
});
