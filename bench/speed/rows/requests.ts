// Single calls, in alternating rounds with their floors.
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import { readTypedCode } from '@remembrance/server/platform/lib/typed-code.ts';
import { connect, type Request } from '../load.ts';
import { runPaired, type Side, type SideFigures } from '../paired.ts';
import { type Options, type Result, round, type Shared, type SharedRow } from '../row.ts';
import { countLoggedStatements } from '../statements.ts';
import type { SeededOwner } from '../world.ts';

interface Call {
  name: string;
  what: string;
  /** Of the floor's requests a second. */
  goal?: number;
  /** How many statements it may take. */
  maxStatements?: number;
  /** Judged by processor time, where the client is the limit. */
  byCpu?: boolean;
  floor: (owner: SeededOwner, shared: Shared) => Request;
  product: (owner: SeededOwner, shared: Shared) => Request;
  status?: { floor: number; product: number };
  /** Makes what a round uses up. */
  before?: (shared: Shared) => Promise<unknown>;
  isBare?: boolean;
  /** Fewer where more would be refused: forty hashes may wait, and a vault has two. */
  connections?: number;
}

const json = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) });
const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers });
const asOwner = ({ cookie }: SeededOwner, { world }: Shared) => ({ cookie, origin: world.home.url });
const draftBody = { title: 'For Rosa', text: 'The heron came back.' };
const create = (owner: SeededOwner, shared: Shared, planType: 'premium_one_time' | 'basic_one_time'): Request => ({
  ...json('/api/vaults', vaultForm({ planType, executorEmail: `${owner.id}@example.com` })),
  headers: asOwner(owner, shared),
});
const sql =
  (text: string) =>
  ({ world }: Shared) =>
    world.database.query(text);
// Letters of the last round are still being sent, and locking many of them in another order may end in a deadlock.
const lettersWait = 'lock table letters in share row exclusive mode';
const createdByRounds = "activated_at is null or plan_type = 'premium_one_time'";

const calls: Call[] = [
  {
    name: 'session',
    what: 'session alone',
    goal: 1,
    floor: ({ sid }) => get(`/session?sid=${sid}`),
    product: (owner, shared) => get('/api/auth/user', asOwner(owner, shared)),
  },
  {
    name: 'list',
    what: 'session and list',
    goal: 1,
    floor: ({ sid }) => get(`/list?sid=${sid}`),
    product: (owner, shared) => get('/api/vaults', asOwner(owner, shared)),
  },
  {
    name: 'recipient',
    what: "recipient's page, granted, 3 files",
    goal: 0.7,
    floor: ({ linkDigest }) => get(`/recipient?digest=${linkDigest}`),
    product: ({ linkToken, recipientCookie: cookie }) => get(`/api/vault-access/verify?token=${linkToken}`, { cookie }),
  },
  {
    name: 'verify',
    what: 'executor verify, right code, many networks',
    goal: 0.5,
    floor: ({ accessCode }) => json('/verify', { digest: accessCode }),
    product: ({ code }) => json('/api/executor/verify', { accessCode: code }),
  },
  {
    name: 'verify-wrong',
    what: 'executor verify, wrong code, many networks',
    goal: 0.5,
    floor: () => json('/verify', { digest: 'none' }),
    product: () => json('/api/executor/verify', { accessCode: 'AAAAA-AAAAA-AAAAA-AAAAA' }),
    status: { floor: 403, product: 403 },
  },
  {
    name: 'draft',
    what: 'create a draft, hash cost 4',
    goal: 0.7,
    maxStatements: 4,
    floor: ({ sid }) => json('/draft', { sid, ...draftBody }),
    product: (owner, shared) => create(owner, shared, 'basic_one_time'),
    before: sql("delete from vaults where payment_status = 'unpaid'"),
    connections: 16,
  },
  {
    name: 'activate',
    what: 'create on a free place, with letter and job',
    maxStatements: 8,
    floor: ({ sid }) => json('/activate', { sid, ...draftBody }),
    product: (owner, shared) => create(owner, shared, 'premium_one_time'),
    before: async ({ world: { database } }) => {
      await database.query(`${lettersWait}; delete from vaults where ${createdByRounds}`);
      await database.query(`insert into user_subscriptions (id, user_id, plan_id, status)
        select gen_random_uuid(), u.id, p.id, 'active' from users u, plans p
        where p.name = 'premium_one_time' and not exists (select from user_subscriptions s where s.user_id = u.id and s.plan_id = p.id)`);
      await database.query('update user_subscriptions set vaults_created = 0');
    },
    connections: 16,
  },
  {
    name: 'release',
    what: 'release by an executor',
    maxStatements: 7,
    floor: ({ vaultId }) => json('/release', { id: vaultId }),
    product: ({ vaultId, code }) => json(`/api/executor/release/${vaultId}`, { accessCode: readTypedCode(code) }),
    before: async ({ world: { database } }) => {
      await database.query(`${lettersWait}; delete from letters`);
      await database.query(
        `update vaults set status = 'active', released_at = null, released_by = null where id in (select vault_id from executors where code_sent_at is not null)`,
      );
    },
  },
  {
    name: 'landing',
    what: 'landing page',
    goal: 0.7,
    byCpu: true,
    isBare: true,
    // So that the client is the limit. What many ask at once is one batch to a floor that does nothing else.
    connections: 1,
    floor: () => get('/', { 'accept-encoding': 'br' }),
    product: () => get('/', { 'accept-encoding': 'br' }),
  },
];

