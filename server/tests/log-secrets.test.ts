// No secret and no content of a vault reaches the log, on success or failure.
import { api } from '@remembrance/contract/api.ts';
import { ada, questions } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, paidVault, recipientOf, release, signedIn } from '../testing/people.ts';
import { query } from '../testing/postgres-user.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace' });
});
afterAll(() => app.close());

const message = 'the canary sings in the cellar\nat dusk, when nobody listens';
const answers = questions.map(({ answer }) => answer);

test('LOG-1: no code, token, answer, message, password or address reaches the log', async () => {
  const owner = await signedIn(app);
  const paid = await paidVault(app, owner, { message });
  await addFile(owner, paid.id, { name: 'canary.txt', type: 'text/plain', bytes: Buffer.from('canary') });
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: paid.code } });
  const vault = await release(app, paid);
  const { token, recipientEmail } = vault;
  await app.caller().call(api.verifyAccessEmail, { body: { token, email: 'wrong-canary@example.com' } });
  const recipient = await recipientOf(app, vault);
  await recipient.ask(api.verifyAccess, { query: { token } });
  const downloadUrl = new URL(recipient.content.files[0]?.downloadUrl ?? '');
  await recipient.send({ url: downloadUrl.href });
  expect((await recipient.send({ url: `${downloadUrl.href}x` })).statusCode).toBe(403);
  await app.caller().call(api.signIn, { body: { email: ada.email, password: 'not the canary' } });
  await app.sendLetters();

  expect(app.logLines.length).toBeGreaterThan(10);
  const session = /vault_session=([^;]+)/.exec(owner.cookie())?.[1] ?? '';
  const signature = downloadUrl.searchParams.get('signature') ?? '';
  const secrets = [
    paid.code,
    token,
    session,
    signature,
    ada.password,
    'not the canary',
    ...answers,
    ...message.split('\n'),
  ];
  const addresses = [ada.email, recipientEmail, 'edda@example.com', 'wrong-canary@example.com'];
  expectSilence([...secrets, ...addresses, 'canary.txt']);
});

test('a database fault is logged without the values of the query', { tags: 'long' }, async () => {
  const owner = await signedIn(app, { ...ada, email: 'ada-2@example.com' });
  const vault = await paidVault(app, owner, { planType: 'basic_subscription' });
  await query(app.ownerConnection ?? {}, `alter table vaults add constraint broken check (title <> 'canary title')`);
  const before = app.logLines.length;
  const body = { title: 'canary title', recipientName: 'Rosa', recipientEmail: 'canary@example.com', message };
  const answer = await owner.call(api.editVault, { params: { id: vault.id }, body });
  await query(app.ownerConnection ?? {}, `alter table vaults drop constraint broken`);

  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    status: 500,
    title: expect.any(String),
    detail: expect.any(String),
    code: 'fault',
    requestId: expect.any(String),
  });
  const logged = app.logLines.slice(before).join('');
  expect(logged).toContain('23514'); // the cause is logged: a check constraint
  expect(logged).toContain('edit-vault.ts');
  expectSilence(['canary', ...message.split('\n')]);
});

function expectSilence(secrets: string[]): void {
  for (const secret of secrets) {
    expect(secret).not.toBe('');
    const line = app.logLines.find((logged) => logged.includes(secret));
    expect(line, `"${secret}" is in the log`).toBeUndefined();
  }
}
