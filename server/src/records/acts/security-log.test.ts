// Refused attempts are in the audit, where the operator reads them as sentences. The log identifies accounts and networks only
// by digests.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { runAudit } from '../../commands/admin/admin-audit.ts';
import { noteRefusedStart, recordStart } from './refused-starts.ts';
import { createSecurityLog } from './security-log.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'info' });
});
afterAll(() => app.close());

const audit = async (question: Parameters<typeof runAudit>[1] = {}) => (await runAudit(app.services, question)).text;
const answered = () => app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');

test('AUD-3: the audit has failed sign-ins, proofs, codes and resets with account, network and count', async () => {
  const owner = await signedIn(app, ada);
  await paidVault(app, owner);
  const stranger = app.caller('192.0.2.77');
  for (let tries = 0; tries < 3; tries += 1) {
    await stranger.call(api.signIn, { body: { email: ada.email.toUpperCase(), password: 'not it at all' } });
  }
  await stranger.call(api.signIn, { body: { email: 'nobody@example.com', password: 'not it at all' } });
  await stranger.call(api.verifyExecutor, { body: { accessCode: 'K7QXM-2VJTR-9WDFH-4NPZC' } });
  await stranger.call(api.requestPasswordReset, { body: { email: ada.email } });
  await owner.call(api.changePassword, {
    body: { currentPassword: 'not mine', newPassword: 'an entirely new one, then' },
  });
  await app.services.securityLog.write();

  const account = app.services.logNames.account(owner.id);
  const network = app.services.logNames.network('192.0.2.77');
  const lines = await audit({ account: ada.email });
  const sign = `a sign-in was refused (account ${account}, code wrong-credentials, route POST /api/auth/sign-in/email, `;
  expect(lines).toContain('signed in (account');
  expect(lines.split('\n').find((line) => line.includes(sign))).toContain(`times 3`);
  expect(lines).toContain('a proof was refused');
  expect(lines).toContain('a password reset was requested');
  expect(await audit({ account })).toBe(lines);
  const fromThere = await audit({ network: '192.0.2.77' });
  expect(fromThere).toBe(await audit({ network }));
  expect(fromThere).toContain("an executor's code was refused");
  expect(fromThere.match(/a sign-in was refused/g)).toHaveLength(2);
  for (const secret of [ada.email, 'nobody@example.com', '192.0.2.77', owner.id, 'K7QXM', 'not it']) {
    expect(lines + fromThere).not.toContain(secret);
  }
});

test('a log line has the digests of account and network, as the audit has them, and the refusal', async () => {
  const owner = await signedIn(app, { ...ada, email: 'ada.two@example.com' });
  app.logLines.length = 0;
  await owner.ask(api.getUser);
  await app.caller('192.0.2.78').call(api.getUser);
  const [known, unknown] = answered();
  expect(known).toMatchObject({ status: 200, account: app.services.logNames.account(owner.id) });
  expect(known.network).toMatch(/^[0-9a-f]{12}$/);
  expect(unknown).toMatchObject({
    status: 401,
    code: 'unauthorized',
    network: app.services.logNames.network('192.0.2.78'),
  });
  expect(app.logLines.join()).not.toMatch(/192\.0\.2|ada\.two|127\.0\.0\.1/);
  expect(app.logLines.join()).not.toContain(owner.id);
});

test('a flood of refusals is counted and does not fill the audit', { tags: 'long' }, async () => {
  const before = (await audit()).split('\n').length;
  const log = createSecurityLog(app.services);
  for (let tries = 0; tries < 5000; tries += 1)
    log.note({ event: 'code-refused', route: 'POST /x', network: `n${tries}` });
  await log.write();
  await log.write();
  const lines = (await audit()).split('\n');
  expect(lines.length - before).toBe(501);
  expect(lines.join('\n')).toContain('times 4500');
});

test('the next successful start moves a refused start to the audit, and a refused start creates no folder', async () => {
  const dataDirectory = makeTestFolder();
  const at = new Date('2027-03-04T09:30:00Z');
  try {
    noteRefusedStart(path.join(dataDirectory, 'none'), { line: 'SMTP_URL is missing.', at });
    mkdirSync(path.join(dataDirectory, 'some'));
    writeFileSync(path.join(dataDirectory, 'some/secrets.json'), '{}');
    const needs = { ...app.services, config: { dataDirectory: path.join(dataDirectory, 'some') } };
    for (let starts = 0; starts < 2; starts += 1) {
      noteRefusedStart(needs.config.dataDirectory, { line: 'SMTP_URL is missing.', at });
    }
    await recordStart(needs);
    await recordStart(needs);
    const lines = await audit();
    expect(lines.match(/a start was refused \(line SMTP_URL is missing\./g)).toHaveLength(2);
    expect(lines.match(/service {3}started/g)).toHaveLength(2);
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});

test('an invalid search of the audit is refused with what to enter', async () => {
  await expect(audit({ vault: 'x' })).rejects.toThrow('not a valid vault id');
  await expect(audit({ account: 'who@example.com' })).rejects.toThrow('no account');
  await expect(audit({ since: 'yesterday-ish' })).rejects.toThrow('--since');
});
