// The large restore drill: 200 vaults in every state (DRILL_VAULTS sets how many), restored with the newest journal and with every wrong
// journal, key file, secret and folder. Prints a line for each case.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setHead } from '../src/records/journal/journal-store.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import { addressOf } from '../testing/database-address.ts';
import { recipientOf } from '../testing/people.ts';
import { changeVaults, changeWithoutLetters } from '../testing/restore-drill/change-vaults.ts';
import { assemble, copyMachine, type Machine, machineIn, type Parts } from '../testing/restore-drill/drill-machine.ts';
import { createVaults, type DrillVault, file, noteReleased } from '../testing/restore-drill/drill-vaults.ts';
import {
  type DrillReport,
  judgeRestore,
  readSentLetters,
  type SentLetter,
  sendAll,
} from '../testing/restore-drill/judge-restore.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

/** 14 of the 200 vaults are created after the backup. */
const count = Math.round(Number(process.env.DRILL_VAULTS ?? 200) * 0.93);
const home = makeTestFolder();
const place = (name: string) => path.join(home, name);
const old = machineIn(place('old'));
/** Copies of the journal: from before the backup, from after the first half of the later changes, and the last one. */
const journals = { early: place('journal-early'), middle: place('journal-middle'), newest: place('old/journal') };
const parts = (different: Partial<Parts> = {}): Parts => ({
  backup: place('backup'),
  journal: journals.newest,
  ...different,
});

let atDisaster: DrillVault[];
let lettersBefore: SentLetter[];
/** A machine that was restored with the newest journal and never started. */
let restored: Machine;
/** The changes that the first restored service made later. */
let afterFirst: { machine: Machine; vaults: DrillVault[] };
/** A machine that was restored with the middle journal and then continued. */
let afterMiddle: Machine;
let machines = 0;

/** A judgement changes vaults, so each case starts with the vaults of the disaster. */
const copies = (vaults: readonly DrillVault[]) =>
  vaults.map((one) => ({
    ...one,
    withdrawnCodes: [...one.withdrawnCodes],
    formerEmails: [...one.formerEmails],
  }));

beforeAll(async () => {
  const app = await openAppIn(old.dataDirectory);
  const numbers = Array.from({ length: count }, (_, number) => number);
  const half = Math.floor(count / 2);
  const vaults = await createVaults(app, numbers.slice(0, half));
  cpSync(path.join(old.dataDirectory, 'keyring.json'), place('keyring-of-yesterday.json'));
  expect(old.run('keys', 'rotate')).toMatchObject({ status: 0 });
  vaults.push(...(await createVaults(app, numbers.slice(half))));
  await app.services.writeJournal();
  cpSync(journals.newest, journals.early, { recursive: true });
  await app.sendLetters();
  expect(old.run('backup', place('backup'))).toMatchObject({ status: 0 });
  app.clock.pass({ days: 2 });
  await releaseDueVaults(app.services, { onFailure: (_, error) => expect.unreachable(String(error)) });
  for (const one of vaults.filter(({ state }) => state === 'dated')) await noteReleased(app, one);
  for (const wave of [0, 1] as const) {
    vaults.push(
      ...(await changeVaults(
        app,
        vaults.filter((one) => one.wave === wave),
      )),
    );
    await app.sendLetters();
    await app.services.writeJournal();
    if (wave === 0) cpSync(journals.newest, journals.middle, { recursive: true });
  }
  expect(old.run('backup', place('later-backup'))).toMatchObject({ status: 0 });
  await changeWithoutLetters(app, vaults);
  await app.services.writeJournal();
  await app.close();
  await makeStranger();
  atDisaster = vaults;
  lettersBefore = readSentLetters(old.dataDirectory);
  restored = assemble(place('restored'), parts());
  expect(restored.run('restore', place('backup'))).toMatchObject({ status: 0 });
}, 600_000);

/** Another installation, with its own secret, key file, journal and files folder. */
async function makeStranger(): Promise<void> {
  const app = await openAppIn(place('stranger'));
  await createVaults(app, [1]);
  await app.services.writeJournal();
  await app.close();
}

afterAll(() => rmSync(home, { recursive: true }));

const nothing: DrillReport = { lettersToFormerPeople: [], revivedCodes: [], silentLosses: [], repeatedLetters: [] };
const print = (what: string, came: string) => console.log(`drill: ${what.padEnd(56)} ${came}`);
const printReport = (what: string, report: DrillReport) =>
  print(
    what,
    `${report.lettersToFormerPeople.length} letters to former people, ${report.revivedCodes.length} codes revived, ` +
      `${report.silentLosses.length} silent losses, ${report.repeatedLetters.length} letters twice`,
  );

