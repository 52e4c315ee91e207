// How the readiness check reports parts that fail, throw or hang.
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createReadHealth } from './read-health.ts';

let problem: string | null;
const needs = { clock: createTestClock(), log: () => {} };
const part = { name: 'database', findProblem: async () => problem };

beforeEach(() => {
  problem = null;
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

test('HEALTH-1: a part that does not work is reported with its problem and since when, and logged once', async () => {
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

test('HEALTH-2: the error a part throws is logged, and not shown to strangers', async () => {
  const throwing = { name: 'storage', findProblem: () => Promise.reject(new TypeError('/srv/secret-path')) };
  const logged: unknown[] = [];
  const [failing] = await createReadHealth([throwing], { ...needs, log: (_, facts) => logged.push(facts) })();
  expect(failing).toEqual({ part: 'storage', problem: 'It fails with an error.', since: expect.any(String) });
  expect(logged).toMatchObject([{ part: 'storage', error: { name: 'TypeError' } }]);
});

test('HEALTH-3: a part that never answers counts as failing after two seconds', async () => {
  const silent = { name: 'database', findProblem: () => new Promise<null>(() => {}) };
  const late = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const reading = createReadHealth([silent, part], needs)();
  expect(limit).toHaveBeenCalledWith(2000);
  late.abort();
  const [failing] = await reading;
  expect(failing).toMatchObject({ part: 'database', problem: 'It does not answer within two seconds.' });
});
