// The filter of stolen passwords: it refuses every password on the list, and hardly any other.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { api } from '@remembrance/contract/api.ts';
import { passwordBreached } from '@remembrance/contract/password-rules.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { openTestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { buildFilter, filterFileOf, isBreached, ListEmpty } from './breached-passwords.ts';

const stolen = Array.from({ length: 2000 }, (_, index) => `lantern harbour ${index}`);
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

test('the filter matches every listed password, plain or as a digest, and at most one in ten thousand others', {
  tags: 'long',
}, async () => {
  const folder = makeTestFolder();
  const list = path.join(folder, 'list');
  const digests = stolen.slice(1000).map((one, index) => `${index % 2 ? sha1(one) : sha1(one).toUpperCase()}:${index}`);
  writeFileSync(list, ['short', ...stolen.slice(0, 1000), ...digests].join('\r\n'));
  expect(isBreached(folder, 'lantern harbour 1')).toBe(false);
  expect(await buildFilter(list, folder)).toBe(2000);
  expect(stolen.filter((password) => !isBreached(folder, password))).toEqual([]);
  expect(isBreached(folder, 'short')).toBe(false);
  const others = Array.from({ length: 20_000 }, (_, index) => `quiet orchard ${index}`);
  expect(others.filter((password) => isBreached(folder, password)).length).toBeLessThan(8);
  expect(readFileSync(filterFileOf(folder)).length).toBeLessThan(6000);
});

test('a list without a password that could be chosen is refused, and the present filter stays', async () => {
  const folder = makeTestFolder();
  const list = path.join(folder, 'list');
  writeFileSync(list, stolen.join('\n'));
  await buildFilter(list, folder);
  writeFileSync(list, 'short\n');
  await expect(buildFilter(list, folder)).rejects.toThrow(ListEmpty);
  expect(isBreached(folder, stolen[0] ?? '')).toBe(true);
});

test("a password on the operator's list is refused with a message at its field, once the list is installed", {
  tags: 'long',
}, async () => {
  const app = await openTestApp();
  const { dataDirectory } = app.services.config;
  const owner = await signedIn(app, ada);
  const change = { currentPassword: owner.password, newPassword: stolen[7] ?? '' };
  const list = path.join(dataDirectory, 'list');
  writeFileSync(list, stolen.join('\n'));
  const command = path.join(import.meta.dirname, '../../commands/passwords.ts');
  const env = { ...process.env, DATA_DIR: dataDirectory, NODE_ENV: 'test' };
  const { stdout } = await promisify(execFile)(process.execPath, [command, list], { env });
  expect(stdout).toMatch(/ now contains 2000 passwords /);
  rmSync(list);
  const { firstName: name, lastName } = ada;
  const body = {
    name,
    lastName,
    email: 'new@example.com',
    password: stolen[7] ?? '',
    termsAccepted: true,
    isAdult: true,
  } as const;
  expect(await app.caller().refused(api.signUp, { body })).toMatchObject({ fields: { password: passwordBreached } });
  expect(await owner.refused(api.changePassword, { body: change })).toMatchObject({
    fields: { newPassword: passwordBreached },
  });
  rmSync(filterFileOf(dataDirectory));
  await owner.ask(api.changePassword, { body: change });
  await app.close();
});
