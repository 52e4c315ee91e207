// Faults of one of two processes that share a database and a bucket: it stands still, loses its way to one of them, or its clock is wrong.
// The other one must serve and mail in the meantime. A restart of one after the other must not be noticed by anybody.
import { setTimeout as delay } from 'node:timers/promises';
import type { Front } from '../support/front.ts';
import { isInvitation } from '../support/owner.ts';
import { signal } from '../support/processes.ts';
import type { Random } from '../support/random.ts';
import { waitFor } from '../support/wait.ts';
import { type Fault, releaseJobMilliseconds } from './faults.ts';
import { repeatsOf } from './final-check.ts';
import type { Links, Machine } from './machine.ts';
import { findUnready, type Probe, readFailing } from './probes.ts';
import { recordViolation, type Testbed, urlOf } from './testbed.ts';

interface Pair {
  /** The one that is hit. */
  one: Machine;
  other: Machine;
  front: Front;
}

/** Longer than the lease of a journal write, so that the other process takes it over. */
const faultMilliseconds = 13_000;
const momentWithinSeconds = 60;
/** The lease of a journal write, and a batch of a slow machine. */
const aloneWithinSeconds = 30;
const readyWithinSeconds = 60;
const datesWithinSeconds = 180;

function pairOf(testbed: Testbed, random: Random): Pair {
  const { machine, front } = testbed.second ?? fail('this fault needs a second process');
  return random.happens(0.5) ? { one: testbed, other: machine, front } : { one: machine, other: testbed, front };
}

/** What the process sends at the moment at which it is stopped. */
const moments = {
  'a release': ['database', 'release_by_executor'],
  'a journal write': ['bucket', 'PUT /remembrance/journal/'],
  'a letter': ['mail', 'DATA\r\n'],
} satisfies Record<string, [keyof Links, string]>;

async function stopIn(moment: keyof typeof moments, testbed: Testbed, random: Random, probe: Probe): Promise<void> {
  const pair = pairOf(testbed, random);
  const pid = [pair.one.server.pid];
  const [way, text] = moments[moment];
  const link = linksOf(pair.one)[way];
  let isStopped = false;
  const cancel = link.onceSent(text, () => {
    // What it sends arrives only after the other process has taken over.
    link.pause();
    signal(pid, 'SIGSTOP');
    isStopped = true;
  });
  try {
    const waiting = { what: moment, seconds: momentWithinSeconds, log: testbed.log };
    if (!(await waitFor(async () => isStopped || null, waiting)))
      return recordViolation(testbed, `one of two never came to ${moment}: this run proves nothing`);
    await servesAlone(testbed, pair, probe);
  } finally {
    cancel();
    link.resume();
    signal(pid, 'SIGCONT');
    pair.front.only(null);
  }
}

async function cutFrom(way: keyof Links, testbed: Testbed, random: Random, probe: Probe): Promise<void> {
  const pair = pairOf(testbed, random);
  const link = linksOf(pair.one)[way];
  link.pause();
  try {
    await servesAlone(testbed, pair, probe);
  } finally {
    link.resume();
    pair.front.only(null);
  }
}

const linksOf = ({ links }: Machine): Links => links ?? fail('this process has no ways that can be cut');

function fail(sentence: string): never {
  throw new Error(sentence);
}

/** The other process releases a vault, and mails its recipient, while the fault lasts. */
async function servesAlone(testbed: Testbed, { other, front }: Pair, probe: Probe): Promise<void> {
  front.only(urlOf(other));
  const { recipientEmail } = probe.vault;
  let missing: string | null = 'nothing was asked';
  const isServed = async () => {
    missing = await probe.findMissing();
    if (missing !== null) return null;
    missing = `the letter to ${recipientEmail}`;
    return (await testbed.mailbox.lettersTo(recipientEmail)).some(isInvitation) || null;
  };
  const waiting = { what: 'the other process', seconds: aloneWithinSeconds, log: testbed.log };
  const [isAlive] = await Promise.all([waitFor(isServed, waiting), delay(faultMilliseconds)]);
  if (!isAlive)
    recordViolation(
      testbed,
      `the other of two processes did not serve alone within ${aloneWithinSeconds} s: ${missing}`,
    );
}

