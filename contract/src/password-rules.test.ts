// Which new passwords are refused as too easy to guess.
import { expect, test } from 'vitest';
import { commonPhrases, commonWords } from './frequent-passwords.ts';
import { passwordFault, passwordTooClose, passwordTooCommon } from './password-rules.ts';

const nobody = {};

test('PWD-1: at least three thousand common passwords of twelve and more characters are refused', () => {
  const digits = Array.from({ length: 10 }, (_, index) => '1234567890'.slice(0, index + 1));
  const years = Array.from({ length: 47 }, (_, index) => String(1980 + index));
  const endings = [...digits, ...years, '@2026', 'forever', 'isgreat'];
  const built = commonWords.flatMap((word) => [word + word, `ilove${word}`, ...endings.map((ending) => word + ending)]);
  const common = new Set([...commonPhrases, ...built].filter((password) => password.length >= 12));
  expect(common.size).toBeGreaterThanOrEqual(3000);
  expect([...common].filter((password) => passwordFault(password, nobody) !== passwordTooCommon)).toEqual([]);
});

test.each([
  'aaaaaaaaaaaa',
  'password1234',
  'Password2025!',
  'P@ssw0rd 1234',
  'My Password 2026',
  'qwertyuiop12',
  '1QAZ2wsx3edc',
  'heron heron heron',
  'Correct Horse Battery Staple',
  '123456789012',
  'Mötley-mötley',
  'ilovejennifer2024',
])('PWD-1: %j is refused', (password) => {
  expect(passwordFault(password, nobody)).toBe(passwordTooCommon);
});

const ada = {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada.harbour+vault@example.com',
  productName: 'Remembrance',
};

test.each([
  'lindqvist by the sea',
  'L1NDQV1ST by the sea',
  'the old harbour wall',
  'my remembrance of you',
  'ada.harbour+vault@example.com',
])('PWD-2: %j contains the name, the address or the product', (password) => {
  expect(passwordFault(password, ada)).toBe(passwordTooClose);
});

test.each([
  'a long enough password',
  'harbour lantern seventeen',
  'a canadian goose in march',
  'Quietly the heron waits',
  'kx7-Lm2q-9Rtz',
  'ночь улица фонарь аптека',
])('PWD-3: %j is accepted', (password) => {
  expect(passwordFault(password, { ...ada, email: 'ada@example.com' })).toBeNull();
});
