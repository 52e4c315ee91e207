// Operations that must happen once happen once, and limits hold, under concurrent calls. races.long.test.ts makes many
// more calls.
import { afterAll, beforeAll, describe, test } from 'vitest';
import * as races from '../testing/races.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('REL-1: a vault is released at most once, even by ten concurrent executors', () => races.executorsAtOnce(app, 10));

test('REL-1: an executor and a simultaneous release date release a vault once', () => races.codeAgainstDate(app, 3));

test('a code used while its vault is being deleted shows that vault or is refused', { tags: 'long' }, () =>
  races.codeAgainstDeletion(app, 4),
);

describe('REL-7: nothing changes a released vault, whatever races with the release', () => {
  test.each(Object.entries(races.changesOfVault))('%s', { timeout: 60_000 }, (_, prepare) =>
    races.changeAgainstRelease(app, prepare, 6),
  );
});

test('FILE-1: twenty concurrent upload requests get five places in a draft, and ten in an active vault, whose files wait for a save', () =>
  races.uploadsAtOnce(app, 20));

test('two concurrent sends of one upload store only one file', { tags: 'long' }, () => races.sendsOfOneUpload(app));

describe('GUESS-5: concurrent wrong guesses are counted exactly, and no more are compared than allowed', () => {
  test('twelve concurrent wrong answers count as twelve guesses', () => races.wrongAnswersAtOnce(app, 12));
  test('twelve concurrent wrong codes count as twelve tries', () => races.wrongCodesAtOnce(app, 12));
  test('ten wrong addresses are not counted as guesses', () => races.wrongAddressesAtOnce(app, 10));
  test('ten concurrent requests for a code cause one letter', () => races.requestsForACode(app, 10));
});
