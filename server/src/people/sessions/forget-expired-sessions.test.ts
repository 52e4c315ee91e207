// The nightly removal of expired sessions and links.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, openSessionTestApp, robin, type SessionTestApp, signIn } from '../../../testing/session-app.ts';
import { accountLinks, sessions } from '../../platform/database/schema.ts';
import { forgetExpiredSessions } from './session-store.ts';

let app: SessionTestApp;
beforeAll(async () => {
  app = await openSessionTestApp();
});
afterAll(() => app.close());

test('expired sessions and links are removed, valid ones are not', async () => {
  await openAccount(app);
  await signIn(app);
  app.clock.pass({ hours: 23 });
  await signIn(app);
  await app.post('/api/auth/request-password-reset', { email: robin.email });
  const count = async () => [
    (await app.database.select().from(sessions)).length,
    (await app.database.select().from(accountLinks)).length,
  ];

  await forgetExpiredSessions(app);
  expect(await count()).toEqual([2, 1]); // confirming the address used up its link
  app.clock.pass({ hours: 1 });
  await forgetExpiredSessions(app);
  expect(await count()).toEqual([2, 0]);
  app.clock.pass({ days: 6 });
  await forgetExpiredSessions(app);
  expect(await count()).toEqual([1, 0]);
  app.clock.pass({ days: 1 });
  await forgetExpiredSessions(app);
  expect(await count()).toEqual([0, 0]);
});
