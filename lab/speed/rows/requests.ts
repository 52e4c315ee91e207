// Single calls, in alternating rounds with their floors.
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import type { Request } from '../load.ts';
import { type Options, runPaired, type Side, type SideFigures } from '../paired.ts';
import type { SeededOwner } from '../product.ts';
import { type Result, ratioText, round, type Shared, type SharedRow } from '../row.ts';

interface Call {
  name: string;
  what: string;
  /** The goal, as a part of the floor's requests per second. */
  goal: number;
  floor: (owner: SeededOwner, shared: Shared) => Request;
  product: (owner: SeededOwner, shared: Shared) => Request;
  /** Creates the data that a round uses up. */
  before?: (shared: Shared) => Promise<unknown>;
  /** Fewer, because more would be refused: forty hashes may wait, and a vault has two. */
  connections?: number;
}

const json = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) });
const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers });
const asOwner = ({ cookie }: SeededOwner, { product }: Shared) => ({ cookie, origin: product.installation.url });
const draftBody = { title: 'For Rosa', text: 'The heron came back.' };
const calls: Call[] = [
  {
    name: 'session',
    what: 'the session',
    goal: 0.5,
    floor: ({ sid }) => get(`/session?sid=${sid}`),
    product: (owner, shared) => get('/api/auth/user', asOwner(owner, shared)),
  },
  {
    name: 'list',
    what: 'session and list of vaults',
    goal: 0.5,
    floor: ({ sid }) => get(`/list?sid=${sid}`),
    product: (owner, shared) => get('/api/vaults', asOwner(owner, shared)),
  },
  {
    name: 'recipient',
    what: "recipient's page, granted, 3 files",
    goal: 0.5,
    floor: ({ linkDigest }) => get(`/recipient?digest=${linkDigest}`),
    product: ({ linkToken, recipientCookie: cookie }) => get(`/api/vault-access/verify?token=${linkToken}`, { cookie }),
  },
  {
    name: 'verify',
    what: 'executor verify, right code, many networks',
    goal: 0.4,
    floor: ({ accessCode }) => json('/verify', { digest: accessCode }),
    product: ({ code }) => json('/api/executor/verify', { accessCode: code }),
  },
  {
    name: 'draft',
    what: 'create a draft, hash cost 4',
    goal: 0.4,
    floor: ({ sid }) => json('/draft', { sid, ...draftBody }),
    product: (owner, shared) => ({
      ...json('/api/vaults', vaultForm({ planType: 'basic_one_time', executorEmail: `${owner.id}@example.com` })),
      headers: asOwner(owner, shared),
    }),
    before: ({ product }) => product.database.query("delete from vaults where payment_status = 'unpaid'"),
    connections: 16,
  },
];

export const requestRows: SharedRow[] = calls.map((call) => ({
  name: call.name,
  what: call.what,
  goal: `≥ ${call.goal}`,
  run: (shared, options) => measure(call, shared, options),
}));

async function measure(call: Call, shared: Shared, options: Options): Promise<Result> {
  const { product, floors, owners } = shared;
  const ownerOf = (turn: number) => owners[turn % owners.length] as SeededOwner;
  const sideOf = (side: 'floor' | 'product'): Side => ({
    port: side === 'product' ? product.port : floors.port,
    request: (turn) => call[side](ownerOf(turn), shared),
    status: 200,
    connections: call.connections,
    before: async () => void (await call.before?.(shared)),
  });
  const figures = await runPaired(sideOf('floor'), sideOf('product'), options);
  return {
    floor: show(figures.floor),
    product: show(figures.product),
    value: ratioText(figures),
    isMet: figures.ratio >= call.goal,
    figures,
  };
}

const show = ({ perSecond, p50, p99 }: SideFigures): string =>
  `${Math.round(perSecond)}/s, p50 ${round(p50, 1)}, p99 ${round(p99, 1)} ms`;
