// Every way a clock can go wrong, as a table: the steps a process sees, and whether it releases vaults after each.
import { describe, expect, test } from 'vitest';
import {
  type ClockMemory,
  certainTime,
  type Heartbeat,
  heartbeatOf,
  isUnconfirmed,
  judgeClock,
  likelyTime,
  noMemory,
} from './clock-rules.ts';

const second = 1000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
const start = Date.parse('2027-03-04T09:30:00Z');

/** The time that passes before the process reads the clocks, for each clock. */
interface Step {
  wall: number;
  monotonic?: number;
  /** Clears the state of the process; a reboot also begins the uptime again. */
  restart?: 'process' | 'machine';
  /** The difference between an outside clock and the machine's. */
  outside?: number;
  /** The operator confirms the time, or another process of the machine trusts it. */
  confirmed?: true;
  /** The machine's time is this much ahead of the database's. */
  aheadOfDatabase?: number;
  expected: 'goes on' | 'jumped' | 'long-gap' | 'behind' | 'differs';
  /** How much later than the clock shows dates count. */
  late?: number;
}

/** Runs the steps of one process, and writes the heartbeat as the clock watch does. */
function play(steps: Step[]) {
  let memory: ClockMemory = noMemory;
  let heartbeat: Heartbeat | null = null;
  let boots = 1;
  const at = { wall: start, monotonic: 0 };
  return steps.map(({ wall, monotonic = wall, restart, outside, confirmed, aheadOfDatabase = 0 }) => {
    at.wall += wall;
    at.monotonic += monotonic;
    if (restart) memory = noMemory;
    if (restart === 'machine') {
      boots += 1;
      at.monotonic = minute;
    }
    const bootId = `boot ${boots}`;
    const reading = { ...at };
    if (confirmed) heartbeat = heartbeatOf(noMemory, reading, bootId);
    memory = judgeClock(memory, reading, {
      heartbeat,
      bootId,
      aheadOfDatabase,
      outside: outside === undefined ? null : at.wall + outside,
    });
    if (memory.hold) return { expected: memory.hold.reason, late: 0 };
    heartbeat = heartbeatOf(memory, reading, bootId);
    return { expected: 'goes on', late: at.wall - certainTime(memory, reading) };
  });
}

