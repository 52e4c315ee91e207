// How the readiness check reports parts that fail, throw or hang.
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestClock } from '../../../testing/test-clock.ts';
import { DatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { createReadHealth, PartFails } from './read-health.ts';

let problem: string | null;
const needs = { clock: createTestClock(), log: () => {} };
const part = { name: 'database', letterAfterMinutes: null, findProblem: async () => problem };

beforeEach(() => {
  problem = null;
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('HEALTH-1: a failing part is reported with its problem and the time since it failed, and logged once', async () => {
  const clock = createTestClock();
  const logged: string[] = [];
  const readHealth = createReadHealth([part], { clock, log: (message) => logged.push(message) });
  expect(await readHealth()).toEqual([]);
  problem = 'It is full.';
  vi.advanceTimersByTime(1001);
  const since = clock.now().toISOString();
  expect(await readHealth()).toEqual([{ part: 'database', problem, since }]);
  clock.pass({ seconds: 60 });
  vi.advanceTimersByTime(1001);
  expect(await readHealth()).toEqual([{ part: 'database', problem, since }]);
  problem = null;
  vi.advanceTimersByTime(1001);
  expect(await readHealth()).toEqual([]);
  expect(logged).toEqual(['a part of the service does not work', 'a part of the service works again']);
});

test('the error that a part throws is logged, and not shown to strangers', async () => {
  const throwing = { ...part, name: 'storage', findProblem: () => Promise.reject(new TypeError('/srv/secret-path')) };
  const logged: unknown[] = [];
  const [failing] = await createReadHealth([throwing], { ...needs, log: (_, facts) => logged.push(facts) })();
  expect(failing).toEqual({
    part: 'storage',
    problem: 'It fails with an error; see the log of the service.',
    since: expect.any(String),
  });
  expect(logged).toMatchObject([{ part: 'storage', error: { name: 'TypeError' } }]);
});

const silent = { ...part, findProblem: () => new Promise<null>(() => {}) };
/** Reads the health while a part does not answer. */
async function readLate(readHealth: ReturnType<typeof createReadHealth>) {
  const late = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  vi.advanceTimersByTime(1001);
  const reading = readHealth();
  expect(limit).toHaveBeenCalledWith(2000);
  await new Promise(setImmediate); // the other parts answer
  late.abort();
  const found = await reading;
  vi.restoreAllMocks();
  return found;
}

test('a part that does not answer within two seconds is slow twice, and fails the third time, since the first', async () => {
  const clock = createTestClock();
  const logged: string[] = [];
  const readHealth = createReadHealth([silent, { ...part, name: 'keys' }], {
    clock,
    log: (message) => logged.push(message),
  });
  const found = {
    part: 'database',
    problem: 'It does not answer within two seconds.',
    since: clock.now().toISOString(),
  };
  for (let misses = 1; misses < 3; misses += 1) {
    expect(await readLate(readHealth)).toEqual([{ ...found, isSlow: true }]);
    clock.pass({ seconds: 30 });
  }
  expect(logged).toEqual([]);
  expect(await readLate(readHealth)).toEqual([found]);
  expect(logged).toEqual(['a part of the service does not work']);
});

test('an answer in time begins the count of misses again, without a line in the log', async () => {
  let answers = false;
  const logged: string[] = [];
  const sometimes = { ...part, findProblem: () => (answers ? Promise.resolve(null) : silent.findProblem()) };
  const readHealth = createReadHealth([sometimes], { ...needs, log: (message) => logged.push(message) });
  for (let round = 0; round < 3; round += 1) {
    for (let misses = 0; misses < 2; misses += 1) expect(await readLate(readHealth)).toMatchObject([{ isSlow: true }]);
    answers = true;
    vi.advanceTimersByTime(1001);
    expect(await readHealth()).toEqual([]);
    answers = false;
  }
  expect(logged).toEqual([]);
});

const failsWith = (name: string, error: Error, explains: string[] = []) => ({
  name,
  letterAfterMinutes: null,
  explains,
  findProblem: () => Promise.reject(error),
});
const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
const away = new DatabaseUnavailable('away');
const own = new Error('its own');
test.each([
  [
    'the parts that need a database that is away',
    ['database'],
    [
      failsWith('database', own, ['letters', 'clock']),
      failsWith('letters', own),
      failsWith('clock', own),
      failsWith('keys', away),
    ],
  ],
  [
    'the parts that find no room on a full disk',
    ['disk'],
    [failsWith('journal', full), failsWith('storage', full), failsWith('disk', own)],
  ],
  [
    'a database on a full disk',
    ['disk'],
    [
      failsWith('disk', new PartFails('It is full.', { explains: ['database'] })),
      failsWith('database', own),
      failsWith('keys', away),
    ],
  ],
  ['nothing that fails by itself', ['database', 'keys'], [failsWith('database', own), failsWith('keys', own)]],
  ['nothing where the cause works', ['keys', 'journal'], [failsWith('keys', away), failsWith('journal', full)]],
])('if one part fails because of another, the cause is reported and %s omitted', async (_, named, parts) => {
  const logged: unknown[] = [];
  const readHealth = createReadHealth(parts, { ...needs, log: (_message, facts) => logged.push(facts.part) });
  expect((await readHealth()).map((failing) => failing.part)).toEqual(named);
  expect(logged).toEqual(named);
});

test('a full part is reported as such, and a message that may be shown has its cause in the log', async () => {
  const logged: unknown[] = [];
  const sentence = new PartFails('The mail server was not reached.', { cause: new Error('535 wrong') });
  const parts = [failsWith('journal', full), failsWith('letters', sentence)];
  const found = await createReadHealth(parts, { ...needs, log: (_, facts) => logged.push(facts) })();
  expect(found.map(({ problem: said }) => said)).toEqual([
    'There is no space left on its disk.',
    'The mail server was not reached.',
  ]);
  expect(logged[1]).toMatchObject({ part: 'letters', error: { message: '535 wrong' } });
});