const newPlace = () => place(`machine-${++machines}`);

/** Starts it, lets the operator lift the hold, and judges it. */
async function useRestored(machine: Machine, vaults: DrillVault[], sentBefore: readonly SentLetter[]) {
  const app = await openAppIn(machine.dataDirectory);
  try {
    app.clock.pass({ days: 3 });
    const holdReport = await runCommand(app.services, 'lift-hold', { subject: '', reason: 'the drill' });
    return { holdReport, report: await judgeRestore({ app, vaults, holdReport, sentBefore }) };
  } finally {
    await app.close();
  }
}

test('with the newest journal no former recipient gets a letter, no withdrawn code works, and each loss is named', async () => {
  const machine = copyMachine(restored, newPlace());
  const vaults = copies(atDisaster);
  const { report } = await useRestored(machine, vaults, lettersBefore);
  printReport('the newest journal', report);
  expect(report).toEqual(nothing);
  afterFirst = { machine, vaults };
});

test('a restore that ignores the journal breaks each of the drill’s promises', async () => {
  const machine = copyMachine(restored, newPlace());
  const app = await openAppIn(machine.dataDirectory);
  const last = await app.services.journalFile.readLast();
  await setHead(app.database, { position: last?.position ?? 0, digest: last?.digest ?? null });
  await app.close();
  const { report } = await useRestored(machine, copies(atDisaster), lettersBefore);
  printReport('control: the journal is not followed', report);
  for (const found of Object.values(report)) expect(found.length).toBeGreaterThan(0);
});

test('a journal that ends between the backup and the disaster is applied to its end, and the restore reports when that was', async () => {
  const machine = assemble(newPlace(), parts({ journal: journals.middle }));
  const end = linesOf(journals.middle).at(-1)?.at;
  const { status, stdout } = machine.run('restore', place('backup'));
  expect([status, stdout]).toEqual([0, expect.stringContaining(`continues until ${end};`)]);
  // No record shows what happened after its end.
  const known = copies(atDisaster).filter(
    ({ state, wave }) =>
      !state.endsWith('-waiting') && (wave === 0 || ['draft', 'released', 'read', 'dated'].includes(state)),
  );
  const { report } = await useRestored(machine, known, lettersBefore);
  printReport('a journal that ends before the disaster', report);
  expect(report).toEqual(nothing);
  afterMiddle = machine;
});

interface Line {
  position: number;
  kind: string;
  at: string;
}

/** One for each month, and the drill may begin on the last day of one. */
const filesOf = (journal: string) =>
  readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => path.join(journal, name));
const textsOf = (journal: string): string[] =>
  filesOf(journal).flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
const linesOf = (journal: string): Line[] => textsOf(journal).map((line) => JSON.parse(line));

/** A copy of the newest journal with changed lines, all in its last file. */
function changedJournal(change: (lines: string[]) => string[]): string {
  const journal = newPlace();
  cpSync(journals.newest, journal, { recursive: true });
  const lines = textsOf(journal);
  const files = filesOf(journal);
  for (const file of files) rmSync(file);
  writeFileSync(files.at(-1) ?? '', `${change(lines).join('\n')}\n`);
  return journal;
}

/** In the last batch that contains a vault. */
const lastVault = (lines: string[]) => lines.findLastIndex((line) => line.includes('"kind":"vault"'));

const wrongJournals: [string, () => string | undefined, RegExp][] = [
  ['a journal from before the backup', () => journals.early, /ends on \S+, but this database wrote to it until/],
  ['no journal', () => undefined, /There is no journal/],
  [
    'a journal that lacks a line',
    () => changedJournal((lines) => lines.toSpliced(lastVault(lines), 1)),
    /lacks line \d+/,
  ],
  [
    'a journal with an altered line',
    () =>
      changedJournal((lines) => {
        const at = lastVault(lines);
        return lines.with(at, (lines[at] ?? '').replace('"status":"', '"status":"un'));
      }),
    /lacks line \d+/,
  ],
  ["another installation's journal", () => place('stranger/journal'), /was signed with another key/],
  [
    'a journal with all of an old one appended again',
    () => changedJournal((lines) => [...lines, ...lines.slice(0, linesOf(journals.early).length)]),
    /ends on \S+, but this database wrote to it until/,
  ],
  [
    'a journal that another database continued',
    () => path.join(afterMiddle.dataDirectory, 'journal'),
    /is not the line that this database wrote/,
  ],
];

test.each(wrongJournals)('%s is refused, and nothing is restored', (what, journal, says) => {
  const isForked = what === 'a journal that another database continued';
  const backup = isForked ? place('later-backup') : place('backup');
  const machine = assemble(newPlace(), parts({ backup, journal: journal() }));
  expect(refusal(what, machine, backup)).toMatch(says);
  expect(existsSync(path.join(machine.dataDirectory, 'postgres'))).toBe(false);
});

