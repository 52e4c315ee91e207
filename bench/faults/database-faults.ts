// Kills database processes or connections, or freezes the database, while the server keeps running.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { createCaller } from '../support/caller.ts';
import { inDatabase, postmasterOf } from '../support/embedded-database.ts';
import { commandOf, processesIn, signal } from '../support/processes.ts';
import type { Chance } from '../support/random.ts';
import { clusterOf } from '../support/server-process.ts';
import type { Fault } from './fault.ts';
import { complain, type World } from './world.ts';

const answerWithinSeconds = 12;
const askedAtOnce = 5;
const codeOfNobody = 'ABCDE-FGHJK-MNPQR-STVWX';

const postgres = (world: World) => processesIn(clusterOf(world.home.dataDirectory));
const backends = (world: World) => postgres(world).filter((pid) => commandOf(pid).startsWith('postgres: remembrance'));

const ours = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

/** Ends each connection that is seen between two statements of a transaction: there it is lost while nothing is asked of it. */
const endTransactions = `do $$
declare
  endsAt timestamptz := clock_timestamp() + interval '2 seconds';
begin
  while clock_timestamp() < endsAt loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) ${ours} and state = 'idle in transaction';
  end loop;
end $$`;

async function freeze(world: World, seconds: number): Promise<void> {
  const frozen = postgres(world);
  signal(frozen, 'SIGSTOP');
  try {
    const asked = Array.from({ length: askedAtOnce }, () => secondsToAnswer(world));
    await delay(seconds * 1000);
    if (seconds < answerWithinSeconds) return;
    const slowest = Math.max(...(await Promise.all(asked)));
    if (slowest > answerWithinSeconds)
      complain(world, `a request was answered after ${slowest.toFixed(1)} s while the database was frozen`);
  } finally {
    signal(frozen, 'SIGCONT');
  }
}

/** The duration of a call that queries the database. */
async function secondsToAnswer({ home }: World): Promise<number> {
  const began = performance.now();
  await createCaller(home.url)
    .call(api.verifyExecutor, { body: { accessCode: codeOfNobody } })
    .catch(() => null);
  return (performance.now() - began) / 1000;
}

export const databaseFaults: Fault[] = [
  {
    name: 'one backend killed',
    weight: 10,
    async strike(world, chance: Chance) {
      const found = backends(world);
      signal(found.slice(chance.between(0, Math.max(0, found.length - 1))).slice(0, 1), 'SIGKILL');
    },
  },
  {
    name: 'postmaster killed',
    weight: 8,
    strike: async (world) => signal([postmasterOf(world.home.dataDirectory)], 'SIGKILL'),
  },
  {
    name: 'one connection ended',
    weight: 10,
    async strike(world) {
      await inDatabase(
        world.home.dataDirectory,
        `select pg_terminate_backend(pid) ${ours} order by state = 'idle', random() limit 1`,
      );
    },
  },
  {
    name: 'every connection ended',
    weight: 6,
    async strike(world) {
      await inDatabase(world.home.dataDirectory, `select pg_terminate_backend(pid) ${ours}`);
    },
  },
  {
    name: 'every transaction ended for 2 s',
    weight: 4,
    strike: async (world) => void (await inDatabase(world.home.dataDirectory, endTransactions)),
  },
  { name: 'database frozen for 4 s', weight: 5, strike: (world) => freeze(world, 4) },
];

export const longFreeze: Fault = {
  name: 'database frozen for 30 s',
  weight: 1,
  strike: (world) => freeze(world, 30),
};
