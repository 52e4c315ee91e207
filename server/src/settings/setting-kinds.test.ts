// What each kind of setting accepts, at its limits and for any text. A refused secret is never printed.

import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { proxies } from './network-settings.ts';
import * as kinds from './setting-kinds.ts';

const { readVariable } = kinds;
/** The value of a setting for a text; "refused" if it stops the start. */
function read(variable: kinds.Variable<unknown>, text: string): unknown {
  try {
    return readVariable('SETTING', variable, { SETTING: text });
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartRefused' });
    return 'refused';
  }
}
const cases = (variable: kinds.Variable<unknown>, texts: string[]) => texts.map((text) => read(variable, text));
const anyText = fc.string({ unit: anyCharacter, maxLength: 60 });

test('a whole number is accepted from the lowest to the highest, in digits only', () => {
  const port = kinds.whole('', 1, 65_535, 3000);
  expect(cases(port, ['1', '65535', ' 80 ', '0080', ''])).toEqual([1, 65_535, 80, 80, 3000]);
  const wrong = ['0', '65536', '-1', '1.5', '1e3', '0x10', '٣', '80,', '1_000', 'NaN', 'Infinity', '9'.repeat(16)];
  for (const text of wrong) expect(read(port, text), text).toBe('refused');
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(read(port, String(value))).toBe(value >= 1 && value <= 65_535 ? value : 'refused');
    }),
  );
});

test('yes and no are parsed as true and false, and a choice as one of its values, in exactly this spelling', () => {
  expect(cases(kinds.yesOrNo(''), ['true', 'false', '', 'TRUE', '1', 'yes', 'no'])).toEqual([
    ...[true, false, false, 'refused', 'refused', 'refused', 'refused'],
  ]);
  const level = kinds.choice('', ['info', 'debug'], 'info');
  expect(cases(level, ['debug', '', 'Debug', 'constructor', 'info,debug'])).toEqual([
    ...['debug', 'info', 'refused', 'refused', 'refused'],
  ]);
});

test('a secret is accepted from its minimum length, without surrounding spaces', () => {
  const secret = kinds.secret('', 32);
  expect(cases(secret, ['x'.repeat(31), 'x'.repeat(32), ` ${'x'.repeat(31)} `, ''])).toEqual([
    ...['refused', 'x'.repeat(32), 'refused', undefined],
  ]);
});

test.each([
  ['https://vault.example', 'https://vault.example'],
  ['https://vault.example/', 'https://vault.example'],
  ['HTTPS://Vault.Example', 'https://vault.example'],
  ['https://vault.example:443', 'https://vault.example'],
  ['https://vault.example:8443', 'https://vault.example:8443'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://erbstück.example', 'https://xn--erbstck-r2a.example'],
  ['https:/vault.example', 'refused'],
  ['https:vault.example', 'refused'],
  ['https://', 'refused'],
  ['https://vault.example/app', 'refused'],
  ['https://vault.example/?a=1', 'refused'],
  ['https://vault.example/#a', 'refused'],
  ['https://us:hunter2@vault.example', 'refused'],
  ['ftp://vault.example', 'refused'],
  ['vault.example', 'refused'],
  ['//vault.example', 'refused'],
])('the public address %s is read as %s', (text, address) => {
  expect(read(kinds.origin(''), text)).toBe(address);
});

test('the public URL is normalised to the origin that a browser sends, however it is set', { tags: 'long' }, () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.webUrl({ validSchemes: ['http', 'https', 'HTTPS', 'ftp'] })), (text) => {
      const address = read(kinds.origin(''), text);
      if (typeof address !== 'string' || address === 'refused') return;
      expect(new URL(address).origin).toBe(address);
      expect(address).toMatch(/^https?:\/\/[^/]+$/);
    }),
  );
});

test("another service's URL needs its two slashes and an allowed protocol", () => {
  const smtp = kinds.url('', ['smtp:', 'smtps:']);
  expect(cases(smtp, ['smtp://a', 'smtps://us:pw@a:465', 'SMTPS://a', 'smtp:a', 'smtp:/a', 'http://a'])).toEqual([
    ...['smtp://a', 'smtps://us:pw@a:465', 'SMTPS://a', 'refused', 'refused', 'refused'],
  ]);
});

test('a mail address is exactly one address, without a name', () => {
  const address = kinds.address('');
  for (const text of ['help@keep.example', 'a+b@keep.example']) expect(read(address, text)).toBe(text);
  const wrong = ['help', '@keep.example', 'help@', 'a@b@c', 'Help <help@keep.example>', 'a b@keep.example'];
  for (const text of [...wrong, 'a@keep.example, b@keep.example', 'a@keep.example\nBcc: b@keep.example']) {
    expect(read(address, text), text).toBe('refused');
  }
});

test('a list of proxies is accepted only if every entry is an address or a network', () => {
  const list = proxies('');
  expect(cases(list, ['none', '10.0.0.1', ' 10.0.0.1 , ::1/128 ', '10.0.0.0/8', ''])).toEqual([
    ...[[], ['10.0.0.1'], ['10.0.0.1', '::1/128'], ['10.0.0.0/8'], undefined],
  ]);
  const wrong = ['10.0.0.0/33', '::1/129', '10.0.0.1,', ',', 'none,10.0.0.1', '10.0.0.1/', '10.0.0.1/8/8', 'proxy'];
  for (const text of [...wrong, '10.0.0', '10.0.0.256', '10.0.0.1 10.0.0.2', '10.0.0.1/+8']) {
    expect(read(list, text), text).toBe('refused');
  }
});

test('every accepted list of proxies starts the service', async () => {
  const entry = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.integer({ min: 1, max: 40 })).map(([ip, bits]) => `${ip}/${bits}`),
    fc.tuple(fc.ipV6(), fc.integer({ min: 1, max: 140 })).map(([ip, bits]) => `${ip}/${bits}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
      const list = read(proxies(''), entries.join(', '));
      if (!Array.isArray(list)) return;
      const app = Fastify({ trustProxy: list });
      await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.7' } });
      await app.close();
    }),
    { numRuns: 30 },
  );
});

test('a refused setting is one line with its name, its accepted values, and its value unless it is secret', () => {
  const open = kinds.whole('', 1, 9, 5);
  const closed = kinds.url('', ['postgres:'], { secret: true });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 }), (value) => {
      const text = value.trim();
      fc.pre(text.length >= 6);
      const wrong = (variable: kinds.Variable<unknown>) => () => readVariable('PORT', variable, { PORT: text });
      expect(wrong(open)).toThrow(`PORT is "${text}"; it takes a whole number from 1 to 9.`);
      expect(wrong(closed)).toThrow(
        /^PORT is not valid; it takes an address that begins with postgres:\/\/; in its password, # is written %23, .+\.$/,
      );
    }),
  );
});
