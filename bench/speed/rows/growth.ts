// Whether the calls stay as fast as the installation grows: the median of each call, one after the other, small and large.
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import { connect, type Request } from '../load.ts';
import { median } from '../paired.ts';
import { type Options, type Row, round } from '../row.ts';
import { openWorld, type SeededOwner, seedOwners, type World } from '../world.ts';

const small = 10_000;
const largeOf = ({ isTrial }: Options) => (isTrial ? 20_000 : Number(process.env.GROWTH_VAULTS ?? 5_000_000));
const step = 100_000;

const get = (path: string, cookie: string): Request => ({ method: 'GET', path, headers: { cookie } });
const calls: Record<string, (owner: SeededOwner, world: World) => Request> = {
  session: ({ cookie }) => get('/api/auth/user', cookie),
  list: ({ cookie }) => get('/api/vaults', cookie),
  vault: ({ cookie, vaultId }) => get(`/api/vaults/${vaultId}`, cookie),
  link: ({ linkToken, recipientCookie }) => get(`/api/vault-access/verify?token=${linkToken}`, recipientCookie),
  verify: ({ code }) => ({ method: 'POST', path: '/api/executor/verify', body: JSON.stringify({ accessCode: code }) }),
  draft: ({ cookie, id }, { home }) => ({
    method: 'POST',
    path: '/api/vaults',
    headers: { cookie, origin: home.url },
    body: JSON.stringify(vaultForm({ executorEmail: `${id}@example.com` })),
  }),
};

/** With ids that grow with time, as ours do. */
async function grow({ database }: World, to: number): Promise<void> {
  const { rows } = await database.query('select count(*)::int as n from vaults');
  for (let from = rows[0].n; from < to; from += step) {
    const count = Math.min(step, to - from);
    await database.query(
      `with u as (insert into users (id, email) select uuidv7(), gen_random_uuid() || '@example.com' from generate_series(1, ${count}) returning id),
      v as (insert into vaults (id, creator_id, plan_type, title, recipient_name, recipient_email, message, payment_status, scheduled_release_date)
        select uuidv7(), id, 'basic_one_time', 'For Rosa', 'Rosa', 'rosa@example.com', repeat('The herons came back. ', 20), 'paid',
          now() + random() * interval '20 years' + interval '30 days' from u returning id),
      e as (insert into executors (vault_id, name, email, access_code, code_salt) select id, '', 'edda@example.com', id::text || 'x', '' from v),
      q as (insert into security_questions (vault_id, position, question, answer) select id, 0, 'Where?', repeat('x', 60) from v),
      l as (insert into letters (id, kind, vault_id, recipient, message_id, status, due_at, created_at)
        select uuidv7(), 'executor-code', id, 'edda@example.com', id::text, 'sent', now(), now() from v)
      insert into acts (id, vault_id, actor, event, at) select uuidv7(), id, 'owner', 'vault-created', now() from v`,
    );
  }
  await database.query('vacuum analyze');
}

async function medianOf(world: World, owners: readonly SeededOwner[], request: (typeof calls)[string], turns: number) {
  const connection = await connect(world.port);
  const latencies: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const asked = performance.now();
    await connection.ask(request(owners[turn % owners.length] as SeededOwner, world));
    latencies.push(performance.now() - asked);
  }
  connection.close();
  return median(latencies.slice(turns / 4));
}

export const growthRow: Row = {
  name: 'growth',
  what: `growth from ${small} vaults, median of each call, warm`,
  goal: '≤ 1.3',
  async run(options) {
    const world = await openWorld();
    try {
      const owners = await seedOwners(world, 200);
      const turns = options.isTrial ? 40 : 800;
      const measure = async () => {
        const medians: Record<string, number> = {};
        // Twice, and the first is not counted, so that nothing is cold.
        for (const _ of [0, 1])
          for (const [name, request] of Object.entries(calls)) {
            await world.database.query("delete from vaults where payment_status = 'unpaid'");
            medians[name] = await medianOf(world, owners, request, turns);
          }
        return medians;
      };
      await grow(world, small);
      const before = await measure();
      const large = largeOf(options);
      await grow(world, large);
      const after = await measure();
      const ratios = Object.keys(calls).map((name) => [name, (after[name] ?? 0) / (before[name] ?? 1)] as const);
      const worst = Math.max(...ratios.map(([, ratio]) => ratio));
      return {
        floor: '1.0',
        product: `${large} vaults: ${ratios.map(([name, ratio]) => `${name} ${round(ratio)}`).join(', ')}`,
        value: round(worst),
        isMet: worst <= 1.3,
        figures: { before, after, large },
      };
    } finally {
      await world.server.stop();
      await world.close();
      world.home.remove();
    }
  },
};
