// The letters that remind an owner of a coming release: when they are written, their content, and who gets none.
import { ada, another, rosa } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import { remindOwners } from './remind-owners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const at = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
const days = (count: number) => count * 86_400_000;
const change = (id: string, values: Partial<typeof vaults.$inferInsert>) =>
  app.database.update(vaults).set(values).where(eq(vaults.id, id));
async function dated(inDays: number) {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await paidVault(app, owner, { scheduledReleaseDate: at(days(inDays)).toISOString() });
  return { ...vault, owner };
}

test('a reminder is written from the seventh day on and again from the last, with the number of days left', {
  tags: 'long',
}, async () => {
  const reminded = async (inDays: number) => {
    const vault = await dated(inDays);
    await remindOwners(app.services);
    const rows = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
    return rows.filter(({ kind }) => kind === 'release-reminder').map(({ onceKey }) => onceKey?.split('/')[1]);
  };
  const stopped = await dated(3);
  await remindOwners(app.services, { signal: AbortSignal.abort() });
  expect((await app.lettersTo(stopped.owner.email)).map(({ kind }) => kind)).not.toContain('release-reminder');
  const second = 1 / 86_400;
  expect(await reminded(7 + second)).toEqual([]);
  expect(await reminded(7)).toEqual(['week']);
  expect(await reminded(1 + second)).toEqual(['week']);
  expect(await reminded(1)).toEqual(['day']);
  expect(await reminded(second)).toEqual(['day']);
});

test('a reminder names the date, the days left (at least one) and the page to change it', {
  tags: 'long',
}, async () => {
  for (const [inDays, daysLeft] of [
    [6.4, 6],
    [6.6, 7],
    [0.9, 1],
    [0.1, 1],
  ] as const) {
    const vault = await dated(inDays);
    await remindOwners(app.services);
    expect(await app.lastLetter('release-reminder', vault.owner.email)).toMatchObject({
      vaultTitle: vault.title,
      recipientName: rosa.name,
      daysLeft,
      releaseAt: vault.scheduledReleaseDate,
      link: `${app.services.publicUrl}/vault/${vault.id}?place=release-date`,
    });
  }
});

test('nobody is reminded of a draft or of a released or deleted vault, or after opting out of such letters', {
  tags: 'long',
}, async () => {
  const soon = [await dated(1), await dated(1), await dated(1), await dated(1), await dated(1)];
  const [draft, released, deleting, orphaned, refusing] = soon;
  if (!draft || !released || !deleting || !orphaned || !refusing) throw new Error('there are five');
  await change(draft.id, { paymentStatus: 'unpaid' });
  await change(released.id, { status: 'released', releasedAt: at(0) });
  await change(deleting.id, { status: 'deleting', purgeAt: at(days(7)) });
  const setOwner = (id: string, values: Partial<typeof users.$inferInsert>) =>
    app.database.update(users).set(values).where(eq(users.id, id));
  await setOwner(orphaned.owner.id, { deletedAt: at(0) });
  await setOwner(refusing.owner.id, { refusedLetters: ['release-reminder'] });
  await remindOwners(app.services);
  for (const { id } of soon) {
    const rows = await app.database.select().from(letters).where(eq(letters.vaultId, id));
    expect(rows.filter(({ kind }) => kind === 'release-reminder')).toEqual([]);
  }
});
