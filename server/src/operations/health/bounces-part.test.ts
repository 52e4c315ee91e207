// The health of a service whose bounce mailbox cannot be read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createBounceWatch } from '../../letters/bounces/bounce-watch.ts';
import { bouncesPart } from './bounces-part.ts';
import { healthParts } from './health-parts.ts';
import { createReadHealth } from './read-health.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a bounce mailbox that is down makes the service degraded, with the cause for the operator only', async () => {
  const bounceWatch = createBounceWatch(app.clock);
  const names = (watch: typeof bounceWatch | null) =>
    healthParts({ ...app.services, bounceWatch: watch }).map(({ name }) => name);
  expect([names(null).includes('bounces'), names(bounceWatch).includes('bounces')]).toEqual([false, true]);
  const read = createReadHealth([bouncesPart(bounceWatch)], { clock: app.clock, log: () => {} });
  bounceWatch.noteRead();
  const readAt = app.clock.now().toISOString();
  expect(await bouncesPart(bounceWatch).findProblem()).toBeNull();
  app.clock.pass({ hours: 1 });
  bounceWatch.noteFailure('ECONNREFUSED');
  expect(await read()).toEqual([
    {
      part: 'bounces',
      problem: 'The mailbox of bounces cannot be read. Bounces wait there, and every email is sent.',
      cause: `BOUNCE_IMAP_URL: ECONNREFUSED. It was last read at ${readAt}.`,
      since: app.clock.now().toISOString(),
    },
  ]);
});
