// Acts are written with their event, and a vault's acts can be read after it is deleted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { listActs, recordAct } from './act-store.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

let at = new Date('2027-03-04T09:30:00Z');
const needs = { clock: { ...systemClock, now: () => at } };

test('an act is written only if its transaction commits', async () => {
  const vaultId = randomUUID();
  const failing = opened.database.transaction(async (tx) => {
    await recordAct(needs, tx, { vaultId, actor: 'executor', event: 'vault-released' });
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  expect(await listActs(opened.database, vaultId)).toEqual([]);
});

test("a vault's acts are listed in order, without those of others, whether or not the vault still exists", async () => {
  const vaultId = randomUUID();
  const executorId = randomUUID();
  await opened.database.transaction(async (tx) => {
    const act = { vaultId, actor: 'executor', actorId: executorId } as const;
    await recordAct(needs, tx, { ...act, event: 'vault-released' });
    at = new Date(at.getTime() - 1000);
    await recordAct(needs, tx, { ...act, event: 'code-used', detail: { title: 'For Rosa' } });
    await recordAct(needs, tx, { vaultId: randomUUID(), actor: 'service', event: 'link-sent' });
  });
  const acts = await listActs(opened.database, vaultId);
  expect(acts.map(({ event, actorId, detail }) => ({ event, actorId, detail }))).toEqual([
    { event: 'code-used', actorId: executorId, detail: { title: 'For Rosa' } },
    { event: 'vault-released', actorId: executorId, detail: {} },
  ]);
});
