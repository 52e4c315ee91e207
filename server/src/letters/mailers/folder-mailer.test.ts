// Letters as files: each is complete, private and durable.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { letterTo } from '../../../testing/letter-harness.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { createFolderMailer, letterFile } from './folder-mailer.ts';
import { MailUnavailable } from './mailer.ts';

let home: string;
beforeEach(() => {
  home = makeTestFolder();
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a letter is one complete file named by its id, readable only by the service', async () => {
  const folder = path.join(home, 'letters');
  const mailer = createFolderMailer({ folder });
  const letter = letterTo('rosa@example.com');
  await Promise.all([mailer.send(letter), mailer.send(letter)]);
  expect(await readdir(folder)).toEqual([`${letter.id}.eml`]);
  const file = letterFile(folder, letter.id);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await readFile(file, 'utf8')).toMatch(/^From: Keepsake/m);
});

test('replies go to the support address, or to the sender if there is none', async () => {
  const folder = path.join(home, 'letters');
  const mailer = createFolderMailer({ folder });
  const [letter, without] = [letterTo('rosa@example.com'), letterTo('rosa@example.com', { replyTo: '' })];
  await Promise.all([mailer.send(letter), mailer.send(without)]);
  expect(await readFile(letterFile(folder, letter.id), 'utf8')).toMatch(/^Reply-To: help@keep\.example\r$/m);
  expect(await readFile(letterFile(folder, without.id), 'utf8')).not.toMatch(/^Reply-To/im);
});

test('deleting letters deletes their files and no others', async () => {
  const folder = path.join(home, 'letters');
  const mailer = createFolderMailer({ folder });
  const [one, other] = [letterTo('rosa@example.com'), letterTo('ona@example.com')];
  await Promise.all([mailer.send(one), mailer.send(other)]);
  await mailer.forget([one.id, 'never-sent']);
  expect(await readdir(folder)).toEqual([path.basename(letterFile(folder, other.id))]);
});

test('a folder that cannot be written to counts as an unavailable mailer', async () => {
  const folder = path.join(home, 'letters');
  const mailer = createFolderMailer({ folder });
  await rm(folder, { recursive: true });
  await expect(mailer.send(letterTo('rosa@example.com'))).rejects.toBeInstanceOf(MailUnavailable);
});
