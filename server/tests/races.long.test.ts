// The races of races.test.ts at full size.
import { afterAll, beforeAll, describe, test } from 'vitest';
import * as races from '../testing/races.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
/** Ends a test that hangs. */
const timeout = 600_000;

test('REL-1: a vault is released at most once, even by fifty concurrent executors', { timeout }, () =>
  races.executorsAtOnce(app, 50),
);

test('REL-1: an executor and a simultaneous release date release a vault once', { timeout }, () =>
  races.codeAgainstDate(app, 50),
);

test('a code used while its vault is being deleted shows that vault or is refused', { timeout }, () =>
  races.codeAgainstDeletion(app, 50),
);

describe('REL-7: nothing changes a released vault, whatever races with the release', () => {
  test.each(Object.entries(races.changesOfVault))('%s', { timeout }, (_, prepare) =>
    races.changeAgainstRelease(app, prepare, 60),
  );
});

test(
  'FILE-1: a hundred concurrent upload requests get five places in a draft, and ten in an active vault, whose files wait for a save',
  {
    timeout,
  },
  () => races.uploadsAtOnce(app, 100),
);

describe('GUESS-5: concurrent wrong guesses are counted exactly, and no more are compared than allowed', () => {
  test('a hundred concurrent wrong answers count exactly', { timeout }, () => races.wrongAnswersAtOnce(app, 100));
  test('thirty concurrent wrong codes count exactly', { timeout }, () => races.wrongCodesAtOnce(app, 30));
  test('a hundred wrong addresses are not counted as guesses', { timeout }, () => races.wrongAddressesAtOnce(app, 100));
  test('ten concurrent requests for a code cause one letter', { timeout }, () => races.requestsForACode(app, 10));
});
