// How long a session lives, and how rarely its expiry is written.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstExpiry, laterExpiry } from './session-rules.ts';

const day = 86_400_000;
const at = (days: number) => new Date(days * day);

test('a visit extends a session by seven days, at most once a day and never past thirty days', () => {
  expect(firstExpiry(at(0))).toEqual(at(7));
  const begun = { createdAt: at(0), expire: at(7) };
  expect(laterExpiry(begun, at(0.9))).toBeNull();
  expect(laterExpiry(begun, at(1))).toEqual(at(8));
  expect(laterExpiry({ ...begun, expire: at(28) }, at(26))).toEqual(at(30));
  expect(laterExpiry({ ...begun, expire: at(30) }, at(29))).toBeNull();
});

test("a session's expiry is written only if it gains a complete day, to the millisecond", () => {
  const begun = { createdAt: at(0), expire: at(7) };
  expect(laterExpiry(begun, new Date(day - 1))).toBeNull();
  expect(laterExpiry(begun, new Date(day))).toEqual(at(8));
  expect(laterExpiry({ createdAt: at(0), expire: at(29) }, at(27))).toEqual(at(30));
  expect(laterExpiry({ createdAt: at(0), expire: new Date(29 * day + 1) }, at(27))).toBeNull();
});

test('a visit never shortens a session, never extends it past thirty days, and writes at most once a day', () => {
  const pauses = fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { maxLength: 80 });
  fc.assert(
    fc.property(pauses, (days) => {
      const session = { createdAt: at(0), expire: firstExpiry(at(0)) };
      let now = 0;
      let lastWrite = -1;
      for (const pause of days) {
        now += pause;
        if (at(now) >= session.expire) return;
        const later = laterExpiry(session, at(now));
        if (!later) continue;
        expect(later.getTime() - session.expire.getTime()).toBeGreaterThanOrEqual(day);
        expect(later <= at(30)).toBe(true);
        if (lastWrite >= 0) expect(now - lastWrite).toBeGreaterThanOrEqual(0.999);
        session.expire = later;
        lastWrite = now;
      }
    }),
  );
});
