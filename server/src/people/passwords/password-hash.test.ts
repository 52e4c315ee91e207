// A stored password hash is useless without the secret, and its owner's next sign-in renews it.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import bcrypt from 'bcrypt';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { rotateSecret } from '../../keys/secret/rotate-secret.ts';
import { passwords, rateLimits } from '../../platform/database/schema.ts';
import { costsOfRest, createSlowHash } from '../../platform/lib/slow-hash.ts';
import { hashPassword, isHashOf } from './password-hash.ts';

const cheap = createSlowHash(4);
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ PASSWORD_HASH_COST: '5' });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const hashOf = async ({ id }: Owner) => {
  const [row] = await app.database.select().from(passwords).where(eq(passwords.userId, id));
  return row?.hash ?? '';
};
const store = (owner: Owner, hash: string) =>
  app.database.update(passwords).set({ hash }).where(eq(passwords.userId, owner.id));
const signIn = async (owner: Owner) =>
  (await owner.call(api.signIn, { body: { email: owner.email, password: owner.password } })).statusCode;

test('without the secret nobody can try passwords on a stolen hash', async () => {
  const owner = await newOwner();
  const hash = await hashOf(owner);
  expect(hash).toMatch(/^\$2b\$05\$/);
  expect(await bcrypt.compare(owner.password, hash)).toBe(false);
  expect(await isHashOf(app.services, hash, owner.password)).toBe(true);
  expect(await isHashOf(app.services, hash, `${owner.password} `)).toBe(false);
});

test('a sign-in rehashes the password at a raised cost, and a wrong password does not', async () => {
  const owner = await newOwner();
  const earlier = await hashPassword({ ...app.services, slowHash: cheap }, owner.password);
  await store(owner, earlier);
  expect(await signIn({ ...owner, password: 'another long password' })).toBe(403);
  expect(await hashOf(owner)).toBe(earlier);
  const together = await Promise.all([1, 2, 3].map(() => signIn(owner)));
  expect(together).toEqual([200, 200, 200]);
  const renewed = await hashOf(owner);
  expect(renewed).toMatch(/^\$2b\$05\$/);
  expect(await signIn(owner)).toBe(200);
  expect(await hashOf(owner)).toBe(renewed);
});

test('a sign-in rehashes the password with the current secret, and a lowered cost weakens no hash', async () => {
  const owner = await newOwner();
  const strong = await hashPassword({ ...app.services, slowHash: createSlowHash(6) }, owner.password);
  await store(owner, strong);
  expect(await signIn(owner)).toBe(200);
  expect(await hashOf(owner)).toBe(strong);
  const name = await rotateSecret(app.services);
  expect(await signIn(owner)).toBe(200);
  expect(await hashOf(owner)).toMatch(new RegExp(`^${name}\\.\\$2b\\$05\\$`));
  expect(await signIn(owner)).toBe(200);
});

test('a wrong password takes as long with a cheaper hash as with a current one', async () => {
  const work = (costs: number[]) => costs.reduce((sum, cost) => sum + 2 ** cost, 0);
  for (const own of [4, 9, 11]) {
    const hash = `$2b$${String(own).padStart(2, '0')}$`;
    expect(work([own, ...costsOfRest(hash, 12)])).toBe(2 ** 12);
  }
  expect(costsOfRest('$2b$13$', 12)).toEqual([]);
});

test('the database stores no address, network or account of a rate limit in plain text', async () => {
  const owner = await newOwner();
  await signIn({ ...owner, password: 'another long password' });
  await owner.call(api.proveByPassword, { body: { password: 'another long password' } });
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const keys = (await app.database.select().from(rateLimits)).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(4);
  for (const key of keys) expect(key).toMatch(/^([0-9a-f]{8}\.)?[0-9a-f]{64}$/);
});