function refusal(what: string, machine: Machine, backup = place('backup')): string {
  const { status, stderr } = machine.run('restore', backup);
  const sentence = stderr.trim().split('\n').at(-1)?.replaceAll(home, '…') ?? '';
  print(what, status === 1 ? `refused: ${sentence.slice(0, 100)}` : `NOT REFUSED (${status})`);
  expect(status).toBe(1);
  return sentence;
}

test('lines that somebody appended again do not count as the newest, and are named', async () => {
  const journal = changedJournal((lines) => [...lines, ...lines.slice(0, 20)]);
  const machine = copyMachine(restored, newPlace());
  rmSync(path.join(machine.dataDirectory, 'journal'), { recursive: true });
  cpSync(journal, path.join(machine.dataDirectory, 'journal'), { recursive: true });
  const { holdReport, report } = await useRestored(machine, copies(atDisaster), lettersBefore);
  printReport('a journal with old lines appended again', report);
  expect(holdReport).toContain('line 1 is repeated, or out of order');
  expect(report).toEqual(nothing);
});

test('if the journal is left out, nothing is sent, no code works, and everything in doubt is named', async () => {
  const machine = assemble(newPlace(), parts({ journal: journals.early }));
  const lost = ['--without-journal', 'the newest copy is lost'];
  expect(machine.run('restore', place('backup'), ...lost)).toMatchObject({ status: 0 });
  const app = await openAppIn(machine.dataDirectory);
  app.clock.pass({ days: 3 });
  await sendAll(app);
  const holdReport = await runCommand(app.services, 'lift-hold', { subject: '', reason: 'to look', isSure: false });
  expect(holdReport).toMatch(/created and deleted since the backup is not known/);
  const report = await judgeHeld(app, holdReport);
  await app.close();
  printReport('the journal is left out, on hold', report);
  expect(report).toEqual(nothing);
});

/** Vaults created after the backup are in no list, because neither the backup nor the journal has them: the report of the hold says so. */
async function judgeHeld(app: TestApp, holdReport: string): Promise<DrillReport> {
  const report: DrillReport = { lettersToFormerPeople: [], revivedCodes: [], silentLosses: [], repeatedLetters: [] };
  const changed = ['draft', 'active', 'released', 'read', 'created-since'];
  for (const { id, state, code, withdrawnCodes } of atDisaster) {
    for (const accessCode of [code, ...withdrawnCodes].filter(Boolean)) {
      const released = await app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode } });
      if (released.statusCode !== 503) report.revivedCodes.push(`${state} ${id}: ${released.statusCode}`);
    }
    if (!changed.includes(state) && !holdReport.includes(id)) report.silentLosses.push(`${state} ${id}`);
  }
  const letters = readSentLetters(app.services.config.dataDirectory);
  report.lettersToFormerPeople.push(...letters.map(({ to, subject }) => `“${subject}” went to ${to}`));
  return report;
}

test('a restore after a restore continues from the first one, and sends no letter again', async () => {
  const { machine: first, vaults } = afterFirst;
  const journal = path.join(first.dataDirectory, 'journal');
  const again = assemble(newPlace(), parts({ journal }));
  expect(again.run('restore', place('backup'))).toMatchObject({ status: 0 });
  const sentBefore = [...lettersBefore, ...readSentLetters(first.dataDirectory)];
  const { report } = await useRestored(again, copies(vaults), sentBefore);
  printReport('a restore after a restore', report);
  expect(report).toEqual(nothing);
});

test('the old machine does not start with the journal of the restored one, unless an operator decides that it follows that journal', async () => {
  const journal = path.join(afterFirst.machine.dataDirectory, 'journal');
  const machine = copyMachine(old, newPlace());
  const replace = (by: string) => {
    rmSync(path.join(machine.dataDirectory, 'journal'), { recursive: true });
    cpSync(by, path.join(machine.dataDirectory, 'journal'), { recursive: true });
  };
  replace(path.join(afterMiddle.dataDirectory, 'journal'));
  await startRefused('the old machine, by another journal', machine, /is not the line that|ends on/);
  replace(journal);
  await startRefused('the old machine, by the newer journal', machine, /another database was restored and replaced/);
  expect(readSentLetters(machine.dataDirectory)).toEqual(lettersBefore);
  expect(machine.run('restore')).toMatchObject({ status: 0, stdout: expect.stringContaining('never starts again') });
  rmSync(path.join(machine.dataDirectory, 'letters'), { recursive: true });
  mkdirSync(path.join(machine.dataDirectory, 'letters'));
  const sentBefore = [...lettersBefore, ...readSentLetters(afterFirst.machine.dataDirectory)];
  const known = afterFirst.vaults.filter(({ state }) => state !== 'created-since');
  const { report } = await useRestored(machine, copies(known), sentBefore);
  printReport('the old machine, chosen to go on', report);
  expect(report).toEqual(nothing);
});

