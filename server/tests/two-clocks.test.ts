// Two processes share a database, and the clock of one is 55 minutes ahead. Each letter still leaves once.
import { rmSync } from 'node:fs';
import { api } from '@remembrance/contract/api.ts';
import { ada, signUpBody } from '@remembrance/contract/testing/cast.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendLetters } from '../src/letters/sending/send-letters.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import { addressOf } from '../testing/database-address.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

let opened: OpenDatabase;
let dataDirectory: string;
let right: TestApp;
let ahead: TestApp;

beforeEach(async () => {
  opened = await openTestDatabase({ poolSize: 1 });
  dataDirectory = makeTestFolder();
  const start = () => openAppIn(dataDirectory, { DATABASE_URL: addressOf(opened.connection), LOG_LEVEL: 'silent' });
  right = await start();
  ahead = await start();
  ahead.clock.set({ minutes: 55 });
  ahead.clock.setDatabase({ minutes: -55 });
  expect(await ahead.services.clockWatch.trustedNow()).toBeNull();
});
afterEach(async () => {
  await right.close();
  await ahead.close();
  await opened.close();
  rmSync(dataDirectory, { recursive: true });
});

/** Claims every due letter. @returns a function that lets the mail server accept them */
async function beginSending({ services: { letterSending } }: TestApp): Promise<() => Promise<void>> {
  const [handedOver, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const send = () => {
    handedOver.resolve();
    return accepted.promise;
  };
  const sending = sendLetters({ ...letterSending, mailer: { ...letterSending.mailer, send } }, { max: 10 });
  await handedOver.promise;
  return async () => {
    accepted.resolve('');
    await sending;
  };
}

test.each([
  ['the right', () => ({ sender: right, other: ahead })],
  ['a wrong', () => ({ sender: ahead, other: right })],
])('a letter that a process with %s clock is sending is not sent by the other one', async (_, choose) => {
  const { sender, other } = choose();
  await sender.caller().ask(api.signUp, { body: signUpBody(ada) });
  const finish = await beginSending(sender);
  expect(await other.sendLetters()).toBe(0);
  await finish();
  expect(await other.sendLetters()).toBe(0);
});
