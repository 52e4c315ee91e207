// Kills database processes or connections, or freezes the database, while the server keeps running.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { inDatabase, postmasterOf } from '../support/embedded-database.ts';
import { createCaller } from '../support/http-client.ts';
import { clusterOf } from '../support/installation.ts';
import { commandOf, processesIn, signal } from '../support/processes.ts';
import type { Random } from '../support/random.ts';
import type { Fault } from './faults.ts';
import { recordViolation, type Testbed } from './testbed.ts';

const answerWithinSeconds = 12;
const askedAtOnce = 5;
const codeOfNobody = 'ABCDE-FGHJK-MNPQR-STVWX';

const postgres = (testbed: Testbed) => processesIn(clusterOf(testbed.installation.dataDirectory));
const backends = (testbed: Testbed) =>
  postgres(testbed).filter((pid) => commandOf(pid).startsWith('postgres: remembrance'));

const ours = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

/** Ends each connection that is idle between two statements of a transaction. */
const endTransactions = `do $$
declare
  endsAt timestamptz := clock_timestamp() + interval '2 seconds';
begin
  while clock_timestamp() < endsAt loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) ${ours} and state = 'idle in transaction';
  end loop;
end $$`;

async function freeze(testbed: Testbed, seconds: number): Promise<void> {
  const frozen = postgres(testbed);
  signal(frozen, 'SIGSTOP');
  try {
    const asked = Array.from({ length: askedAtOnce }, () => secondsToAnswer(testbed));
    await delay(seconds * 1000);
    if (seconds < answerWithinSeconds) return;
    const slowest = Math.max(...(await Promise.all(asked)));
    if (slowest > answerWithinSeconds)
      recordViolation(testbed, `a request was answered after ${slowest.toFixed(1)} s while the database was frozen`);
  } finally {
    signal(frozen, 'SIGCONT');
  }
}

/** The duration of a call that queries the database. */
async function secondsToAnswer({ installation }: Testbed): Promise<number> {
  const began = performance.now();
  await createCaller(installation.url)
    .call(api.verifyExecutor, { body: { accessCode: codeOfNobody } })
    .catch(() => null);
  return (performance.now() - began) / 1000;
}

export const databaseFaults: Fault[] = [
  {
    name: 'one backend killed',
    weight: 10,
    async inject(testbed, random: Random) {
      const found = backends(testbed);
      signal(found.slice(random.between(0, Math.max(0, found.length - 1))).slice(0, 1), 'SIGKILL');
    },
  },
  {
    name: 'postmaster killed',
    weight: 8,
    inject: async (testbed) => signal([postmasterOf(testbed.installation.dataDirectory)], 'SIGKILL'),
  },
  {
    name: 'one connection ended',
    weight: 10,
    async inject(testbed) {
      await inDatabase(
        testbed.installation.dataDirectory,
        `select pg_terminate_backend(pid) ${ours} order by state = 'idle', random() limit 1`,
      );
    },
  },
  {
    name: 'every connection ended',
    weight: 6,
    async inject(testbed) {
      await inDatabase(testbed.installation.dataDirectory, `select pg_terminate_backend(pid) ${ours}`);
    },
  },
  {
    name: 'every transaction ended for 2 s',
    weight: 4,
    inject: async (testbed) => void (await inDatabase(testbed.installation.dataDirectory, endTransactions)),
  },
  { name: 'database frozen for 4 s', weight: 5, inject: (testbed) => freeze(testbed, 4) },
];

export const longFreeze: Fault = {
  name: 'database frozen for 30 s',
  weight: 1,
  inject: (testbed) => freeze(testbed, 30),
};
