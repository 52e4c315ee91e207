// The journal's releases in a restored database.
import { ada, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaults } from '../../platform/database/schema.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { releaseAsRecorded } from './release-as-recorded.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a vault is released once, with the time and executor of the journal, and not if it cannot be', async () => {
  const vault = await paidVault(app, await signedIn(app, ada));
  const now = app.clock.now();
  const releasedAt = minutesLater(now, -90);
  const recorded = { vaultId: vault.id, releasedAt: releasedAt.toISOString(), releasedBy: edda.name };
  const release = (vaultId = vault.id) =>
    app.database.transaction((tx) => releaseAsRecorded(tx, { ...recorded, vaultId }, now));
  expect(await release()).toMatchObject({
    vault: { id: vault.id, releasedAt, releasedBy: edda.name },
    executor: { name: edda.name, email: edda.email },
  });
  const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
  expect(row).toMatchObject({ status: 'released', releasedAt, releasedBy: edda.name, updatedAt: now });
  expect(await release()).toBeNull();
  expect(await release(crypto.randomUUID())).toBeNull();
});
