// The development mailbox shows every letter safely, and exists only if no mail server is configured.
import { rm } from 'node:fs/promises';
import { listDevLetters } from '@remembrance/contract/letters.ts';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { codeLetter, type LetterHarness, openLetterHarness, secretCode } from '../../../testing/letter-harness.ts';
import { noLimits } from '../../../testing/no-limits.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { createRoutes } from '../../http/routes.ts';
import { createFolderMailer, letterFile } from '../../letters/mailers/folder-mailer.ts';
import { sendDueLetters } from '../../letters/sending/send-due-letters.ts';
import { devMailboxPage, devMailboxRoutes } from './dev-mailbox-routes.ts';
import { developmentPage } from './development-page.ts';

let harness: LetterHarness;
const lettersDirectory = makeTestFolder();
const app = Fastify();
beforeAll(async () => {
  harness = await openLetterHarness();
  const routes = createRoutes({
    isOnHold: async () => false,
    isExchanged: () => false,
    app,
    clock: harness.clock,
    rateLimiter: noLimits,
    ourOrigins: new Set(),
    publicUrl: 'https://keep.example',
    readOwner: async () => null,
  });
  devMailboxRoutes(routes, app, { database: harness.database, lettersDirectory });
  const send = async (name: string, email: string, vaultTitle = 'For Rosa') => {
    harness.clock.pass({ seconds: 1 });
    const content = { ...codeLetter, facts: { ...codeLetter.facts, vaultTitle, ownerName: name } } as typeof codeLetter;
    await harness.queueOne({ to: { name, email }, content });
    const mailer = createFolderMailer({ folder: lettersDirectory });
    await sendDueLetters({ ...harness.needs, mailer });
  };
  await send('Ana', 'Ana@Example.com');
  await send('Bo', 'bo@example.com', '"></iframe><script>alert(1)</script>');
  await send('Ana', 'ana@example.com');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await harness.close();
  await rm(lettersDirectory, { recursive: true });
});

const list = async (to?: string) => {
  const query = to === undefined ? {} : { to };
  return listDevLetters.reply.parse((await app.inject({ url: '/api/dev/letters', query })).json());
};
const page = (to?: string) => app.inject({ url: '/dev/mail', query: to === undefined ? {} : { to } });

test('the development mailbox lists the stored letters, newest first, with their content', async () => {
  const letters = await list();
  expect(letters.map(({ to }) => to)).toEqual(['ana@example.com', 'bo@example.com', 'Ana@Example.com']);
  expect(letters[0]).toMatchObject({
    kind: 'executor-code',
    subject: 'Ana has named you as executor',
    createdAt: harness.clock.now().toISOString(),
  });
  expect(letters[0]?.text).toContain(secretCode);
  expect(letters[0]?.html).toContain(secretCode);
});

test('the letters to an address are found regardless of case', async () => {
  expect(await list(' ANA@example.COM ')).toHaveLength(2);
  expect(await list('nobody@example.com')).toEqual([]);
});

test('a letter that is not yet sent is not listed', async () => {
  await harness.queueOne({ to: { name: 'Cem', email: 'cem@example.com' } });
  expect(await list('cem@example.com')).toEqual([]);
});

test('a letter is read once, and one whose file was removed before is skipped', async () => {
  const [newest] = await list();
  await rm(letterFile(lettersDirectory, newest?.id ?? ''));
  expect((await list())[0]).toEqual(newest);
  await harness.queueOne({ to: { name: 'Dee', email: 'dee@example.com' } });
  await sendDueLetters({ ...harness.needs, mailer: createFolderMailer({ folder: lettersDirectory }) });
  const [removed] = (await harness.ledger()).filter(({ recipient }) => recipient === 'dee@example.com');
  await rm(letterFile(lettersDirectory, removed?.id ?? ''));
  expect(await list('dee@example.com')).toEqual([]);
});

test('the page shows letters in frames that run no script and open links in the top window', async () => {
  const { body, headers } = await page('ana@example.com');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<title>Development mailbox</title>');
  expect(body.match(/<iframe /g)).toHaveLength(2);
  expect(body).toContain('&lt;base target=&quot;_top&quot;&gt;');
  for (const [, sandbox] of body.matchAll(/sandbox="([^"]*)"/g))
    expect(sandbox).not.toMatch(/allow-(scripts|same-origin)/);
  expect(body).not.toMatch(/<script/i);
  expect(body).toContain('<a href="https://keep.example/executor-access">');
});

test('the content of a letter cannot break out of its frame', async () => {
  const { body } = await page('bo@example.com');
  expect(body).not.toContain('<script');
  expect(body.match(/<\/iframe>/g)).toHaveLength(1);
});

test('the page runs no script, loads nothing and is not cached', async () => {
  const { headers } = await page();
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('script-src');
  expect(headers['cache-control']).toBe('no-store');
});

test('an invalid filter shows everything, and an empty mailbox says so', async () => {
  const everything = await app.inject({ url: '/dev/mail?to=a&to=b' });
  expect(everything.statusCode).toBe(200);
  expect(everything.body.match(/<article/g)?.length).toBeGreaterThanOrEqual(3);
  expect((await page('"><script>1</script>')).body).not.toContain('<script');
  expect((await page('nobody@example.com')).body).toContain('There is no email here yet.');
});

const letterWith = (text: string) => ({
  id: 'a',
  kind: 'executor-code' as const,
  createdAt: '2027-03-04T09:30:00.000Z',
  to: text,
  subject: text,
  text,
  html: `<html><head></head><body>${text}</body></html>`,
});
const marks = (page: string) => page.match(/<[^>]*>/g)?.map((mark) => mark.split(/[\s>]/)[0]);
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', ' ', 'a', '\n'), maxLength: 60 }),
);

test('for any letter content the page has the same tags, and the letter stays inside its frame', () => {
  const plain = marks(devMailboxPage([letterWith('Rosa')], 'rosa@example.com'));
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(!/https?:\/\/\S/.test(text)); // a link has its own tag
      expect(marks(devMailboxPage([letterWith(text)], text))).toEqual(plain);
    }),
    { examples: [['"></iframe><script>alert(1)</script>'], ["' onload='alert(1)"], ['</pre></details>'], ['$&']] },
  );
});

test.each([
  ['see https://keep.example/a?b=1&c=2 now', '<a href="https://keep.example/a?b=1&amp;c=2">'],
  ['http://keep.example/"onclick="alert(1)', '<a href="http://keep.example/&quot;onclick=&quot;alert(1)">'],
])('the URL in the plain text %s becomes a link', (text, link) => {
  expect(devMailboxPage([letterWith(text)], '')).toContain(link);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://keep.example', 'keep.example', 'HTTPS:/x'])(
  '%s in a letter does not become a link',
  (text) => {
    const page = devMailboxPage([letterWith(text)], '');
    expect(page.slice(page.indexOf('<details>'))).not.toContain('<a ');
  },
);

test('without letters the page says so, and its search field keeps the search text', () => {
  const page = devMailboxPage([], 'rosa@example.com');
  expect(page).toContain('There is no email here yet.');
  expect(page).toContain('value="rosa@example.com"');
  expect(developmentPage.policy).toMatch(/^default-src 'none'/);
  expect(developmentPage.policy).not.toContain('script');
});
