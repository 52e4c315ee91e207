// A restore and the choices of a link's reader: a link that was closed after the backup stays closed, and no reminder is lost.
import { api } from '@remembrance/contract/api.ts';
import { reminderDays } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindRecipients } from '../src/vaults/vault-access/remind-recipients.ts';
import { backUp } from '../testing/back-up.ts';
import { releasedVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('CLOSE-3: after a restore a closed link is still closed, and a reminder is still mailed', async () => {
  const [closed, reminded, untouched] = await Promise.all(
    [1, 2, 3].map(async (number) =>
      releasedVault(app, await signedIn(app, another(ada, number)), {
        recipientEmail: `rosa-${number}@example.com`,
        executorEmail: `edda-${number}@example.com`,
      }),
    ),
  );
  if (!closed || !reminded || !untouched) throw new Error('a vault is missing');
  const restore = await backUp(app);
  await app.caller().ask(api.closeLink, { body: { token: closed.token } });
  await app.caller().ask(api.remindRecipient, { body: { token: reminded.token, after: 'week' } });
  await restore();
  const state = (token: string) => app.caller().call(api.readAccess, { body: { token } });
  expect((await state(closed.token)).json()).toMatchObject({ code: 'link-closed' });
  expect((await state(reminded.token)).json()).toMatchObject({ step: 'email', remindAt: expect.any(String) });
  expect((await state(untouched.token)).json()).toEqual({ step: 'email' });
  app.clock.pass({ days: reminderDays.week });
  await remindRecipients(app.services);
  expect(await app.lastLetter('recipient-fresh-link', reminded.recipientEmail)).toMatchObject({ isReminder: true });
});
