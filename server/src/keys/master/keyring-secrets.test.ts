// A keyring with several secrets: the first one is used for new values, all are accepted, and stored values name their secret.
import { expect, test } from 'vitest';
import { checkOf, createKeyring, type LabelledSecret, labelOf, withoutLabel } from '../secret/keyring.ts';

const masters = [7, 8, 9].map((byte) => Buffer.alloc(32, byte));
const [first, second, third] = masters.map((secret, at) => ({
  secret,
  label: at === 0 ? '' : labelOf(checkOf(secret)),
})) as [LabelledSecret, LabelledSecret, LabelledSecret];
const of = (...secrets: LabelledSecret[]) => createKeyring(() => secrets);

test('digests name their secret, the current one comes first, and they are the same in every later version', () => {
  const [newest, ...earlier] = of(second, first).digests('link-token', 'x');
  expect(newest).toBe(of(second, first).digest('link-token', 'x'));
  expect(earlier).toEqual([createKeyring(first.secret).digest('link-token', 'x')]);
  expect(of(first, second).digests('link-token', 'x')).toEqual([...earlier, newest]);
  expect(withoutLabel(newest)).toBe(createKeyring(second.secret).digest('link-token', 'x'));
  expect(withoutLabel('$2b$10$01234567.x')).toBe('$2b$10$01234567.x'); // the label comes first
  expect(newest).toBe('8b2596b5.3b2b01332d5f1c07aefb2876d406ba663110351918660a497f5a00bebea985e8');
});

test('a signature is accepted while its secret is in the keyring, and no longer after that', () => {
  const signature = of(first).sign('upload-link', 'x');
  expect(of(third, second, first).isSigned('upload-link', 'x', signature)).toBe(true);
  expect(of(third, second).isSigned('upload-link', 'x', signature)).toBe(false);
  expect(of(second, first).sign('upload-link', 'x')).not.toBe(signature);
  const cookie = of(first).sign('session-cookie', 'x');
  expect(of(second, first).isSigned('session-cookie', 'x', cookie)).toBe(true);
  expect(of(second).isSigned('session-cookie', 'x', cookie)).toBe(false);
});

test('a sealed text opens with its own secret, and with no other', async () => {
  const sealed = await of(second, first).seal('two-factor/1', 'x');
  expect(sealed.startsWith(second.label)).toBe(true);
  expect(await of(third, first, second).open('two-factor/1', sealed)).toBe('x');
  expect([of(second).isCurrent(sealed), of(third, second).isCurrent(sealed)]).toEqual([true, false]);
  await expect(of(third, first).open('two-factor/1', sealed)).rejects.toThrow('a secret that is not here');
  await expect(of(second, first).open('two-factor/1', withoutLabel(sealed))).rejects.toThrow();
  const old = await of(first).seal('two-factor/1', 'x');
  expect(await of(second, first).open('two-factor/1', old)).toBe('x');
});

test('an answer is peppered with the secret of its hash, and a new one with the current secret', () => {
  const both = of(second, first);
  const right = of(first).pepper('security-answer').sign('heron');
  expect(both.pepper('security-answer', '$2b$12$abc')).toMatchObject({ label: '' });
  expect(both.pepper('security-answer', '$2b$12$abc').sign('heron')).toBe(right);
  expect(both.pepper('security-answer')).toMatchObject({ label: second.label });
  expect(both.pepper('security-answer', `${second.label}$2b$12$abc`).sign('heron')).not.toBe(right);
  // A hash whose secret was retired matches no password.
  expect(of(second).pepper('security-answer', '$2b$12$abc').sign('heron')).not.toBe(right);
});

test('a keyring without a secret creates nothing', () => {
  expect(() => of().digest('link-token', 'x')).toThrow('there is no secret');
  expect(() => of().digests('link-token', 'x')).toThrow('there is no secret');
});
