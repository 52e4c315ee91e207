// Dates are shown in US English and in the viewer's time zone, and convert to and from date fields without loss.
import { expect, test } from 'vitest';
import { fromLocalInput, longDate, shortDate, timeUntil, toLocalInput } from './dates.ts';

test('a short date is month, day and year in US English', () => {
  expect(shortDate('2026-11-20T12:00:00Z')).toBe('Nov 20, 2026');
});

test('a long date names the weekday and the time', () => {
  expect(longDate('2026-11-20T12:00:00Z')).toMatch(/^Friday, November 20, 2026 at \d{1,2}:\d{2}\s[AP]M/);
});

test('a time today is shown without a date, any other with its date', () => {
  const now = new Date(2026, 10, 20, 9, 0);
  expect(timeUntil(new Date(2026, 10, 20, 14, 30).toISOString(), now)).toMatch(/^2:30\sPM$/);
  expect(timeUntil(new Date(2026, 10, 21, 14, 30).toISOString(), now)).toMatch(/^2:30\sPM on Nov 21, 2026$/);
});

test('an instant and its date field value are the same moment in the viewer’s time zone', () => {
  const instant = '2027-02-03T09:05:00.000Z';
  expect(fromLocalInput(toLocalInput(instant))).toBe(instant);
  expect(new Date(toLocalInput(instant)).getTime()).toBe(Date.parse(instant));
});

test('a blank date stays blank, and an invalid one is left for the schema to refuse', () => {
  expect(fromLocalInput('')).toBe('');
  expect(fromLocalInput('soon')).toBe('soon');
});