/**
 * Nothing is mailed early (see the final check) or twice: a letter that one process is sending must not look free to the other one.
 * @param restarts whether the clock is already wrong when the process starts
 */
async function runAhead(seconds: number, restarts: boolean, testbed: Testbed, random: Random): Promise<void> {
  const { one, other } = pairOf(testbed, random);
  const waitingForDates = { what: 'vaults with a near date', seconds: datesWithinSeconds, log: testbed.log };
  if (!(await waitFor(async () => hasNearDates(testbed) || null, waitingForDates)))
    return recordViolation(testbed, 'no vault had a near date: this run proves nothing');
  const repeatsBefore = await repeatsOf(testbed.mailbox);
  if (restarts) await one.server.stop();
  one.clock?.move(seconds);
  try {
    if (restarts) {
      one.start();
      await one.server.ready();
    }
    const saysWrong = async (machine: Machine) =>
      (await readFailing(urlOf(machine)))?.some(({ part }) => part === 'clock') || null;
    const waiting = { what: 'the wrong clock', seconds: aloneWithinSeconds, log: testbed.log };
    if (!(await waitFor(() => saysWrong(one), waiting)))
      recordViolation(testbed, `a process ${seconds} s ahead does not say that its clock is wrong`);
    await delay(releaseJobMilliseconds);
    if (await saysWrong(other)) recordViolation(testbed, 'a process with the right clock says that it is wrong');
  } finally {
    one.clock?.move(0);
  }
  const repeats = (await repeatsOf(testbed.mailbox)) - repeatsBefore;
  if (repeats > 0)
    recordViolation(testbed, `${repeats} letters were sent twice while a process was ${seconds} s ahead`);
}

/** Vaults that a clock 90 seconds ahead would release early, and that no executor has released. */
function hasNearDates({ history }: Testbed): boolean {
  const released = new Set(history.of('release').map(({ vaultId }) => vaultId));
  const near = history.of('vault').filter(({ vaultId, releaseAt }) => {
    const secondsLeft = (Date.parse(releaseAt ?? '') - Date.now()) / 1000;
    return !released.has(vaultId) && secondsLeft > 25 && secondsLeft < 80;
  });
  return near.length >= 2;
}

async function restartEach(testbed: Testbed, random: Random): Promise<void> {
  const { one, other, front } = pairOf(testbed, random);
  const end = front.count();
  for (const machine of [one, other]) {
    await machine.server.stop();
    machine.start();
    await machine.server.ready();
    const isReady = async () => ((await findUnready([urlOf(machine)])) === null ? true : null);
    await waitFor(isReady, { what: 'a process that was restarted', seconds: readyWithinSeconds, log: testbed.log });
  }
  const { answered, failed } = end();
  testbed.log(`  ${answered} requests were answered during the restarts`);
  if (answered === 0) recordViolation(testbed, 'nothing was asked during the restarts: this run proves nothing');
  if (failed.length > 0)
    recordViolation(
      testbed,
      `${failed.length} of ${answered} requests failed during the restarts: ${failed.join('; ')}`,
    );
}

const once = { weight: 1 };

export const pairFaults: Fault[] = [
  ...(Object.keys(moments) as (keyof typeof moments)[]).map(
    (moment): Fault => ({
      ...once,
      name: `one of two stopped in ${moment}`,
      inject: (testbed, random, probe) => stopIn(moment, testbed, random, probe),
    }),
  ),
  ...(['database', 'bucket'] as const).map(
    (way): Fault => ({
      ...once,
      name: `one of two without the ${way}`,
      inject: (testbed, random, probe) => cutFrom(way, testbed, random, probe),
    }),
  ),
  { ...once, name: 'one restarted after the other', inject: restartEach },
];

/** One of two processes has another clock than the other one and the database. */
export const secondClockFaults: Fault[] = [
  { ...once, name: 'one of two 90 seconds ahead', inject: (testbed, random) => runAhead(90, false, testbed, random) },
  {
    ...once,
    name: 'one of two 55 minutes ahead',
    inject: (testbed, random) => runAhead(55 * 60, false, testbed, random),
  },
  {
    ...once,
    name: 'one of two restarted 55 minutes ahead',
    inject: (testbed, random) => runAhead(55 * 60, true, testbed, random),
  },
];
