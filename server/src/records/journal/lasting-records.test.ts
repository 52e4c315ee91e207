// The audit loses no refusal: not to a hostile request, not while the database is unavailable, and not to a damaged note of a start.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { runAudit } from '../../commands/admin/admin-audit.ts';
import { noteRefusedStart, recordStart } from '../acts/refused-starts.ts';
import { createSecurityLog } from '../acts/security-log.ts';

let app: TestApp;
let dataDirectory: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  app.clock.pass({ seconds: 1 });
  dataDirectory = makeTestFolder();
  writeFileSync(path.join(dataDirectory, 'secrets.json'), '{}');
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

/** The audit of this test. */
const lines = async () => (await runAudit(app.services, { since: app.clock.now().toISOString() })).text.split('\n');
const needs = () => ({ ...app.services, config: { dataDirectory } });
const notes = () => path.join(dataDirectory, 'refused-starts.jsonl');
/** A log whose database is unavailable for a while. */
function logWithoutDatabase() {
  let isAway = true;
  const transaction: typeof app.database.transaction = (work) =>
    isAway ? Promise.reject(new Error('away')) : app.database.transaction(work);
  const log = createSecurityLog({ ...app.services, database: { ...app.database, transaction } as never });
  return { log, comeBack: () => (isAway = false) };
}
const at = new Date('2027-03-04T09:30:00Z');

test.each([
  ['a NUL in its address', { email: 'ada\0@example.com', password: 'x' }],
  ['half a surrogate pair in its address', { email: '\ud800@example.com', password: 'x' }],
  ['an address of another kind', { email: { toLowerCase: 1 }, password: ['x'] }],
  ['an address of a megabyte less a half', { email: 'a'.repeat(400_000), password: 'x' }],
])('a refused call with %s does not keep earlier refusals out of the audit', async (_, payload) => {
  const network = '192.0.2.99';
  const stranger = app.caller(network);
  await stranger.call(api.verifyExecutor, { body: { accessCode: 'K7QXM-2VJTR-9WDFH-4NPZC' } });
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const answer = await stranger.send({ method: 'POST', url: api.signIn.path, headers, payload });
  expect(answer.json()).toMatchObject({ code: 'origin-refused' });
  await app.services.securityLog.write();
  const written = (await lines()).join('\n');
  expect(written).toContain("an executor's code was refused");
  expect(written).toContain('a call from another site, host or sender was refused');
});

test('refusals that could not be written are written once by the next try, with their count', async () => {
  const { log, comeBack } = logWithoutDatabase();
  const note = { event: 'code-refused', route: 'POST /x', network: 'a1b2c3d4e5f6' } as const;
  log.note(note);
  log.note(note);
  await expect(log.write()).rejects.toThrow('away');
  log.note(note);
  log.note({ ...note, network: 'f6e5d4c3b2a1' });
  await expect(log.write()).rejects.toThrow('away');
  comeBack();
  await Promise.all([log.write(), log.write()]);
  await log.write();
  const written = await lines();
  expect(written).toHaveLength(2);
  expect(written.find((line) => line.includes('a1b2c3d4e5f6'))).toContain('times 3');
});

test('a flood while the database is unavailable is counted together and does not fill the memory', async () => {
  const { log, comeBack } = logWithoutDatabase();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 600; n += 1) log.note({ event: 'code-refused', route: 'POST /x', network: `${round}-${n}` });
    await expect(log.write()).rejects.toThrow('away');
  }
  comeBack();
  await log.write();
  const written = await lines();
  expect(written).toHaveLength(501);
  expect(written.join('\n')).toContain('times 1300');
});

test('a damaged note about a refused start does not stop the next start, and the others are recorded', async () => {
  noteRefusedStart(dataDirectory, { line: 'SMTP_URL is missing.', at });
  appendFileSync(notes(), '{"line":"PORT is "abc\n{"line":\nnull\n[]\n');
  noteRefusedStart(dataDirectory, { line: 'PUBLIC_URL is wrong.', at });
  await recordStart(needs());
  const written = (await lines()).join('\n');
  expect(written).toContain('SMTP_URL is missing.');
  expect(written).toContain('PUBLIC_URL is wrong.');
  expect(written.match(/a damaged note/g)).toHaveLength(4);
  expect(existsSync(notes())).toBe(false);
});

test('a service that is refused again and again writes at most a hundred notes, which only this user can read', () => {
  for (let n = 0; n < 150; n += 1) noteRefusedStart(dataDirectory, { line: `start ${n}`, at });
  const written = readFileSync(notes(), 'utf8').trim().split('\n');
  expect(written).toHaveLength(100);
  expect(written[99]).toContain('start 99');
});

test('a start that cannot write to the audit keeps the notes for the next start', async () => {
  noteRefusedStart(dataDirectory, { line: 'SMTP_URL is missing.', at });
  const away = { ...app.database, transaction: () => Promise.reject(new Error('away')) };
  await expect(recordStart({ ...needs(), database: away as never })).rejects.toThrow('away');
  expect(readFileSync(notes(), 'utf8')).toContain('SMTP_URL is missing.');
});
