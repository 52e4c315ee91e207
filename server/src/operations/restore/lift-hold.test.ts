// What the operator reads before a hold ends.
import { expect, test } from 'vitest';
import { describeHold } from './lift-hold.ts';

const nothing = {
  missingVaults: [],
  notReleased: [],
  unmailedCodes: [],
  bothSides: [],
  waitingLetters: 0,
  findings: [],
};
const report = (missingVaults: string[]) => ({
  withoutJournal: null,
  unknownVaults: [],
  changed: {},
  inDoubt: { ...nothing, missingVaults, reached: 7 },
  owners: new Map<string, string>(),
});

test('a vault that is newer than the backup is announced before it is named, although nothing else changed', () => {
  const unchanged = 'According to the journal, nothing that is in this database was changed since the backup.';
  expect(describeHold(report([]))).toBe(unchanged);
  expect(describeHold(report(['one'])).split('\n')).toEqual([
    `${unchanged} One vault is newer than it:`,
    expect.stringMatching(/^Vault one of .*: created after the backup, so it is lost/),
  ]);
  expect(describeHold(report(['one', 'two']))).toContain('2 vaults are newer than it:');
});
