// Injects faults into a server under a mixed load of creations, edits, uploads, releases and reads, measures how soon it
// recovers after each, and checks the final state.
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { removeAbandonedMemory } from '../support/fake-clock.ts';
import { type Chance, createChance } from '../support/random.ts';
import type { Say } from '../support/wait.ts';
import type { Fault } from './fault.ts';
import { entriesOf } from './history.ts';
import { findLeftovers } from './leftovers.ts';
import { type Load, lightLoad, runLoad, usualLoad } from './load.ts';
import { makeProbes, type Probe, type Probes } from './probes.ts';
import { judgeRestored } from './restored-elsewhere.ts';
import { ensure, type Scenario } from './scenarios.ts';
import { faultsOf, judge, repeatsOf, type Verdict } from './verdict.ts';
import { complain, openWorld, type World } from './world.ts';

export interface FaultRun {
  scenario: Scenario;
  faults: number;
  seed: number;
  /** The fault its server has from the start, which the run has to find. */
  planted?: string | undefined;
  /** Within which the service has to be back after each fault; a machine that is busy with more than this needs longer. */
  backWithinSeconds?: number;
  /** For the tests: one owner, no copy of the sources, and nothing stays behind. */
  isShort?: boolean;
  say: Say;
}

export interface FaultReport extends Verdict {
  faults: number;
  /** How long after each fault's cause was gone the service did its work again. */
  backSeconds: { median: number; max: number };
  /** Letters that came more than once, each time with the same Message-ID. */
  repeats: number;
  seconds: number;
  /** Where the data and the history stay when something was found. */
  keptIn: string | null;
}

const pauseMostMilliseconds = 800;
/** Half the faults strike in the moments after a release, an edit or an upload has begun. */
const delicateMilliseconds = 80;
const promisedSeconds = 15;
/** After this the run goes on by hand. */
const hopelessSeconds = 60;
/** The schedule releases every ten seconds. */
const dueWithinSeconds = 13;
/** Past every pause a letter may wait: an hour at most after an answer that was lost. */
const letterPausesSeconds = 3 * 3600;

