// Dates in viewers' time zones: midnight, half-hour offsets, both ends of summer time, and extreme years.
import { afterEach, expect, test, vi } from 'vitest';

/** The functions as a browser in that zone sees them. */
async function inZone(zone: string) {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  return import('./dates.ts');
}

// The next file shares the process, and must not get another zone's functions.
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/New_York', 'Europe/Berlin'];
const instants = [
  '1970-01-01T00:00:00.000Z',
  '2026-03-08T06:59:00.000Z', // a minute before New York skips an hour
  '2026-03-08T07:00:00.000Z',
  '2026-03-29T01:00:00.000Z', // Berlin skips an hour
  '2027-02-28T23:59:00.000Z',
  '2028-02-29T12:00:00.000Z',
  '2026-12-31T23:59:00.000Z',
  '9998-12-31T12:00:00.000Z',
];

test.each(zones)('in %s an instant and its date field value are the same moment', async (zone) => {
  const { fromLocalInput, toLocalInput } = await inZone(zone);
  for (const instant of instants) {
    const value = toLocalInput(instant);
    expect(value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    expect(fromLocalInput(value), `${instant} as ${value}`).toBe(instant);
  }
});

test.each([
  ['Pacific/Kiritimati', '2027-01-01T13:59'],
  ['Pacific/Pago_Pago', '2026-12-31T12:59'],
  ['Asia/Kathmandu', '2027-01-01T05:44'],
  ['America/New_York', '2026-12-31T18:59'],
])('in %s the last minute of a year in London is %s', async (zone, value) => {
  const { toLocalInput } = await inZone(zone);
  expect(toLocalInput('2026-12-31T23:59:00Z')).toBe(value);
});

test('an hour that occurs twice is one of the two moments, and a skipped hour maps to no earlier moment', async () => {
  const { fromLocalInput, toLocalInput } = await inZone('America/New_York');
  const twice = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
  expect(twice.map(toLocalInput)).toEqual(['2026-11-01T01:30', '2026-11-01T01:30']);
  expect(twice).toContain(fromLocalInput('2026-11-01T01:30'));
  expect(Date.parse(fromLocalInput('2026-03-08T02:30'))).toBeGreaterThanOrEqual(Date.parse('2026-03-08T06:30:00Z'));
});

test.each([
  ['Pacific/Kiritimati', 'Nov 21, 2026', /^Saturday, November 21, 2026 at 4:30\sAM GMT\+14$/],
  ['Asia/Kathmandu', 'Nov 20, 2026', /^Friday, November 20, 2026 at 8:15\sPM GMT\+5:45$/],
  ['America/New_York', 'Nov 20, 2026', /^Friday, November 20, 2026 at 9:30\sAM EST$/],
])('in %s the same moment is %s, and the long date names the zone', async (zone, short, long) => {
  const { dayAndMonth, dayInFull, longDate, shortDate } = await inZone(zone);
  const moment = '2026-11-20T14:30:00Z';
  expect(shortDate(moment)).toBe(short);
  expect(`${dayAndMonth(moment)}, 2026`).toBe(short);
  expect(longDate(moment)).toMatch(long);
  expect(longDate(moment)).toContain(dayInFull(moment));
});

test.each(zones)('in %s a day without a time is shown as that day', async (zone) => {
  const { longDay } = await inZone(zone);
  expect(longDay('2026-11-22')).toBe('November 22, 2026');
});

test('the day of a time is the viewer’s day, on both sides of midnight', async () => {
  const { timeUntil } = await inZone('America/New_York');
  const now = new Date('2026-11-21T04:59:00Z'); // one minute before midnight
  expect(timeUntil('2026-11-21T04:59:30Z', now)).toMatch(/^11:59\sPM$/);
  expect(timeUntil('2026-11-21T05:00:00Z', now)).toMatch(/^12:00\sAM on Nov 21, 2026$/);
  expect(timeUntil('2025-11-21T04:59:00Z', now)).toMatch(/^11:59\sPM on Nov 20, 2025$/);
});
