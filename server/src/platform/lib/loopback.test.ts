// Which hosts count as this machine, and which only look like it.
import { expect, test } from 'vitest';
import { hostNameOf, isLoopback } from './loopback.ts';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (name) => expect(isLoopback(name)).toBe(true),
);

test.each([
  ...['', '0.0.0.0', '::', '10.0.0.1', 'evil.example', 'localhost.evil.example', 'evil-localhost', '127.0.0.1.nip.io'],
  ...[
    '1270.0.1',
    '127.0.0.1evil',
    '[::2]',
    '::ffff:10.0.0.1',
    '[localhost]',
    '[::1',
    '::1]',
    'localhost\nevil.example',
  ],
])('"%s" is not this machine', (name) => expect(isLoopback(name)).toBe(false));

test.each([
  ['localhost:3000', 'localhost'],
  ['[::1]:3000', '[::1]'],
  ['localhost:', 'localhost'],
  ['vault.example', 'vault.example'],
])('the name in the Host header %s is %s', (header, name) => expect(hostNameOf(header)).toBe(name));
