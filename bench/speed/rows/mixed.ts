// Everybody at once, with writes that succeed: owners who list, look and create, recipients who read, executors who check a code.
import { vaultForm } from '@remembrance/contract/testing/cast.ts';
import { pssMegabytes } from '../cost.ts';
import { type Request, runLoad } from '../load.ts';
import { type Row, round } from '../row.ts';
import { openWorld, type SeededOwner, seedOwners } from '../world.ts';

const minutes = 10;
const sampleSeconds = 10;

export const mixedRow: Row = {
  name: 'mixed',
  what: `mixed load with successful writes, ${minutes} minutes`,
  goal: 'flat memory, no errors, p99 ≤ 3 × p50',
  async run({ isTrial }) {
    const world = await openWorld();
    try {
      const owners = await seedOwners(world, isTrial ? 100 : 20_000);
      const request = (turn: number): Request => {
        const owner = owners[turn % owners.length] as SeededOwner;
        const headers = { cookie: owner.cookie, origin: world.home.url };
        switch (turn % 10) {
          case 0:
            return {
              method: 'POST',
              path: '/api/vaults',
              headers,
              body: JSON.stringify(vaultForm({ executorEmail: `${owner.id}@example.com` })),
            };
          case 1:
            return { method: 'POST', path: '/api/executor/verify', body: JSON.stringify({ accessCode: owner.code }) };
          case 2:
          case 3:
            return {
              method: 'GET',
              path: `/api/vault-access/verify?token=${owner.linkToken}`,
              headers: { cookie: owner.recipientCookie },
            };
          case 4:
            return { method: 'GET', path: '/' };
          case 5:
            return { method: 'GET', path: `/api/vaults/${owner.vaultId}`, headers };
          default:
            return { method: 'GET', path: '/api/vaults', headers };
        }
      };
      const memory: number[] = [];
      const sampling = setInterval(() => memory.push(pssMegabytes(world.server.pid)), sampleSeconds * 1000);
      // Drafts are limited for each owner, so what was created goes again.
      const clearing = setInterval(
        () =>
          void world.database.query(
            "delete from vaults where payment_status = 'unpaid' and created_at < now() - interval '20 seconds'",
          ),
        sampleSeconds * 1000,
      );
      const load = await runLoad({ port: world.port, seconds: isTrial ? 3 : minutes * 60, request });
      clearInterval(sampling);
      clearInterval(clearing);
      memory.push(pssMegabytes(world.server.pid));
      const errors = Object.entries(load.statuses).filter(([status]) => Number(status) >= 400);
      const third = Math.ceil(memory.length / 3);
      const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
      const growth = mean(memory.slice(-third)) / mean(memory.slice(third, 2 * third).concat(memory.slice(0, 1)));
      return {
        floor: '–',
        product: `${Math.round(load.perSecond)}/s, p50 ${round(load.p50, 1)}, p99 ${round(load.p99, 1)}, max ${round(load.max, 0)} ms, memory ${memory.map((one) => Math.round(one)).join(' ')} MB`,
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
