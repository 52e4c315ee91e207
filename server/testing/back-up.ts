// A backup of the test's database and its restore, while the application runs: the journal keeps the lines that were written later.
import { expect } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { liftHold } from '../src/operations/restore/lift-hold.ts';
import { writeJournal } from '../src/records/journal/journal-writer.ts';
import { openRestoreHold } from '../src/records/journal/restore-hold.ts';
import { copyRows } from './put-back.ts';
import type { TestApp } from './test-app.ts';

/** Copies every row now. @returns a restore of them, which starts the hold and follows the journal */
export async function backUp({ services, ownerConnection = {} }: TestApp): Promise<() => Promise<void>> {
  await writeJournal(services);
  const putBack = await copyRows(ownerConnection, { losesConnections: false });
  return async () => {
    await writeJournal(services);
    await putBack();
    await openRestoreHold(services);
    expect(await services.restoreHold.isOn()).toBe(true);
    await followJournal(services);
  };
}

/** Lifts the hold after the restore. */
export async function lift({ services, database }: TestApp): Promise<void> {
  const followed = (await followJournal(services)) ?? expect.fail('there is no hold');
  await database.transaction((tx) => liftHold(services, tx, followed));
  await services.restoreHold.isOn();
}
