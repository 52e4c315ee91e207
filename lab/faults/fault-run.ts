// Injects faults into a server under a mixed load of creations, edits, uploads, releases and reads, measures how soon it
// recovers after each, and checks the final state.
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../speed/paired.ts';
import { removeAbandonedMemory } from '../support/fake-clock.ts';
import { createRandom, type Random } from '../support/random.ts';
import type { Log } from '../support/wait.ts';
import type { Fault } from './faults.ts';
import { checkRun, type Findings, repeatsOf, violationsOf } from './final-check.ts';
import { type Load, lightLoad, runLoad, usualLoad } from './load.ts';
import { createProbes, findUnready, type Probe, type Probes } from './probes.ts';
import { ensure, type Scenario } from './scenarios.ts';
import { machinesOf, openTestbed, recordViolation, type Testbed, urlOf } from './testbed.ts';

export interface FaultRun {
  scenario: Scenario;
  faults: number;
  seed: number;
  /** The fault planted in the server from the start, which the run must find. */
  planted?: string | undefined;
  /** The service must recover within this time after each fault; a machine with other work needs longer. */
  backWithinSeconds?: number;
  /** For the tests: the run has one owner, does not copy the sources, and leaves nothing behind. */
  isShort?: boolean;
  log: Log;
}

export interface FaultReport extends Findings {
  faults: number;
  /** The time from the end of each fault until the service worked again. */
  medianBackSeconds: number;
  maxBackSeconds: number;
  /** Letters that arrived more than once, each time with the same Message-ID. */
  repeats: number;
  /** The folder in which the data and the history remain if something was found. */
  keptIn: string | null;
}

const maxPauseMilliseconds = 800;
/** Half the faults are injected this soon after a release, an edit or an upload starts. */
const criticalMilliseconds = 80;
const expectedBackSeconds = 15;
/** The run restarts the server itself after this time. */
const giveUpSeconds = 60;

export async function runFaults(run: FaultRun): Promise<FaultReport> {
  const { scenario, faults: count, seed, planted, backWithinSeconds = expectedBackSeconds, isShort = false, log } = run;
  const { faults } = scenario;
  const testbed = await openTestbed({ needs: ensure(scenario), planted, isShort, log });
  const findings = await injectAndCheck(testbed, { faults, count, seed, backWithinSeconds, isShort }).catch((error) => {
    recordViolation(testbed, String(error));
    return violationsOf(testbed.history);
  });
  const back = testbed.history.of('back').map(({ milliseconds }) => milliseconds / 1000);
  const repeats = await repeatsOf(testbed.mailbox);
  const keptIn = await testbed.close(isShort || findings.violations.length === 0);
  return {
    ...findings,
    faults: back.length,
    medianBackSeconds: median(back),
    maxBackSeconds: Math.max(0, ...back),
    repeats,
    keptIn,
  };
}

interface Course {
  faults: Fault[];
  count: number;
  seed: number;
  backWithinSeconds: number;
  isShort: boolean;
}

async function injectAndCheck(testbed: Testbed, course: Course): Promise<Findings> {
  const ending = new AbortController();
  const givenUp = new AbortController();
  const critical = new EventEmitter();
  const load: Load = {
    url: testbed.url,
    size: course.isShort ? lightLoad : usualLoad,
    seed: course.seed,
    history: testbed.history,
    mailbox: testbed.mailbox,
    ending: ending.signal,
    givenUp: givenUp.signal,
    onCriticalRequest: () => critical.emit('started'),
    clockWasWrongSince: (moment) => machinesOf(testbed).some(({ clock }) => clock?.wasWrongSince(moment)),
  };
  const probes = createProbes(load, testbed.log);
  const living = Promise.all([runLoad(load), probes.ended]);
  try {
    await injectAll(testbed, { ...course, critical, probes });
  } catch (error) {
    givenUp.abort();
    throw error;
  } finally {
    ending.abort();
    testbed.log('  waiting for started actions to end');
    await living;
  }
  return checkRun(testbed);
}

async function injectAll(testbed: Testbed, course: Course & { critical: EventEmitter; probes: Probes }): Promise<void> {
  const { faults, count, seed, critical, probes } = course;
  const random = createRandom(seed, 'faults');
  const order = inOrder(faults, random);
  for (let number = 1; number <= count; number += 1) {
    const probe = await probes.next();
    if (testbed.clock) removeAbandonedMemory();
    await pause(random, critical);
    const fault = order.next().value;
    testbed.history.write({ what: 'injected', fault: fault.name });
    await fault
      .inject(testbed, random, probe)
      .catch((error) => recordViolation(testbed, `${fault.name}: ${String(error)}`));
    const seconds = await awaitBack(testbed, fault, probe);
    if (seconds > course.backWithinSeconds)
      recordViolation(testbed, `${fault.name}: back only after ${seconds.toFixed(1)} s`);
    const milliseconds = Math.round(seconds * 1000);
    testbed.history.write({ what: 'back', fault: fault.name, milliseconds });
    testbed.log(
      `${String(number).padStart(4)}/${count}  back after ${seconds.toFixed(1).padStart(4)} s  ${fault.name}`,
    );
  }
}

async function pause(random: Random, critical: EventEmitter): Promise<void> {
  if (random.happens(0.5)) return delay(random.next() * maxPauseMilliseconds);
  await Promise.race([once(critical, 'started'), delay(maxPauseMilliseconds)]);
  return delay(random.next() * criticalMilliseconds);
}

/** Each fault happens once, so that a short run includes all of them; then they happen in random order by their weights. */
function* inOrder(faults: Fault[], random: Random): Generator<Fault, never> {
  const shuffled = (deck: Fault[]) =>
    deck
      .map((fault) => ({ fault, place: random.next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ fault }) => fault);
  const often = (less: number) => faults.flatMap((fault) => Array<Fault>(fault.weight - less).fill(fault));
  yield* faults;
  yield* shuffled(often(1));
  for (;;) yield* shuffled(often(0));
}

/** Restarts the server if it does not recover. @returns the seconds until the service worked again */
async function awaitBack(testbed: Testbed, fault: Fault, probe: Probe): Promise<number> {
  const began = performance.now();
  const waited = () => (performance.now() - began) / 1000;
  let logged = 0;
  const urls = machinesOf(testbed).map(urlOf);
  const findMissing = async () => (await findUnready(urls)) ?? (await probe.findMissing());
  for (let missing = await findMissing(); missing !== null; missing = await findMissing()) {
    const ended = machinesOf(testbed).filter(({ server }) => server.hasEnded());
    if (ended.length > 0) {
      recordViolation(testbed, `${fault.name}: the server ended by itself`);
      testbed.log('  the server has exited on its own and is restarted');
      for (const machine of ended) machine.start();
    } else if (waited() > giveUpSeconds) {
      recordViolation(testbed, `${fault.name}: not back within ${giveUpSeconds} s: ${missing}`);
      testbed.log('  the server does not recover and is restarted');
      for (const machine of machinesOf(testbed)) {
        await machine.server.killWithDatabase();
        machine.start();
        await machine.server.ready();
      }
      return waited();
    } else if (waited() - logged > expectedBackSeconds) {
      logged = waited();
      testbed.log(`  waiting ${Math.round(logged)} s to be back after ${fault.name}: ${missing}`);
    }
    await delay(50);
  }
  return waited();
}
