// The catalogue of refusals: every code has a status, a title, a sentence that a person can act on, and a call that uses it.
import { expect, test } from 'vitest';
import { api } from './api.ts';
import { refusalsOf } from './endpoint.ts';
import { afterWrongAnswers, draftsPerOwner, filesPerVault, ownerChangeDays, passkeysPerOwner } from './limits.ts';
import { problem, problemMediaType } from './problem.ts';
import type { RefusalEntry } from './refusal-entry.ts';
import { type RefusalCode, refusals } from './refusals.ts';

const catalogue = Object.entries(refusals) as [RefusalCode, RefusalEntry][];

/** Fixed word for word by the specification, which omits the full stop. */
const fixedDetails: Partial<Record<RefusalCode, string>> = {
  'access-code-refused': 'Invalid access code',
  'link-email-refused': 'Invalid email address',
  'answers-refused': 'Incorrect answers',
  'vault-not-found': "This vault doesn't exist or you don't have access to it",
  'vault-released': 'This vault has already been released and cannot be edited',
  'already-released': 'This vault has already been released',
};

test.each(Object.entries(fixedDetails))('%s has the text of the specification', (code, detail) => {
  expect(refusals[code as RefusalCode].detail).toBe(detail);
});

test('the titles of the specification are used unchanged', () => {
  expect(refusals['vault-not-found'].title).toBe('Vault Not Found');
  expect(refusals['vault-released'].title).toBe('Cannot Edit Released Vault');
  expect(refusals['already-released'].title).toBe('Vault Already Released');
  expect(refusals.unauthorized).toMatchObject({ status: 401, detail: expect.stringContaining('Unauthorized') });
});

test.each(catalogue)('%s has the status of a refusal, a short title and complete sentences', (code, entry) => {
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(entry.status).toBeGreaterThanOrEqual(400);
  expect(entry.status).toBeLessThan(600);
  expect(entry.title).toMatch(/^[A-Z].{2,29}[^.]$/);
  expect(entry.detail).toMatch(/^[A-Z]/);
  if (!(code in fixedDetails)) expect(entry.detail).toMatch(/\.$/);
  expect(entry.detail.length).toBeLessThanOrEqual(200);
});

test.each(catalogue)('%s is calm, blames nobody and reveals no internals', (_, { title, detail }) => {
  const text = `${title} ${detail}`;
  expect(text).not.toMatch(/[!<>{}]|\.\.\.|\bundefined\b|\bnull\b/);
  expect(text).not.toMatch(/\b(oops|sorry|illegal|forbidden|denied|fatal|error|exception|your fault|stupid|hacker)\b/i);
  expect(text).not.toMatch(/\byou (must|failed|forgot|should have|did not|didn't|have to)\b/i);
  expect(text).not.toMatch(/\b(database|postgres|stripe|sql|token|cookie|bcrypt|2FA|MFA|PIN)\b/i);
});

test.each([
  ['draft-limit-reached', draftsPerOwner],
  ['too-many-files', filesPerVault],
  ['too-many-passkeys', passkeysPerOwner],
] as const)('the number in %s is the limit itself', (code, limit) => {
  expect(refusals[code].detail.match(/\d+/g)).toEqual([String(limit)]);
});

test('numbers written as words match the limits', () => {
  expect([ownerChangeDays, refusals['change-link-expired'].detail]).toEqual([7, expect.stringContaining('seven days')]);
  const { detail } = refusals['reopenings-used-up'];
  expect([afterWrongAnswers.executorReopenings, detail]).toEqual([3, expect.stringContaining('three times')]);
});

test('every code is used by a call, except those of requests that reach no call', () => {
  const used = new Set(Object.values(api).flatMap((endpoint) => refusalsOf(endpoint)));
  expect(Object.keys(refusals).filter((code) => !used.has(code as RefusalCode))).toEqual([
    'method-not-allowed',
    'headers-too-large',
  ]);
});

test.each(Object.entries(api))('every refusal of %s is in the catalogue, once', (_, endpoint) => {
  expect(endpoint.refusals.filter((code) => !Object.hasOwn(refusals, code))).toEqual([]);
  expect(new Set(endpoint.refusals).size).toBe(endpoint.refusals.length);
  expect(new Set(refusalsOf(endpoint)).size).toBe(refusalsOf(endpoint).length);
});

const always = [
  'invalid-input',
  'bad-request',
  'host-refused',
  'too-many-requests',
  'database-unavailable',
  'keys-unavailable',
];

test('calls of one kind share refusals: those by owners, those that write and those with a body', () => {
  const shared = (name: keyof typeof api) =>
    refusalsOf(api[name]).filter((code) => !api[name].refusals.includes(code as never));
  expect(shared('health')).toEqual(always);
  const owners = ['unauthorized', 'token-reads-only'];
  expect(shared('listVaults')).toEqual([...always, 'unauthorized', 'on-hold']);
  expect(shared('deleteVault')).toEqual([...always, ...owners, 'origin-refused', 'another-account', 'on-hold']);
  const body = ['too-large', 'request-too-slow', 'unsupported-media-type'];
  const json = [...body, 'invalid-json'];
  const write = [...owners, 'origin-refused', 'another-account', ...json, 'on-hold'];
  expect(shared('createVault')).toEqual([...always, ...write]);
  expect(shared('signIn')).toEqual([...always, 'origin-refused', ...json, 'on-hold']);
  expect(shared('verifyAccess')).toEqual([...always, 'on-hold']);
  expect(shared('paymentWebhook')).toEqual([...always, ...body, 'on-hold']);
  expect(shared('putUpload')).toEqual([...always, 'origin-refused', 'on-hold']);
});

test('common refusals have the status that a client expects', () => {
  const statusOf = (code: RefusalCode) => refusals[code].status;
  expect(
    ['invalid-input', 'not-found', 'method-not-allowed', 'too-large'].map((code) => statusOf(code as RefusalCode)),
  ).toEqual([400, 404, 405, 413]);
  for (const [code, { status }] of catalogue) {
    if (/-not-found$|^not-found$|-unknown$/.test(code)) expect(status, code).toBe(404);
    if (code.endsWith('limit-reached')) expect([403, 429], code).toContain(status);
    if (code.endsWith('-expired')) expect(status, code).toBe(410);
  }
});

test('a refusal is a problem of RFC 9457 with its code, and nothing else is accepted as one', () => {
  expect(problemMediaType).toBe('application/problem+json');
  for (const [code, entry] of catalogue) {
    expect(problem.parse({ ...entry, code })).toEqual({ ...entry, code });
  }
  const whole = { ...refusals['invalid-input'], code: 'invalid-input', fields: { title: 'Title is required' } };
  expect(problem.parse({ ...whole, stack: 'at secret.ts' })).toEqual(whole);
  for (const missing of ['status', 'title', 'detail', 'code'])
    expect(problem.safeParse({ ...whole, [missing]: undefined }).success, missing).toBe(false);
  for (const odd of [{ status: '400' }, { status: 400.5 }, { fields: { title: 1 } }, { retryAt: 5 }])
    expect(problem.safeParse({ ...whole, ...odd }).success).toBe(false);
});
