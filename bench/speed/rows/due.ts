// Ten thousand vaults whose dates have passed: how fast they are released, how fast their letters leave, what a caller notices of it,
// and how soon the service starts and stops in the middle of it.
import { setTimeout as delay } from 'node:timers/promises';
import { type LoadResult, runLoad } from '../load.ts';
import { type Options, type Row, round } from '../row.ts';
import { openWorld, seedOwners, type World, worldOf } from '../world.ts';

const countOf = ({ isTrial }: Options) => (isTrial ? 300 : 10_000);
const dates = (when: string) =>
  `update vaults set scheduled_release_date = ${when} where status = 'active' and title = 'For Rosa'`;
const overdue = dates("now() - interval '1 hour'");

async function figuresOf({ database }: World): Promise<{ released: number; sent: number }> {
  const { rows } = await database.query(`select
    (select count(*)::int from vaults where released_at is not null and scheduled_release_date is not null) as released,
    (select count(*)::int from letters where status = 'sent' and kind in ('recipient-invitation', 'vault-released')) as sent`);
  return rows[0];
}

/** Vaults that were released without exactly one link, letter and audit line of each kind. */
async function findHalfDone({ database }: World): Promise<number> {
  const { rows } = await database.query(`select count(*)::int as n from vaults v where released_at is not null
    and scheduled_release_date is not null and not (
      (select count(*) from access_verifications where vault_id = v.id) = 1
      and (select count(*) from letters where vault_id = v.id and kind = 'recipient-invitation') = 1
      and (select count(*) from letters where vault_id = v.id and kind = 'vault-released') = 1
      and (select count(*) from audit_lines where vault_id = v.id and event = 'vault-released') = 1)`);
  return rows[0].n;
}

async function watch(world: World, count: number) {
  const until = async (done: (now: { released: number; sent: number }) => boolean) => {
    for (;;) {
      if (done(await figuresOf(world))) return performance.now();
      await delay(20);
    }
  };
  const began = await until(({ released }) => released > 0);
  const released = await until((now) => now.released >= count);
  const sent = await until((now) => now.sent >= 2 * count);
  return { releaseSeconds: (released - began) / 1000, letterSeconds: (sent - began) / 1000 };
}

const listing = async (world: World, seconds: number, cookie: string): Promise<LoadResult> =>
  runLoad({
    port: world.port,
    connections: 4,
    seconds,
    request: () => ({ method: 'GET', path: '/api/vaults', headers: { cookie } }),
  });

export const dueRow: Row = {
  name: 'due',
  what: 'overdue releases with all letters, to the folder',
  goal: '≥ 2,000/s released, letters ≥ 1,000/s, p99 ≤ 2 × idle, each once',
  async run(options) {
    const world = await openWorld();
    try {
      const [owner, ...others] = await seedOwners(world, countOf(options) + 1);
      await world.database.query('update executors set access_code = null');
      await world.database.query(dates('null'));
      const idle = await listing(world, options.seconds, owner?.cookie ?? '');
      await world.database.query(`${overdue} and creator_id <> $1`, [owner?.id]);
      const watching = watch(world, others.length);
      const beside = await listing(world, Math.max(options.seconds * 3, 12), owner?.cookie ?? '');
      const { releaseSeconds, letterSeconds } = await watching;
      const released = others.length / releaseSeconds;
      const letters = (2 * others.length) / letterSeconds;
      const halfDone = await findHalfDone(world);
      const slower = beside.p99 / idle.p99;
      return {
        floor: '36,000/s in bare SQL',
        product: `${Math.round(released)}/s released, ${Math.round(letters)} letters/s, p99 ${round(beside.p99, 1)} ms beside it (idle ${round(idle.p99, 1)})`,
        value: `${Math.round(released)}/s; ${Math.round(letters)}/s; ${round(slower)} × idle; ${halfDone} half done`,
        isMet: released >= 2000 && letters >= 1000 && slower <= 2 && halfDone === 0,
        figures: { releaseSeconds, letterSeconds, idle, beside, halfDone },
      };
    } finally {
      await world.server.stop();
      await world.close();
      world.home.remove();
    }
  },
};

/** Starts and stops around a backlog. */
export const backlogRow: Row = {
  name: 'start-and-stop',
  what: 'second start; start and stop with overdue releases',
  goal: 'start ≤ 1.2 s, with a backlog ≤ 1.5 s, stop ≤ 5 s, nothing half done',
  async run(options) {
    const world = await openWorld();
    const { home } = world;
    const starts: number[] = [];
    let { server } = world;
    const restart = async () => {
      await server.stop();
      server = home.spawn();
      return (await server.ready()) / 1000;
    };
    try {
      for (let turn = 0; turn < options.rounds; turn += 1) starts.push(await restart());
      const filled = await worldOf(home, server);
      await seedOwners(filled, countOf(options));
      await filled.database.query('update executors set access_code = null');
      await filled.database.query(overdue);
      await filled.close();
      const withBacklog = await restart();
      await delay(options.isTrial ? 0 : 500);
      const began = performance.now();
      await server.stop();
      const stop = (performance.now() - began) / 1000;
      server = home.spawn();
      await server.ready();
      const after = await worldOf(home, server);
      const halfDone = await findHalfDone(after);
      const { released } = await figuresOf(after);
      await after.close();
      const start = starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)] ?? 0;
      return {
        floor: 'bare node 0.15 s',
        product: `start ${round(start)} s [${starts.map((one) => round(one)).join(', ')}], with a backlog ${round(withBacklog)} s, stop ${round(stop)} s, ${released} released`,
        value: `${round(start)} s; ${round(withBacklog)} s; ${round(stop)} s; ${halfDone} half done`,
        isMet: start <= 1.2 && withBacklog <= 1.5 && stop <= 5 && halfDone === 0,
        figures: { starts, withBacklog, stop, halfDone, released },
      };
    } finally {
      await server.stop();
      home.remove();
    }
  },
};