async function startRefused(what: string, { dataDirectory }: Machine, says: RegExp, environment = {}): Promise<void> {
  const refused = await openAppIn(dataDirectory, environment).then(
    async (app) => {
      await app.close();
      return null;
    },
    (error: Error) => error,
  );
  print(what, refused ? `refused: ${refused.message.replaceAll(home, '…').slice(0, 100)}` : 'NOT REFUSED');
  expect(refused).toMatchObject({ name: 'StartRefused', message: expect.stringMatching(says) });
}

test.each<[string, Partial<Parts>, RegExp]>([
  ['the key file of yesterday', { keyring: place('keyring-of-yesterday.json') }, /lacks the master key/],
  ["another installation's key file", { keyring: place('stranger/keyring.json') }, /lacks the master key/],
  ["another installation's secret", { secret: place('stranger/secrets.json') }, /does not contain the secret/],
])('%s is refused by a restore and by a start', async (what, different, says) => {
  const machine = assemble(newPlace(), parts(different));
  expect(refusal(what, machine)).toMatch(says);
  const started = copyMachine(restored, newPlace());
  for (const name of ['keyring.json', 'secrets.json'])
    cpSync(path.join(machine.dataDirectory, name), path.join(started.dataDirectory, name));
  await startRefused(`${what}, at a start`, started, says);
});

test('yesterday’s key file in a running service opens no vault, mails nothing wrong, and does no harm', async () => {
  const machine = copyMachine(restored, newPlace());
  const app = await openAppIn(machine.dataDirectory);
  try {
    const current = path.join(machine.dataDirectory, 'keyring.json');
    const kept = readFileSync(current);
    const read = atDisaster.find(({ state }) => state === 'read') as DrillVault;
    cpSync(place('keyring-of-yesterday.json'), current);
    await expect(recipientOf(app, read)).rejects.toThrow('503');
    print('the key file of yesterday, while running', 'vaults stay closed (503)');
    writeFileSync(current, kept);
    expect((await recipientOf(app, read)).content.vault.message).toBe(read.message);
  } finally {
    await app.close();
  }
});

test('while the files disk is not mounted no file is reported as damaged, and nothing is missing once it is', async () => {
  const machine = copyMachine(restored, newPlace());
  const objects = path.join(machine.dataDirectory, 'objects');
  renameSync(objects, `${objects}.disk`);
  const app = await openAppIn(machine.dataDirectory);
  try {
    const read = atDisaster.find(({ state, hasFile }) => state === 'read' && hasFile) as DrillVault;
    const recipient = await recipientOf(app, read);
    const url = recipient.content.files[0]?.downloadUrl ?? '';
    const away = await recipient.send({ method: 'GET', url });
    expect([away.statusCode, away.json().code]).toEqual([503, 'storage-unavailable']);
    await sendAll(app);
    expect(readSentLetters(machine.dataDirectory)).toEqual([]);
    print(
      'objects/ is not mounted',
      'files are away (503), no letter calls them damaged, and nothing is written there',
    );
    expect(readdirSync(objects)).toEqual([]);
    rmSync(objects, { recursive: true });
    renameSync(`${objects}.disk`, objects);
    expect((await recipient.send({ method: 'GET', url })).body).toBe(file.bytes.toString());
  } finally {
    await app.close();
  }
  rmSync(objects, { recursive: true });
  cpSync(place('stranger/objects'), objects, { recursive: true });
  await startRefused("another installation's objects/", machine, /The files in .* are those of another installation/);
});

test('a second machine with its own folders cannot start on the first one’s database, and mails nothing', async () => {
  const opened = await openTestDatabase({ poolSize: 1 });
  const environment = { DATABASE_URL: addressOf(opened.connection) };
  const first = await openAppIn(newPlace(), environment);
  try {
    await createVaults(first, [1, 2]);
    await first.sendLetters();
    const second = newPlace();
    mkdirSync(second);
    for (const name of ['secrets.json', 'keyring.json'])
      cpSync(path.join(first.services.config.dataDirectory, name), path.join(second, name));
    await startRefused('two folders on one database', machineIn(second), /There is no journal/, environment);
    expect(existsSync(path.join(second, 'letters'))).toBe(false);
  } finally {
    await first.close();
    await opened.close();
  }
});
