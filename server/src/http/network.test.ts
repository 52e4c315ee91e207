// Which addresses count as the same network.
import { isIP } from 'node:net';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { networkOf, networkOfAddress } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
  ['::ffff:1:192.0.2.7', '0:0:0:0::/64'],
  ['1:2::3:4:5:192.0.2.7', '1:2:0:3::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.7:4000', '192.0.2.7'],
  ['192.0.2.7:1', '192.0.2.7'],
  ['[192.0.2.7]', '192.0.2.7'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:4000', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:4000', 'fe80:0:0:0::/64'],
  ['[::ffff:192.0.2.7]:4000', '192.0.2.7'],
])('NET-1: %s counts as %s, however it is written', (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});

const group = fc.integer({ min: 0, max: 0xffff });
const hex = (value: number) => value.toString(16);

test('an IPv6 address maps to the same network with leading zeros, in capitals, with a zone and with its last part in decimal', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const network = `${groups.slice(0, 4).map(hex).join(':')}::/64`;
      const [seventh = 0, eighth = 0] = groups.slice(6);
      const decimal = [seventh >> 8, seventh & 0xff, eighth >> 8, eighth & 0xff].join('.');
      fc.pre(groups.slice(0, 5).some((one) => one !== 0)); // there is no IPv4 address inside
      for (const written of [
        groups.map(hex).join(':'),
        groups.map((one) => hex(one).padStart(4, '0')).join(':'),
        groups.map(hex).join(':').toUpperCase(),
        `${groups.map(hex).join(':')}%eth0`,
        `${groups.slice(0, 6).map(hex).join(':')}:${decimal}`,
      ]) {
        expect(networkOfAddress(written), written).toBe(network);
      }
    }),
  );
});

test('two IPv6 addresses are one network exactly when their first 64 bits are equal', () => {
  const address = fc.tuple(fc.nat(2), fc.nat(2), group).map(([first, fourth, last]) => ({
    prefix: `2001:${first}:0:${fourth}`,
    text: `2001:${first}:0:${fourth}:0:0:0:${hex(last)}`,
  }));
  fc.assert(
    fc.property(address, address, (one, other) => {
      expect(networkOfAddress(one.text) === networkOfAddress(other.text)).toBe(one.prefix === other.prefix);
    }),
  );
});

test('an IPv4 address is one network, even inside an IPv6 address, and no two addresses share one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }), (bytes) => {
      const address = bytes.join('.');
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      const inside = [`::ffff:${address}`, `::FFFF:${hex(a * 256 + b)}:${hex(c * 256 + d)}`];
      expect([address, ...inside].map(networkOfAddress)).toEqual([address, address, address]);
    }),
  );
});

test('text that is not an address has no network and causes no fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      const network = networkOfAddress(text);
      expect(network === null || isIP(network.replace('/64', '')) > 0).toBe(true);
    }),
    { examples: [[''], ['unknown'], ['[::1'], ['1.2.3.4:'], ['1.2.3.4:80:90'], [':::'], ['%'], ['[]:1'], ['1.2.3']] },
  );
  for (const text of ['', 'unknown', '_hidden', '1.2.3', '1.2.3.4:99999999', '[1.2.3.4', '1.2.3.4]', '999.1.1.1:80'])
    expect(networkOfAddress(text), text).toBeNull();
});

test("a forwarded value that is not an address counts as the proxy's own, with one line in the log", async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const app = Fastify({ trustProxy: '127.0.0.1', logger });
  app.get('/', (request) => networkOf(request));
  const seenAs = async (forwarded: string) =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })).body;
  expect(await seenAs('9.9.1.2:4000')).toBe('9.9.1.2');
  expect(lines).toEqual([]);
  for (const invented of ['one', 'another', 'unknown', 'x:1']) expect(await seenAs(invented)).toBe('127.0.0.1');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('is not an address');
  await app.close();
});

test('a closed connection has no address and is still counted', () => {
  // Fastify's type does not express that a closed connection has no address.
  expect(networkOf({ ip: undefined } as unknown as FastifyRequest)).toBe('');
  expect(networkOf({ ip: '2001:db8::1' } as FastifyRequest)).toBe('2001:db8:0:0::/64');
});
