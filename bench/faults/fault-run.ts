// Kills the server, or cuts the power of its disk, at random moments under a mixed load of releases and uploads, starts it
// again, and judges what is left.
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CutDisk, makeCutDisk } from '../support/cut-disk.ts';
import { watchLetters } from '../support/letter-folder.ts';
import { type Chance, createChance } from '../support/random.ts';
import { makeFolder, makeServerHome, type ServerHome, type ServerProcess } from '../support/server-process.ts';
import { type Entry, type History, openHistory, readHistory } from './history.ts';
import { findLeftovers } from './leftovers.ts';
import { runLoad } from './load.ts';
import { faultsOf, judge, type Verdict } from './verdict.ts';

export interface FaultRun {
  kills: number;
  seed: number;
  /** Not the process ends but the power: what was not synced to the disk is gone. Needs root. */
  cutsPower?: boolean;
}

export interface FaultReport extends Verdict {
  kills: number;
  starts: number;
  /** Letters that were written more than once, each time with the same Message-ID. Not counted where the power is cut. */
  repeats: number;
  startMilliseconds: number;
  seconds: number;
  /** Where the data and the history are kept when something was found. */
  keptIn: string | null;
}

const uptimeMostMilliseconds = 1500;
/** Half the kills fall into the moments after a release or an upload has begun. */
const delicateMilliseconds = 80;
/** No run takes longer than this for each kill, and this for the rest. */
const secondsPerKill = 10;
const secondsBeside = 180;

export async function runFaults({ kills, seed, cutsPower = false }: FaultRun): Promise<FaultReport> {
  const began = performance.now();
  const folder = makeFolder();
  const disk = cutsPower ? makeCutDisk(folder) : null;
  const home = await makeServerHome({}, folder, disk?.folder);
  const historyFile = path.join(folder, 'history.jsonl');
  const history = openHistory(historyFile);
  const letters = watchLetters(home.dataDirectory);
  const read = () => readHistory(historyFile);
  const verdict = await killAndJudge(home, { kills, seed, disk, history, readHistory: read });
  letters.close();
  history.close();
  const clean = verdict.violations.length === 0;
  const starts = read().flatMap((entry) => (entry.what === 'start' ? [entry.milliseconds] : []));
  disk?.remove();
  if (clean) home.remove();
  return {
    ...verdict,
    kills,
    starts: starts.length,
    repeats: letters.repeats(),
    startMilliseconds: Math.round(median(starts)),
    seconds: Math.round((performance.now() - began) / 1000),
    keptIn: clean ? null : folder,
  };
}

interface Course {
  kills: number;
  seed: number;
  disk: CutDisk | null;
  history: History;
  readHistory: () => Entry[];
}

async function killAndJudge(home: ServerHome, course: Course): Promise<Verdict> {
  const { kills, seed, history } = course;
  const ending = new AbortController();
  const givenUp = new AbortController();
  const limit = setTimeout(() => givenUp.abort(), (secondsBeside + kills * secondsPerKill) * 1000);
  const delicate = new EventEmitter();
  const onDelicate = () => delicate.emit('begun');
  const load = runLoad({ url: home.url, seed, history, ending: ending.signal, givenUp: givenUp.signal, onDelicate });
  const server = await killAtRandom(home, { ...course, delicate }, givenUp.signal).catch((error) => {
    history.write({ what: 'fault', words: String(error) });
    givenUp.abort(); // it does not start any more
  });
  ending.abort();
  await load;
  clearTimeout(limit);
  if (!server) return faultsOf(course.readHistory());
  if (givenUp.signal.aborted) history.write({ what: 'fault', words: 'the run was not done within its time' });
  const verdict = await judge(home, course.readHistory());
  await server.stop();
  verdict.violations.push(...(await findLeftovers(home, verdict.filesListed)));
  return verdict;
}

/** Answers the server that was started after the last kill. */
async function killAtRandom(home: ServerHome, course: Course & { delicate: EventEmitter }, givenUp: AbortSignal) {
  const { kills, seed, disk, history, delicate } = course;
  const chance = createChance(seed, 'kills');
  const start = async (): Promise<ServerProcess> => {
    const server = home.spawn();
    history.write({ what: 'start', milliseconds: await server.ready() });
    return server;
  };
  let server = await start();
  for (let left = kills; left > 0 && !givenUp.aborted; left -= 1) {
    await momentToKill(chance, delicate);
    const database = disk !== null || chance.happens(0.2);
    history.write({ what: 'kill', database, starting: false });
    if (server.hasEnded()) history.write({ what: 'fault', words: 'the server ended by itself' });
    await (database ? server.killWithDatabase() : server.kill());
    disk?.cut();
    await disk?.mountAgain();
    // Some die young, in the middle of what a start makes good.
    if (left > 1 && chance.happens(0.15)) {
      left -= 1;
      const young = home.spawn();
      await delay(chance.next() * uptimeMostMilliseconds);
      history.write({ what: 'kill', database: false, starting: true });
      await young.kill();
    }
    server = await start();
  }
  return server;
}

async function momentToKill(chance: Chance, delicate: EventEmitter): Promise<void> {
  if (chance.happens(0.5)) return delay(chance.next() * uptimeMostMilliseconds);
  await Promise.race([once(delicate, 'begun'), delay(uptimeMostMilliseconds)]);
  return delay(chance.next() * delicateMilliseconds);
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
