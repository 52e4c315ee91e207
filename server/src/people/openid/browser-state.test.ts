// The state of a provider sign-in, stored in the browser: it is valid for half an hour and one purpose, and only we can read or change it.
import { randomBytes } from 'node:crypto';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { readFromBrowser, sealForBrowser } from './browser-state.ts';

const keyring = createKeyring(randomBytes(32));
let clock: TestClock;
beforeEach(() => {
  clock = createTestClock();
});
const needs = () => ({ keyring, clock });
const journey = { state: 's', nonce: 'n', verifier: 'v', next: '/dashboard' };
const seal = () => sealForBrowser(needs(), 'outside-journey', journey);

test('the state of a sign-in can be read for half an hour, to the millisecond', async () => {
  const sealed = await seal();
  clock.moveTo(new Date(clock.now().getTime() + 30 * 60_000 - 1));
  expect(await readFromBrowser(needs(), 'outside-journey', sealed)).toEqual(journey);
  clock.moveTo(new Date(clock.now().getTime() + 1));
  expect(await readFromBrowser(needs(), 'outside-journey', sealed)).toBeNull();
});

test('the state is null if it belongs to another purpose or secret, or does not exist', async () => {
  const sealed = await seal();
  expect(await readFromBrowser(needs(), 'joining', sealed)).toBeNull();
  expect(await readFromBrowser(needs(), 'first-visit', sealed)).toBeNull();
  const foreign = { clock, keyring: createKeyring(randomBytes(32)) };
  expect(await readFromBrowser(foreign, 'outside-journey', sealed)).toBeNull();
  expect(await readFromBrowser(needs(), 'outside-journey', null)).toBeNull();
  expect(sealed).not.toMatch(/dashboard|verifier/);
});

test('anything else a browser sends is treated as no state, and never causes a fault', async () => {
  const sealed = await seal();
  const forged = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc.nat(sealed.length - 1).map((length) => sealed.slice(0, length)),
    fc.constantFrom('{}', 'null', '....', `${sealed}${sealed}`, sealed.split('.').reverse().join('.')),
  );
  await fc.assert(
    fc.asyncProperty(forged, async (text) => {
      expect(await readFromBrowser(needs(), 'outside-journey', text)).toBeNull();
    }),
  );
});

test('a state that we sealed in another format is ignored, so that an older version does no harm', async () => {
  for (const text of ['null', '"text"', '{"value":1}', '{"until":"soon"}', 'no json']) {
    const sealed = await keyring.seal('outside-journey', text);
    expect(await readFromBrowser(needs(), 'outside-journey', sealed), text).toBeNull();
  }
});
