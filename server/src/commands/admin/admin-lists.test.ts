// The operator's look-ups, without anyone's name, title or address; and the letter that tests the mail server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailServer } from '../../../testing/mail-server.ts';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createSmtpMailer } from '../../letters/mailers/smtp-mailer.ts';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { find, showLetters, showStatus } from './admin-lists.ts';
import { sendTestLetter } from './test-letter.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('an address is found as an owner, an executor and a recipient, in any case, showing only ids and states', async () => {
  const owner = await signedIn(app, another(ada, 1));
  const vault = await paidVault(app, owner, { executorEmail: 'emil@example.com' });
  await app.database.update(users).set({ suspendedAt: app.clock.now() }).where(eq(users.id, owner.id));
  const { text: found, facts } = await find(app.services, owner.email.toUpperCase());
  expect(found).toMatch(
    new RegExp(`^account  ${owner.id}  since \\d{4}-\\d\\d-\\d\\d  suspended since \\d{4}-\\d\\d-\\d\\d\\n`),
  );
  expect(found).toContain(`vault  ${vault.id}  active  paid`);
  expect((await find(app.services, ' Emil@Example.com ')).text).toBe(`executor of vault  ${vault.id}`);
  expect((await find(app.services, vault.recipientEmail)).text).toContain(`recipient of vault  ${vault.id}`);
  for (const secret of [owner.email, vault.title, vault.recipientName, vault.code])
    expect(found + JSON.stringify(facts)).not.toContain(secret);
  expect(facts).toMatchObject({
    account: { id: owner.id, isConfirmed: true },
    vaults: [{ id: vault.id }],
    executorOf: [],
  });
  await expect(find(app.services, 'nobody@example.com')).rejects.toThrow(
    'No owner, executor or recipient has this address',
  );
});

test('waiting and given-up letters are listed with their ids, newest first, a hundred at most', async () => {
  await app.sendLetters();
  expect((await showLetters(app.services, true)).text).toBe('No email was given up.');
  expect((await showLetters(app.services, false)).text).toBe('No email is waiting.');
  const [letter] = await app.database.select().from(letters);
  await app.database
    .update(letters)
    .set({ status: 'failed', attempts: 41, lastError: '550 5.1.1 (address) unknown' })
    .where(eq(letters.id, letter?.id ?? ''));
  const { text: listed, facts } = await showLetters(app.services, true);
  expect(facts).toMatchObject({ total: 1, letters: [{ id: letter?.id, attempts: 41 }] });
  expect(listed).toContain(`  ${letter?.id}  ${letter?.kind}`);
  expect(listed).toContain('41 tries  550 5.1.1 (address) unknown');
  expect(listed).not.toContain(letter?.recipient);
  expect(listed).toContain('npm run admin -- resend-letter <letter>');
  const many = Array.from({ length: 101 }, (_, index) => ({
    ...letter,
    id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    messageId: `<${index}@keep.example>`,
    onceKey: null,
    status: 'queued',
  })) as (typeof letters.$inferInsert)[];
  await app.database.insert(letters).values(many);
  const waiting = (await showLetters(app.services, false)).text.split('\n');
  expect([waiting.length, waiting.at(-1)]).toEqual([101, '… and 1 older emails']);
});

test('the status reports what fails, counts everything else, and says if the service does not answer', async () => {
  const readHealth = async () => [
    { part: 'journal', problem: 'There is no space left on its disk.', since: '' },
    { part: 'keys', problem: 'It fails with an error.', since: '', cause: 'AWS KMS cannot be used now: ECONNREFUSED' },
  ];
  const { text, facts } = await showStatus({ ...app.services, readHealth }, async () => []);
  expect(text).toBe(
    [
      'Some parts do not work:',
      '  journal: There is no space left on its disk.',
      '  keys: It fails with an error.',
      '    AWS KMS cannot be used now: ECONNREFUSED',
      'owners: 1',
      'vaults: 1 active; 0 releases overdue',
      'emails: 101 waiting, 1 given up',
    ].join('\n'),
  );
  expect(facts).toMatchObject({
    failing: [{ part: 'journal' }, { part: 'keys' }],
    owners: 1,
    vaults: { active: 1 },
    letters: { waiting: 101, failed: 1 },
  });
  const works = { ...app.services, readHealth: async () => [] };
  expect((await showStatus(works, async () => [])).text).toMatch(/^Everything works\.\nowners/);
  const config = { ...app.services.config, port: 9 };
  expect((await showStatus({ ...works, config })).text).toContain('The service does not answer here');
});

test('the status names overdue releases and the failing jobs of the running service, with their age', async () => {
  const owner = await signedIn(app, another(ada, 2));
  const vault = await paidVault(app, owner);
  const now = app.clock.now();
  const set = { scheduledReleaseDate: minutesLater(now, -5 * 60), dateCountsFrom: minutesLater(now, -45) };
  await app.database.update(vaults).set(set).where(eq(vaults.id, vault.id));
  const problem = 'The job “end drafts” has failed 9 times in a row.';
  const service = createServer((_request, response) => {
    const failing = [{ part: 'jobs', problem, since: minutesLater(now, -3 * 24 * 60).toISOString() }];
    response.writeHead(503).end(JSON.stringify({ code: 'not-ready', failing }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const config = { ...app.services.config, host: '127.0.0.1', port };
  const { text: status } = await showStatus({ ...app.services, config, readHealth: async () => [] });
  service.close();
  expect(status).toContain(`Some parts do not work:\n  jobs, for 3 days: ${problem}\n`);
  expect(status).toContain(`1 releases overdue\n  vault ${vault.id} is overdue for 45 minutes\n`);
});

test("a test letter goes to the operator through the service's mailer, and returns the mail server's own answer", async () => {
  const accepts = await openMailServer();
  const refuses = await openMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 relaying denied'), { responseCode: 554 })),
  });
  const send = (url: string) => sendTestLetter({ ...app.services, mailer: createSmtpMailer({ smtpUrl: url }) });
  const to = app.services.operatorEmail;
  expect(await send(accepts.url)).toMatch(new RegExp(`^The mail server accepted an email from \\S+ to ${to}: 250 `));
  expect(accepts.arrived.map(({ recipients }) => recipients)).toEqual([[to]]);
  expect(accepts.arrived[0]?.raw).toContain('A test email');
  await expect(send(refuses.url)).rejects.toThrow(/was not sent: .*554 5\.7\.1 relaying denied/);
  await expect(send('smtp://us:hunter2@127.0.0.1:9')).rejects.toThrow(/^The email to \S+ was not sent: .*ECONNREFUSED/);
  expect(await sendTestLetter(app.services)).toMatch(/^SMTP_URL is not set, so the email to \S+ is in \/.*\.eml\.$/);
  await Promise.all([accepts.close(), refuses.close()]);
});

test('a test letter that TLS prevents names the setting that is wrong', async () => {
  const plain = await openMailServer();
  const mailer = createSmtpMailer({ smtpUrl: plain.url.replace('smtp:', 'smtps:') });
  await expect(sendTestLetter({ ...app.services, mailer })).rejects.toThrow(
    "server's port does not begin with TLS; with",
  );
  await plain.close();
  const send = () => Promise.reject(new Error('unable to verify the first certificate; if the root CA …'));
  await expect(sendTestLetter({ ...app.services, mailer: { ...mailer, send } })).rejects.toThrow(
    "not sent: the mail server's certificate is of no authority that is known here; if that is your own, set NODE_EXTRA_CA_CERTS to the authority's file",
  );
});