const begin: Step = { wall: 0, expected: 'goes on' };
const cases: [string, Step[]][] = [
  ['a first start is trusted', [begin]],
  ['steady time is trusted', [begin, { wall: 10_000, expected: 'goes on' }, { wall: 40 * day, expected: 'goes on' }]],
  [
    '59 seconds of setting hold nothing, and dates count by the earlier time for a day',
    [
      begin,
      { wall: 59_000, monotonic: 0, expected: 'goes on', late: 59_000 },
      { wall: 23 * hour, restart: 'process', expected: 'goes on', late: 59_000 },
      { wall: 24 * hour, expected: 'goes on' },
    ],
  ],
  [
    '59 seconds of setting that an outside clock confirms',
    [begin, { wall: 59_000, monotonic: 0, outside: -900, expected: 'goes on' }],
  ],
  [
    'an outside clock that is six seconds away confirms nothing',
    [begin, { wall: 59_000, monotonic: 0, outside: -6000, expected: 'goes on', late: 59_000 }],
  ],
  [
    'a minute and more holds, and agreeing again ends it',
    [begin, { wall: 61_000, monotonic: 0, expected: 'jumped' }, { wall: -61_000, monotonic: 0, expected: 'goes on' }],
  ],
  [
    'two years ahead for nine seconds',
    [
      begin,
      { wall: 2 * year, monotonic: 0, expected: 'jumped' },
      { wall: 9_000, expected: 'jumped' },
      { wall: -2 * year, monotonic: 0, expected: 'goes on' },
    ],
  ],
  [
    'a year back',
    [begin, { wall: -year, monotonic: 0, expected: 'jumped' }, { wall: year, monotonic: 0, expected: 'goes on' }],
  ],
  ['a laptop asleep for a night, whose uptime goes on', [begin, { wall: 8 * hour, expected: 'goes on' }]],
  [
    'a machine whose uptime stops while it sleeps holds until an outside clock confirms',
    [
      begin,
      { wall: hour, monotonic: 0, expected: 'jumped' },
      { wall: minute, outside: 500, expected: 'goes on' },
      { wall: 10_000, expected: 'goes on' },
    ],
  ],
  [
    'an outside clock that says otherwise changes nothing',
    [begin, { wall: year, monotonic: 0, expected: 'jumped' }, { wall: minute, outside: -year, expected: 'jumped' }],
  ],
  [
    'any time without the service in one boot, to the second',
    [
      begin,
      { wall: hour, restart: 'process', expected: 'goes on' },
      { wall: 25 * day, restart: 'process', expected: 'goes on' },
    ],
  ],
  [
    'a start 55 minutes ahead in the same boot, until the clock is right',
    [
      begin,
      { wall: 56 * minute, monotonic: minute, restart: 'process', expected: 'jumped' },
      { wall: -55 * minute, monotonic: 0, expected: 'goes on' },
    ],
  ],
  [
    'a start in another boot within an hour counts dates by the last heartbeat and the uptime since',
    [
      begin,
      { wall: 56 * minute, restart: 'machine', expected: 'goes on', late: 56 * minute },
      { wall: 10 * minute, expected: 'goes on', late: 56 * minute },
      { wall: 10 * minute, restart: 'process', expected: 'goes on', late: 56 * minute },
      { wall: 24 * hour, expected: 'goes on' },
    ],
  ],
  [
    'a start in another boot within an hour, which another clock confirms',
    [
      begin,
      { wall: 56 * minute, restart: 'machine', expected: 'goes on', late: 56 * minute },
      { wall: minute, outside: 500, expected: 'goes on' },
      { wall: minute, restart: 'process', expected: 'goes on' },
    ],
  ],
  [
    'a start in another boot within an hour, which the operator confirms',
    [
      begin,
      { wall: 56 * minute, restart: 'machine', expected: 'goes on', late: 56 * minute },
      { wall: minute, confirmed: true, expected: 'goes on' },
    ],
  ],
  [
    'a clock that is ahead after a reboot and then set right',
    [
      begin,
      { wall: 56 * minute, restart: 'machine', expected: 'goes on', late: 56 * minute },
      { wall: -54 * minute, monotonic: minute, expected: 'goes on', late: minute },
    ],
  ],
  [
    'a longer time in another boot, which another clock confirms immediately',
    [begin, { wall: 25 * day, restart: 'machine', outside: 500, expected: 'goes on' }],
  ],
  [
    'a longer time in another boot, which another clock denies',
    [begin, { wall: 25 * day, restart: 'machine', outside: -25 * day, expected: 'long-gap' }],
  ],
  [
    'a longer time in another boot, until the operator confirms',
    [
      begin,
      { wall: 61 * minute, restart: 'machine', expected: 'long-gap' },
      { wall: hour, expected: 'long-gap' },
      { wall: 10_000, confirmed: true, expected: 'goes on' },
    ],
  ],
  [
    'a start behind the heartbeat, until it is reached',
    [begin, { wall: -hour, restart: 'machine', expected: 'behind' }, { wall: 59 * minute, expected: 'goes on' }],
  ],
  [
    'a clock six seconds away from the database’s, until they agree, whatever an outside clock or the operator says',
    [
      begin,
      { wall: 10_000, aheadOfDatabase: 5 * second, expected: 'goes on' },
      { wall: 10_000, aheadOfDatabase: 6 * second, expected: 'differs' },
      { wall: 10_000, aheadOfDatabase: -6 * second, outside: 0, confirmed: true, expected: 'differs' },
      { wall: 30 * hour, aheadOfDatabase: 90 * second, expected: 'differs' },
      { wall: 10_000, expected: 'goes on' },
    ],
  ],
  [
    'a first start with a clock that differs from the database’s',
    [{ wall: 0, aheadOfDatabase: 90 * second, expected: 'differs' }, begin],
  ],
  [
    'a clock that stays as it jumped, after 24 steady hours and not before',
    [
      begin,
      { wall: year, monotonic: 0, expected: 'jumped' },
      { wall: 23 * hour, expected: 'jumped' },
      { wall: hour, expected: 'goes on' },
      { wall: 10_000, expected: 'goes on' },
    ],
  ],
  [
    'hours are not steady when the clock jumps again among them',
    [
      begin,
      { wall: year, monotonic: 0, expected: 'jumped' },
      { wall: 23 * hour, expected: 'jumped' },
      { wall: day, monotonic: 0, expected: 'jumped' },
      { wall: 2 * hour, expected: 'jumped' },
    ],
  ],
  [
    'a restart does not end the hold of a jump of five days',
    [
      begin,
      { wall: 5 * day, monotonic: 0, expected: 'jumped' },
      { wall: minute, restart: 'process', expected: 'jumped' },
      { wall: 23 * hour, expected: 'jumped' },
    ],
  ],
  [
    'a restart with the clock put right ends it',
    [
      begin,
      { wall: 5 * day, monotonic: 0, expected: 'jumped' },
      { wall: -5 * day + minute, monotonic: minute, restart: 'process', expected: 'goes on' },
    ],
  ],
  [
    'an operator who confirms the new time',
    [
      begin,
      { wall: year, monotonic: 0, expected: 'jumped' },
      { wall: 10_000, confirmed: true, expected: 'goes on' },
      { wall: 10_000, expected: 'goes on' },
    ],
  ],
];

