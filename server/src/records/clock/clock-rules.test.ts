// Every way a clock can go wrong, as a table: the steps a process sees, and whether it releases vaults after each.
import { describe, expect, test } from 'vitest';
import { type ClockMemory, type Heartbeat, judgeClock, jumpedTo, noMemory } from './clock-rules.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
const start = Date.parse('2027-03-04T09:30:00Z');

/** The time that passes before the process reads the clocks, for each clock; `restart` clears the state of the process. */
interface Step {
  wall: number;
  monotonic?: number;
  restart?: true;
  /** The difference between an outside clock and the machine's. */
  outside?: number;
  /** The operator confirms the time, or another process trusts it. */
  confirmed?: true;
  expected: 'goes on' | 'jumped' | 'long-gap' | 'behind';
}

/** Runs the steps of one process, and writes the heartbeat as the clock watch does. */
function play(steps: Step[]): string[] {
  let memory: ClockMemory = noMemory;
  let heartbeat: Heartbeat | null = null;
  const at = { wall: start, monotonic: 0 };
  return steps.map(({ wall, monotonic = wall, restart, outside, confirmed }) => {
    at.wall += wall;
    at.monotonic += monotonic;
    if (restart) memory = noMemory;
    if (confirmed) heartbeat = { seenAt: at.wall, jumpedToAt: null };
    const reading = { ...at };
    const before = memory;
    memory = judgeClock(memory, reading, {
      heartbeat,
      outside: outside === undefined ? null : at.wall + outside,
    });
    if (!memory.hold) heartbeat = { seenAt: at.wall, jumpedToAt: null };
    else if (!before.hold && heartbeat) heartbeat = { ...heartbeat, jumpedToAt: jumpedTo(memory, heartbeat) };
    return memory.hold?.reason ?? 'goes on';
  });
}

const begin: Step = { wall: 0, expected: 'goes on' };
const cases: [string, Step[]][] = [
  ['a first start is trusted', [begin]],
  ['steady time is trusted', [begin, { wall: 10_000, expected: 'goes on' }, { wall: 40 * day, expected: 'goes on' }]],
  ['59 seconds of setting are trusted', [begin, { wall: 59_000, monotonic: 0, expected: 'goes on' }]],
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
  ['an hour without the service', [begin, { wall: hour, restart: true, expected: 'goes on' }]],
  [
    'a longer time, which another clock confirms immediately',
    [begin, { wall: 25 * day, restart: true, outside: 500, expected: 'goes on' }],
  ],
  [
    'a longer time, which another clock denies',
    [begin, { wall: 25 * day, restart: true, outside: -25 * day, expected: 'long-gap' }],
  ],
  [
    'a longer time, until the operator confirms',
    [
      begin,
      { wall: 61 * minute, restart: true, expected: 'long-gap' },
      { wall: hour, expected: 'long-gap' },
      { wall: 10_000, confirmed: true, expected: 'goes on' },
    ],
  ],
  [
    'a start behind the heartbeat, until it is reached',
    [
      begin,
      { wall: -hour, monotonic: 0, restart: true, expected: 'behind' },
      { wall: 59 * minute, expected: 'goes on' },
    ],
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
      { wall: minute, restart: true, expected: 'jumped' },
      { wall: 23 * hour, expected: 'jumped' },
    ],
  ],
  [
    'a restart with the clock put right ends it',
    [
      begin,
      { wall: 5 * day, monotonic: 0, expected: 'jumped' },
      { wall: -5 * day + minute, monotonic: minute, restart: true, expected: 'goes on' },
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
    expect(play(steps)).toEqual(steps.map(({ expected }) => expected));
  });
});

test('a clock that jumped is not trusted just for being steady while another process still has the right time', () => {
  let memory = judgeClock(noMemory, { wall: start, monotonic: 0 }, { heartbeat: null });
  for (let hours = 0; hours <= 30; hours += 1) {
    const passed = hours * hour;
    const heartbeat = { seenAt: start + passed, jumpedToAt: null };
    memory = judgeClock(memory, { wall: start + year + passed, monotonic: passed }, { heartbeat });
    expect(memory.hold?.reason).toBe('jumped');
  }
});