export const requestRows: SharedRow[] = calls.map((call) => ({
  name: call.name,
  what: call.what,
  goal: goalOf(call),
  run: (shared, options) => measure(call, shared, options),
}));

function goalOf({ goal, byCpu, maxStatements }: Call): string {
  const statements = maxStatements === undefined ? [] : [`≤ ${maxStatements} statements`];
  return [...(goal === undefined ? [] : [`≥ ${goal}${byCpu ? ' by CPU' : ''}`]), ...statements].join(', ');
}

async function measure(call: Call, shared: Shared, options: Options): Promise<Result> {
  const { world, floors, owners } = shared;
  const ownerOf = (turn: number) => owners[turn % owners.length] as SeededOwner;
  const sideOf = (side: 'floor' | 'product'): Side => ({
    port: side === 'product' ? world.port : call.isBare ? floors.barePort : floors.port,
    pid: side === 'product' ? world.server.pid : floors.pid,
    request: (turn) => call[side](ownerOf(turn), shared),
    status: call.status?.[side] ?? 200,
    connections: call.connections,
    before: async () => void (await call.before?.(shared)),
  });
  const figures = await runPaired(sideOf('floor'), sideOf('product'), {
    ...options,
    dataDirectory: world.home.dataDirectory,
  });
  const statements = await statementsOf(call, shared, ownerOf);
  const cpu = (side: SideFigures) => side.nodeCpu + side.databaseCpu;
  const value = call.byCpu ? cpu(figures.floor) / cpu(figures.product) : figures.ratio;
  const range = figures.range.map((one) => round(one)).join('–');
  return {
    floor: show(figures.floor),
    product: show(figures.product),
    value: `${call.byCpu ? round(value) : `${round(value)} [${range}]`}, ${statements} ${statements === 1 ? 'statement' : 'statements'}`,
    isMet: value >= (call.goal ?? 0) && statements <= (call.maxStatements ?? Number.POSITIVE_INFINITY),
    figures: { ...figures, statements },
  };
}

async function statementsOf(call: Call, shared: Shared, ownerOf: (turn: number) => SeededOwner): Promise<number> {
  await call.before?.(shared);
  const connection = await connect(shared.world.port);
  const act = async (turn: number) => {
    const status = await connection.ask(call.product(ownerOf(turn), shared));
    if (status !== (call.status?.product ?? 200)) throw new Error(`${call.name} was answered with ${status}`);
  };
  const statements = await countLoggedStatements(shared.world, act);
  connection.close();
  return statements;
}

const show = ({ perSecond, p50, p99, nodeCpu, databaseCpu }: SideFigures): string =>
  `${Math.round(perSecond)}/s, p50 ${round(p50, 1)}, p99 ${round(p99, 1)} ms, CPU ${Math.round(nodeCpu)} + ${Math.round(databaseCpu)} µs`;
