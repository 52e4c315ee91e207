import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/open-database.ts';
import { newId } from '../lib/ids.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { listAudit, recordAudit } from './audit-store.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const at = new Date('2027-03-04T09:30:00Z');

test('AUD-1: a line exists exactly when what it tells of does', async () => {
  const vaultId = randomUUID();
  const failing = opened.database.transaction(async (tx) => {
    await recordAudit(tx, { id: newId(at), vaultId, actor: 'executor', event: 'vault-released', at });
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  expect(await listAudit(opened.database, vaultId)).toEqual([]);
});

test('AUD-2: a vault is told of in order, by its own lines only, whether or not it still exists', async () => {
  const vaultId = randomUUID();
  const executorId = randomUUID();
  await opened.database.transaction(async (tx) => {
    const line = { vaultId, actor: 'executor', actorId: executorId } as const;
    await recordAudit(tx, { ...line, id: newId(at), event: 'vault-released', at: new Date(at.getTime() + 1000) });
    await recordAudit(tx, { ...line, id: newId(at), event: 'code-used', detail: { title: 'For Rosa' }, at });
    await recordAudit(tx, { id: newId(at), vaultId: randomUUID(), actor: 'service', event: 'link-sent', at });
  });
  const lines = await listAudit(opened.database, vaultId);
  expect(lines.map(({ event, actorId, detail }) => ({ event, actorId, detail }))).toEqual([
    { event: 'code-used', actorId: executorId, detail: { title: 'For Rosa' } },
    { event: 'vault-released', actorId: executorId, detail: {} },
  ]);
});
