// Searching the audit by time, account and network, across the days on which a network's digest differs.

import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { networkOfAddress } from '../../http/network.ts';
import { runAudit } from './admin-audit.ts';
import { commands } from './command-words.ts';
import { usage } from './prepare-command.ts';

let app: TestApp;
let ownerId: string;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.moveTo(new Date('2027-03-04T23:50:00Z'));
  ownerId = (await signedIn(app, ada)).id;
});
afterAll(() => app.close());

const audit = async (options: Parameters<typeof runAudit>[1] = {}) => (await runAudit(app.services, options)).text;
/** Records a refusal at the current time, caused from a network. */
async function refuse(address: string, route: string): Promise<void> {
  const network = app.services.logNames.network(networkOfAddress(address) ?? '');
  app.services.securityLog.note({ event: 'code-refused', route, network });
  await app.services.securityLog.write();
}
const isIn = async (route: string, options: Parameters<typeof runAudit>[1]) => (await audit(options)).includes(route);

test('a search since hours, days or a date includes lines from that moment and none a second older', async () => {
  await refuse('192.0.2.1', 'POST /first');
  const from = app.clock.now().toISOString();
  app.clock.pass({ hours: 12 });
  expect(await isIn('/first', { since: '12h' })).toBe(true);
  app.clock.pass({ seconds: 1 });
  expect(await isIn('/first', { since: '12h' })).toBe(false);
  expect(await isIn('/first', { since: '13h' })).toBe(true);
  expect(await isIn('/first', { since: from })).toBe(true);
  app.clock.pass({ days: 6, hours: 11, minutes: 59, seconds: 58 });
  expect(await isIn('/first', {})).toBe(true); // seven days by default
  app.clock.pass({ seconds: 2 });
  expect(await isIn('/first', {})).toBe(false);
});

test('a network is found by its address on every day of the search, however the address is written', async () => {
  app.clock.moveTo(new Date('2027-04-01T23:59:59Z'));
  await refuse('2001:db8:1:2::9', 'POST /evening');
  app.clock.moveTo(new Date('2027-04-02T00:00:00Z'));
  await refuse('2001:0DB8:1:2:3::1', 'POST /midnight');
  await refuse('2001:db8:1:3::9', 'POST /neighbour');
  app.clock.moveTo(new Date('2027-04-04T00:30:00Z'));
  await refuse('2001:db8:1:2::7', 'POST /later');
  for (const network of ['2001:db8:1:2::1', '2001:DB8:1:2:0:0:0:0']) {
    const found = await audit({ network });
    for (const route of ['/evening', '/midnight', '/later']) expect(found, network).toContain(route);
    expect(found).not.toContain('/neighbour');
  }
  const recent = await audit({ network: '2001:db8:1:2::1', since: '1h' });
  expect([recent.includes('/later'), recent.includes('/midnight')]).toEqual([true, false]);
  expect(await audit({ network: '198.51.100.1' })).toBe('The audit has no such line.');
});

test('an account is found by its address in any case and by its digest, and no other account is', async () => {
  const digest = app.services.logNames.account(ownerId);
  const since = '2027-03-01';
  const found = await audit({ account: ada.email.toUpperCase(), since });
  expect(found).toContain(`account ${digest}`);
  expect(await audit({ account: digest, since })).toBe(found);
  for (const account of ['000000000000', 'nobody@example.com', '', "'; drop table users"]) {
    await expect(audit({ account, since }), account).rejects.toThrow('There is no account');
  }
});

test.each(['7', '7w', '-1d', '1.5d', '99999d', 'd', '', '2027-13-01', 'yesterday', '7d; rm'])(
  'a search since "%s" is refused with what to enter',
  async (since) => {
    await expect(audit({ since })).rejects.toThrow('--since takes 7d, 12h or a date such as 2026-11-01.');
  },
);

test('the list of commands has every command with a description', () => {
  const lines = usage();
  for (const [name, { about }] of Object.entries(commands)) {
    expect(lines).toMatch(new RegExp(`^  ${name}.* ${about.slice(0, 20)}`, 'm'));
  }
  expect(lines).toContain('--reason');
});