describe.each(cases)('the clock releases, or holds: %s', (_name, steps) => {
  test('each row of the table has its outcome', () => {
    expect(play(steps)).toEqual(steps.map(({ expected, late = 0 }) => ({ expected, late })));
  });
});

/** Of a process on another machine, whose clock is right. */
const elsewhere = (seenAt: number): Heartbeat => ({ seenAt, bootId: 'another', uptime: 0, unconfirmed: 0 });
const alone = { heartbeat: null, bootId: 'this', aheadOfDatabase: 0, outside: null };

test('a clock that jumped is not trusted just for being steady while another process still has the right time', () => {
  let memory = judgeClock(noMemory, { wall: start, monotonic: 0 }, alone);
  for (let hours = 0; hours <= 30; hours += 1) {
    const passed = hours * hour;
    const heartbeat = elsewhere(start + passed);
    memory = judgeClock(memory, { wall: start + year + passed, monotonic: passed }, { ...alone, heartbeat });
    expect(memory.hold?.reason).toBe('jumped');
  }
});

test('another machine’s fresh heartbeat confirms only that its time has come', () => {
  const reading = { wall: start + 90 * second, monotonic: day };
  const memory = judgeClock(noMemory, reading, { ...alone, heartbeat: elsewhere(start) });
  expect(memory.hold).toBeNull();
  expect(certainTime(memory, reading)).toBe(start);
  expect(isUnconfirmed(memory, reading)).toBe(true);
  const later = { wall: start + 100 * second, monotonic: day + 10 * second };
  const next = judgeClock(memory, later, { ...alone, heartbeat: elsewhere(start + 97 * second) });
  expect(certainTime(next, later)).toBe(start + 97 * second);
  expect(isUnconfirmed(next, later)).toBe(false);
});

test('in a container whose uptime begins again within the boot, the heartbeat counts as one of another boot', () => {
  const heartbeat = { seenAt: start, bootId: 'this', uptime: hour, unconfirmed: 0 };
  const reading = { wall: start + minute, monotonic: second };
  const memory = judgeClock(noMemory, reading, { ...alone, heartbeat });
  expect(certainTime(memory, reading)).toBe(start);
});

test('without the name of a boot the heartbeat counts as one of another boot', () => {
  const heartbeat = { seenAt: start, bootId: null, uptime: 0, unconfirmed: 0 };
  const reading = { wall: start + 2 * hour, monotonic: 2 * hour };
  expect(judgeClock(noMemory, reading, { ...alone, bootId: null, heartbeat }).hold?.reason).toBe('long-gap');
});

test('after a start during a jump the likely time is the heartbeat’s and the uptime since', () => {
  const heartbeat = { seenAt: start, bootId: 'this', uptime: hour, unconfirmed: 0 };
  const reading = { wall: start + year, monotonic: 3 * hour };
  const memory = judgeClock(noMemory, reading, { ...alone, heartbeat });
  expect(memory.hold?.reason).toBe('jumped');
  expect(likelyTime(memory, reading)).toBe(start + 2 * hour);
});