export async function runFaults(run: FaultRun): Promise<FaultReport> {
  const { scenario, faults: count, seed, planted, backWithinSeconds = promisedSeconds, isShort = false, say } = run;
  const began = performance.now();
  const { faults } = scenario;
  const world = await openWorld({ needs: ensure(scenario), planted, isShort, say });
  const verdict = await strikeAndJudge(world, { faults, count, seed, backWithinSeconds, isShort }).catch((error) => {
    complain(world, String(error));
    return faultsOf(world.readHistory());
  });
  const back = entriesOf(world.readHistory(), 'back').map(({ milliseconds }) => milliseconds / 1000);
  const repeats = await repeatsOf(world.mailbox);
  const keptIn = await world.close(isShort || verdict.violations.length === 0);
  return {
    ...verdict,
    faults: back.length,
    backSeconds: { median: median(back), max: Math.max(0, ...back) },
    repeats,
    seconds: Math.round((performance.now() - began) / 1000),
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

async function strikeAndJudge(world: World, course: Course): Promise<Verdict> {
  const ending = new AbortController();
  const givenUp = new AbortController();
  const delicate = new EventEmitter();
  const load: Load = {
    url: world.home.url,
    size: course.isShort ? lightLoad : usualLoad,
    seed: course.seed,
    history: world.history,
    mailbox: world.mailbox,
    ending: ending.signal,
    givenUp: givenUp.signal,
    onDelicate: () => delicate.emit('begun'),
    clockWasWrongSince: (moment) => world.clock?.wasWrongSince(moment) ?? false,
  };
  const probes = makeProbes(load, world.say);
  const living = Promise.all([runLoad(load), probes.ended]);
  try {
    await strikeAll(world, { ...course, delicate, probes });
  } catch (error) {
    givenUp.abort();
    throw error;
  } finally {
    ending.abort();
    world.say('  waiting for what has begun to end');
    await living;
  }
  return judgeAll(world);
}

async function strikeAll(world: World, course: Course & { delicate: EventEmitter; probes: Probes }): Promise<void> {
  const { faults, count, seed, delicate, probes } = course;
  const chance = createChance(seed, 'faults');
  const order = inOrder(faults, chance);
  for (let number = 1; number <= count; number += 1) {
    const probe = await probes.take();
    if (world.clock) removeAbandonedMemory();
    await pause(chance, delicate);
    const fault = order.next().value;
    world.history.write({ what: 'struck', fault: fault.name });
    await fault.strike(world, chance, probe).catch((error) => complain(world, `${fault.name}: ${String(error)}`));
    const seconds = await awaitBack(world, fault, probe);
    if (seconds > course.backWithinSeconds) complain(world, `${fault.name}: back only after ${seconds.toFixed(1)} s`);
    const milliseconds = Math.round(seconds * 1000);
    world.history.write({ what: 'back', fault: fault.name, milliseconds });
    world.say(`${String(number).padStart(4)}/${count}  back after ${seconds.toFixed(1).padStart(4)} s  ${fault.name}`);
  }
}

async function pause(chance: Chance, delicate: EventEmitter): Promise<void> {
  if (chance.happens(0.5)) return delay(chance.next() * pauseMostMilliseconds);
  await Promise.race([once(delicate, 'begun'), delay(pauseMostMilliseconds)]);
  return delay(chance.next() * delicateMilliseconds);
}

/** Each kind once, so that a short run has them all; after that each as often as its weight says, in any order. */
function* inOrder(faults: Fault[], chance: Chance): Generator<Fault, never> {
  const shuffled = (deck: Fault[]) =>
    deck
      .map((fault) => ({ fault, place: chance.next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ fault }) => fault);
  const often = (less: number) => faults.flatMap((fault) => Array<Fault>(fault.weight - less).fill(fault));
  yield* faults;
  yield* shuffled(often(1));
  for (;;) yield* shuffled(often(0));
}

/** Answers how long it took, and goes on by hand where it would have taken for ever. */
async function awaitBack(world: World, fault: Fault, probe: Probe): Promise<number> {
  const began = performance.now();
  const waited = () => (performance.now() - began) / 1000;
  let said = 0;
  for (let missing = await probe.findMissing(); missing !== null; missing = await probe.findMissing()) {
    if (world.server.hasEnded()) {
      complain(world, `${fault.name}: the server ended by itself`);
      world.say('  the server has ended by itself and is started again');
      world.start();
    } else if (waited() > hopelessSeconds) {
      complain(world, `${fault.name}: not back within ${hopelessSeconds} s: ${missing}`);
      world.say('  the server does not come back and is started again');
      await world.server.killWithDatabase();
      world.start();
      await world.server.ready();
      return waited();
    } else if (waited() - said > promisedSeconds) {
      said = waited();
      world.say(`  waiting ${Math.round(said)} s to be back after ${fault.name}: ${missing}`);
    }
    await delay(50);
  }
  return waited();
}

async function judgeAll(world: World): Promise<Verdict> {
  const { home, mail, say } = world;
  const due = new Date();
  const dated = entriesOf(world.readHistory(), 'vault').filter(({ releaseAt }) => releaseAt !== null);
  if (dated.some(({ releaseAt }) => new Date(releaseAt ?? '') <= due)) {
    say('  waiting for the last dates to come');
    await delay(dueWithinSeconds * 1000);
  }
  await world.server.stop();
  const server = home.spawn('testing/test-server.ts');
  world.server = server;
  await server.ready();
  say('  letting the pauses of the letters pass');
  await server.sendMessage({ moveClockSeconds: letterPausesSeconds }, 'movedTo');
  const latest = new Date(Date.now() + letterPausesSeconds * 1000);
  const unknownAddresses = mail?.unknownAddresses ?? new Set<string>();
  const judged = { url: home.url, mailbox: world.mailbox, unknownAddresses, due, latest, say };
  const verdict = await judge(judged, world.readHistory());
  const warnings = new Set(
    home
      .readLog()
      .match(/\(node:\d+\) \w*Warning/g)
      ?.map((words) => words.split(' ')[1]),
  );
  for (const warning of warnings) verdict.violations.push(`the log of the server has a ${warning} of Node`);
  if (verdict.releases === 0 || verdict.uploads === 0)
    verdict.violations.push('nothing was released or nothing uploaded: this run proves nothing');
  verdict.violations.push(...(await findLeftovers(world, server, verdict.filesListed)));
  verdict.violations.push(...(await judgeRestored(world, letterPausesSeconds)));
  return verdict;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
