// Everybody at once, with writes that succeed: owners who list, look and create, recipients who read, executors who check a code.
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import { pssMegabytes } from '../cost.ts';
import { type Request, runLoad } from '../load.ts';
import { type Row, round } from '../row.ts';
import { openWorld, type SeededOwner, seedOwners } from '../world.ts';

const minutes = 10;
const sampleSeconds = 10;
const clearSeconds = 1;
/** Prime, so that each owner comes with each call. */
const usualOwners = 19_997;

interface Call {
  /** Of two hundred requests. */
  share: number;
  request: (owner: SeededOwner, headers: Record<string, string>, turn: number) => Request;
}

/** An owner creates a vault once and looks at it often. */
const calls: Record<string, Call> = {
  list: { share: 86, request: (_, headers) => ({ method: 'GET', path: '/api/vaults', headers }) },
  vault: { share: 24, request: ({ vaultId }, headers) => ({ method: 'GET', path: `/api/vaults/${vaultId}`, headers }) },
  recipient: {
    share: 40,
    request: ({ linkToken, recipientCookie: cookie }) => ({
      method: 'GET',
      path: `/api/vault-access/verify?token=${linkToken}`,
      headers: { cookie },
    }),
  },
  landing: { share: 40, request: () => ({ method: 'GET', path: '/', headers: { 'accept-encoding': 'br' } }) },
  code: {
    share: 8,
    request: ({ code }) => ({
      method: 'POST',
      path: '/api/executor/verify',
      body: JSON.stringify({ accessCode: code }),
    }),
  },
  edit: {
    share: 1,
    request: ({ vaultId }, headers, turn) => ({
      method: 'PATCH',
      path: `/api/vaults/${vaultId}`,
      headers,
      body: JSON.stringify({ title: `For Rosa, ${turn}` }),
    }),
  },
  draft: {
    share: 1,
    request: ({ id }, headers) => ({
      method: 'POST',
      path: '/api/vaults',
      headers,
      body: JSON.stringify(vaultForm({ executorEmail: `${id}@example.com` })),
    }),
  },
};
const deck = Object.entries(calls).flatMap(([name, { share, request }]) => Array(share).fill({ name, request }));
/** Shares no factor with the two hundred, so that each call comes evenly spread. */
const stride = 61;

export const mixedRow: Row = {
  name: 'mixed',
  what: `mixed load with successful writes, ${minutes} minutes`,
  goal: 'flat memory, no errors, p99 ≤ 3 × p50',
  async run({ isTrial }) {
    const world = await openWorld();
    try {
      const owners = await seedOwners(world, isTrial ? 101 : usualOwners);
      const request = (turn: number): Request => {
        const owner = owners[turn % owners.length] as SeededOwner;
        const { name, request } = deck[(turn * stride) % deck.length] as Call & { name: string };
        return { name, ...request(owner, { cookie: owner.cookie, origin: world.home.url }, turn) };
      };
      const memory: number[] = [];
      const sampling = setInterval(() => memory.push(pssMegabytes(world.server.pid)), sampleSeconds * 1000);
      // Drafts are limited for each owner, so what was created goes again.
      const clearing = setInterval(
        () =>
          void world.database.query(
            "delete from vaults where payment_status = 'unpaid' and created_at < now() - interval '20 seconds'",
          ),
        clearSeconds * 1000,
      );
      const load = await runLoad({
        port: world.port,
        seconds: isTrial ? 3 : minutes * 60,
        request,
      });
      clearInterval(sampling);
      clearInterval(clearing);
      memory.push(pssMegabytes(world.server.pid));
      const errors = Object.entries(load.statuses).filter(([status]) => Number(status) >= 400);
      const third = Math.ceil(memory.length / 3);
      const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
      const growth = mean(memory.slice(-third)) / mean(memory.slice(third, 2 * third).concat(memory.slice(0, 1)));
      const each = Object.entries(load.byName)
        .map(([name, { p50, p99 }]) => `${name} ${round(p50, 1)} and ${round(p99, 1)}`)
        .join(', ');
      return {
        floor: '–',
        product: `${Math.round(load.perSecond)}/s, p50 ${round(load.p50, 1)}, p99 ${round(load.p99, 1)}, max ${round(load.max, 0)} ms, memory ${memory.map((one) => Math.round(one)).join(' ')} MB; ${each}`,
        value: `p99 ${round(load.p99 / load.p50)} × p50; ${JSON.stringify(Object.fromEntries(errors))}; memory × ${round(growth)}`,
        isMet: errors.length === 0 && load.p99 <= 3 * load.p50 && growth <= 1.15,
        figures: { load, memory },
      };
    } finally {
      await world.server.stop();
      await world.close();
      world.home.remove();
    }
  },
};
