// Digests, signatures and sealed text for any input: they are equal only for equal input, and an altered one is never accepted.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../platform/lib/clock.ts';
import { createKeyring } from '../secret/keyring.ts';
import { createLogNames } from '../secret/log-names.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const other = createKeyring(Buffer.alloc(32, 8));
const text = fc.string({ unit: 'grapheme', maxLength: 80 }).map((one) => one.toWellFormed());
const purposes = ['access-code', 'link-token', 'session-token', 'upload-link', 'download-link', 'log-name'] as const;

test('two digests are equal exactly for the same text, purpose and secret', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom(...purposes), fc.constantFrom(...purposes), (one, two, first, second) => {
      const isSame = one === two && first === second;
      expect(keyring.digest(first, one) === keyring.digest(second, two)).toBe(isSame);
      expect(keyring.digest(first, one)).toMatch(/^[0-9a-f]{64}$/);
      expect(keyring.digest(first, one)).not.toBe(other.digest(first, one));
    }),
  );
});

test('a signature is accepted only for its own text, purpose and secret, and no other text is a signature', () => {
  fc.assert(
    fc.property(text, fc.string({ unit: anyCharacter, maxLength: 60 }), (signed, forged) => {
      const signature = keyring.sign('upload-link', signed);
      expect(keyring.isSigned('upload-link', signed, signature)).toBe(true);
      expect(keyring.isSigned('upload-link', `${signed} `, signature)).toBe(false);
      expect(keyring.isSigned('download-link', signed, signature)).toBe(false);
      expect(other.isSigned('upload-link', signed, signature)).toBe(false);
      expect(keyring.isSigned('upload-link', signed, forged)).toBe(false);
      expect(keyring.isSigned('upload-link', signed, signature.slice(0, -2))).toBe(false);
    }),
  );
});

test('sealed text of any content opens unchanged, and sealing it twice never gives the same result', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (context, secret) => {
      const [once, twice] = await Promise.all([keyring.seal(context, secret), keyring.seal(context, secret)]);
      expect(once).not.toBe(twice);
      expect(await keyring.open(context, once)).toBe(secret);
      await expect(keyring.open(`${context}x`, once)).rejects.toThrow();
      await expect(other.open(context, once)).rejects.toThrow();
    }),
    { numRuns: 40 },
  );
});

test('sealed text that is altered anywhere does not open', async () => {
  const sealed = await keyring.seal('letter/1', 'the code is K7QXM');
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 3), fc.constantFrom('A', 'b', '.', '0'), async (at, sign) => {
      fc.pre(sealed[at] !== sign);
      // Some bits of a part's last two characters are unused, so the position is never there.
      fc.pre(sealed[at + 1] !== '.' && sealed[at + 2] !== '.');
      const altered = sealed.slice(0, at) + sign + sealed.slice(at + 1);
      await expect(keyring.open('letter/1', altered)).rejects.toThrow();
    }),
    { numRuns: 80 },
  );
  for (const odd of ['', '....', sealed.slice(0, -5), `${sealed}.`, 'x'.repeat(300)]) {
    await expect(keyring.open('letter/1', odd), odd).rejects.toThrow();
  }
});

test("account and network digests never collide, and a network's digest changes every day", () => {
  const namesAt = (at: Date) => createLogNames({ keyring, clock: { ...systemClock, now: () => at } });
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(text, days, days, (one, first, second) => {
      const isSameDay = first.toISOString().slice(0, 10) === second.toISOString().slice(0, 10);
      const names = namesAt(first);
      expect(names.network(one) === namesAt(second).network(one)).toBe(isSameDay);
      expect(names.network(one)).toMatch(/^[0-9a-f]{12}$/);
      expect(names.account(one)).not.toBe(names.network(one));
    }),
  );
});
