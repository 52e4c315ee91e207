// The restore drill: vaults, a backup, more releases, letters, withdrawals and deletions, a disaster, and a restore by the operator's
// commands. The long drill has 200 vaults and wrong parts.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAudit } from '../src/commands/admin/admin-audit.ts';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { verifyCheckpoints } from '../src/operations/transparency/verify-checkpoints.ts';
import { executors, letters, vaultFiles, vaultKeys, vaults } from '../src/platform/database/schema.ts';
import { listActs } from '../src/records/acts/act-store.ts';
import { readStates } from '../src/records/journal/journal-state-store.ts';
import { startSchedule } from '../src/schedule.ts';
import type { Services } from '../src/services.ts';
import { releaseDueVaults } from '../src/vaults/release/release-due-vaults.ts';
import { aboutAlone } from '../testing/about-alone.ts';
import {
  addFile,
  type Owner,
  otherBrowser,
  type PaidVault,
  paidVault,
  type ReleasedVault,
  recipientOf,
  release,
  saveFiles,
  signedIn,
  signInAgain,
  tokenOf,
} from '../testing/people.ts';
import { machineIn } from '../testing/restore-drill/drill-machine.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { openAppIn, type TestApp } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const groups = [
  'released-before',
  'released-after',
  'dated',
  'unsent',
  'new-code',
  'removed',
  'redirected',
  'replaced',
  'untouched',
] as const;
type Group = (typeof groups)[number];

let home: string;
let app: TestApp;
const owners = new Map<string, Owner>();
const made: { group: Group; vault: PaidVault; owner: Owner }[] = [];
const releasedBefore = new Map<string, ReleasedVault>();
/** The tokens in the letters that were sent before the disaster. */
const tokens = new Map<string, string>();
const newCodes = new Map<string, string>();
const replacing = new Map<string, string>();
let sentElsewhere: string[] = [];
const waitingFor = 'emil@example.com';
/** A vault created after the backup, on a free place of its plan. */
let lostId = '';
/** A vault whose owner's account is newer than the backup too. */
let strangersId = '';
let fileId = '';
let keptFileId = '';

const dataDirectory = () => path.join(home, 'data');
const of = (group: Group) => made.filter((one) => one.group === group);
const command = (name: string, ...words: string[]) => machineIn(dataDirectory()).run(name, ...words);
const admin = (name: string, subject = '') => runCommand(app.services, name, { subject, reason: 'the drill' });

const textsIn = (folder: string) =>
  readdirSync(path.join(folder, 'letters')).map((name) => readFileSync(path.join(folder, 'letters', name), 'utf8'));

/** Every sent letter, by its Message-ID and its address, in any order. */
const left = () =>
  textsIn(dataDirectory()).map((text) => {
    return `${/^Message-ID: (.*)$/im.exec(text)?.[1]} ${/^To: .*?<?([^<>\s]+)>?\r?$/im.exec(text)?.[1]} ${/^Subject: (.*)$/im.exec(text)?.[1]}`;
  });

async function makeVault(number: number, group: Group): Promise<void> {
  const owner = await signedIn(app, another(ada, number));
  owners.set(owner.id, owner);
  const dated = group === 'dated';
  const vault = await paidVault(app, owner, {
    title: `Vault ${number}`,
    recipientEmail: `recipient-${number}@example.com`,
    executorEmail: dated ? '' : `executor-${number}@example.com`,
    executorName: dated ? '' : 'Edda',
    // Another vault of the plan gets a place without a payment.
    planType: group === 'untouched' ? 'premium_subscription' : 'basic_subscription',
    ...(dated && {
      scheduledReleaseDate: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    }),
  });
  made.push({ group, vault, owner });
}

const noteToken = async (vault: PaidVault) => {
  const { link } = await app.lastLetter('recipient-invitation', vault.recipientEmail);
  tokens.set(vault.id, tokenOf(link));
};
const params = (id: string) => ({ params: { id } });

async function afterTheBackup(): Promise<void> {
  for (const { vault } of of('released-after')) {
    await release(app, vault);
    await noteToken(vault);
  }
  app.clock.pass({ days: 2 });
  await releaseDueVaults(app.services, { onFailure: (_, error) => expect.unreachable(String(error)) });
  for (const { vault } of of('dated')) await noteToken(vault);
  for (const { owner } of made) await signInAgain(owner);
  for (const { vault, owner } of of('new-code')) {
    const [executor] = await owner.ask(api.listExecutors, params(vault.id));
    await owner.ask(api.reissueCode, { params: { id: vault.id, executorId: executor?.id ?? '' } });
    newCodes.set(vault.id, (await app.lastLetter('executor-code', executor?.email ?? '')).code);
  }
  for (const { vault, owner } of of('replaced')) {
    const [executor] = await owner.ask(api.listExecutors, params(vault.id));
    const email = `new-${vault.id}@example.com`;
    const to = { params: { id: vault.id, executorId: executor?.id ?? '' }, body: { name: 'Nora', email } };
    await owner.ask(api.correctExecutor, to);
    replacing.set(vault.id, (await app.lastLetter('executor-code', email)).code);
  }
  for (const { vault, owner } of of('redirected')) {
    await owner.ask(api.editVault, {
      ...params(vault.id),
      body: { recipientEmail: `daughter-${vault.id}@example.com` },
    });
  }
  for (const { vault } of of('removed')) await admin('remove-vault', vault.id);
  const [untouched] = of('untouched');
  if (untouched) {
    const body = vaultForm({ title: 'A second one', planType: 'premium_subscription' });
    const { id, paymentStatus } = await untouched.owner.ask(api.createVault, { body });
    expect(paymentStatus).not.toBe('unpaid');
    lostId = id;
    await saveFiles(untouched.owner, untouched.vault, { files: [{ id: keptFileId }], removedFiles: [fileId] });
  }
  const stranger = await signedIn(app, another(ada, 998));
  strangersId = (await paidVault(app, stranger)).id;
  await app.sendLetters();
  // The rest is committed, but its letters were not sent.
  for (const { vault } of of('unsent')) {
    await release(app, vault);
    await noteToken(vault);
  }
  await app.services.writeJournal();
}

beforeAll(async () => {
  home = makeTestFolder();
  app = await openAppIn(dataDirectory());
  for (const [number, group] of groups.entries()) await makeVault(number, group);
  for (const { vault } of of('released-before')) releasedBefore.set(vault.id, await release(app, vault));
  const [untouched] = of('untouched');
  const text = (name: string) => ({ name, type: 'text/plain', bytes: Buffer.from(`what ${name} says`) });
  fileId = (await addFile(untouched?.owner as Owner, untouched?.vault.id ?? '', text('gone.txt'))).id;
  keptFileId = (await addFile(untouched?.owner as Owner, untouched?.vault.id ?? '', text('kept.txt'))).id;
  await app.services.writeJournal();
  cpSync(path.join(dataDirectory(), 'journal'), earlyJournal(), { recursive: true });
  await app.sendLetters();
  // A letter with a code and a link, and one with a link, are waiting in the backup.
  const body = { name: 'Emil', email: waitingFor };
  await untouched?.owner.ask(api.addExecutor, { ...params(untouched.vault.id), body });
  const backup = command('backup', path.join(home, 'backup'));
  expect(backup.stderr).toMatch(aboutAlone);
  await afterTheBackup();
  await app.close();
}, 600_000);
afterAll(async () => {
  await app.close();
  rmSync(home, { recursive: true });
});

/** A copy from before the backup. */
const earlyJournal = () => path.join(home, 'early-journal');
const restore = (...words: string[]) => command('restore', path.join(home, 'backup'), ...words);
const aside = (name: string) => renameSync(path.join(dataDirectory(), name), path.join(home, `lost-${name}`));
const statusOf = async (id: string) => (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.status;
const verify = (accessCode: string) => app.caller().call(api.verifyExecutor, { body: { accessCode } });
const tell = async (token: string) => (await app.caller().call(api.verifyAccess, { query: { token } })).statusCode;
const jobs = (services: Services) => ({ ...services, database: services.jobDatabase });
let before: string[];
/** Each command starts PostgreSQL, on a machine that may be busy. */
const commandMilliseconds = 300_000;

test(
  'a restore over existing data, or of an incomplete backup, is refused with a sentence that explains what to do, and no start replaces it',
  async () => {
    expect(restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('postgres already exists') });
    aside('postgres');
    const lostDatabase = `${dataDirectory()} contains the files of an installation, but not its database.`;
    await expect(openAppIn(dataDirectory())).rejects.toThrow(lostDatabase);
    aside('objects');
    before = left();
    const part = path.join(home, 'backup/postgres/cluster/global/pg_control');
    renameSync(part, `${part}.lost`);
    expect(restore()).toMatchObject({ status: 1, stderr: expect.stringMatching(/is incomplete: 1 file.*pg_control/) });
    renameSync(`${part}.lost`, part);
    renameSync(path.join(dataDirectory(), 'keyring.json'), path.join(home, 'keyring.json'));
    const lost = path.join(dataDirectory(), 'keyring.json');
    expect(restore()).toMatchObject({ status: 1, stderr: expect.stringContaining(`${lost} is missing`) });
    renameSync(path.join(home, 'keyring.json'), lost);
    // A start would create an empty database here.
    await expect(openAppIn(dataDirectory())).rejects.toThrow(`A restore into ${dataDirectory()} has not finished.`);
    expect(existsSync(path.join(dataDirectory(), 'postgres'))).toBe(false);
  },
  commandMilliseconds,
);

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');
const positionOf = (line: string) => Number(/"position":(\d+)/.exec(line)?.[1]);

test(
  'a restore is refused with a journal that ends before the backup, or lacks a line, and changes nothing',
  () => {
    const journal = path.join(dataDirectory(), 'journal');
    renameSync(journal, path.join(home, 'journal'));
    cpSync(earlyJournal(), journal, { recursive: true });
    expect(restore()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^The journal in \S+ ends on 20\S+Z, but this database wrote to it until 20\S+Z\. .*Put the newest complete copy of the journal there/m,
      ),
    });
    rmSync(journal, { recursive: true });
    cpSync(path.join(home, 'journal'), journal, { recursive: true });
    const [name = ''] = readdirSync(journal).toSorted().reverse();
    const file = path.join(journal, name);
    const last = Math.max(...linesOf(file).map((line) => positionOf(line) || 0));
    const cut = linesOf(file).filter((line) => positionOf(line) !== last - 1);
    writeFileSync(file, cut.join('\n'));
    // The batch with the missing line is not trusted.
    const signed = linesOf(file).filter((line) => line.includes('"kind":"signed"'));
    const first = positionOf(signed.at(-2) ?? '') + 1;
    expect(restore()).toMatchObject({ status: 1, stderr: expect.stringContaining(`lacks line ${first},`) });
    rmSync(journal, { recursive: true });
    renameSync(path.join(home, 'journal'), journal);
    expect(existsSync(path.join(dataDirectory(), 'postgres'))).toBe(false);
  },
  commandMilliseconds,
);

test(
  'a restore of a backup that lost its files marks the folder, so that new files can be saved',
  () => {
    const objects = path.join(home, 'backup/objects');
    renameSync(objects, path.join(home, 'objects'));
    expect(restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('is incomplete') });
    expect(restore('--incomplete')).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
    renameSync(path.join(home, 'objects'), objects);
    const restored = path.join(dataDirectory(), 'objects');
    const mark = (folder: string) => readFileSync(path.join(folder, '.installation'), 'utf8');
    expect(mark(restored)).toBe(mark(objects));
    for (const name of ['postgres', 'objects']) rmSync(path.join(dataDirectory(), name), { recursive: true });
  },
  commandMilliseconds,
);

test(
  'HOLD-2: after a restore nothing is released, mailed or changed, but people can sign in with a code and read',
  async () => {
    const restored = restore();
    expect(restored).toMatchObject({ status: 0, stderr: expect.stringMatching(aboutAlone) });
    expect(restored.stdout).toContain('npm run admin -- lift-hold');
    app = await openAppIn(dataDirectory());
    app.clock.pass({ days: 3 });
    expect(await app.services.restoreHold.isOn()).toBe(true);
    expect((await app.services.readHealth()).map(({ part }) => part)).toEqual(['letters', 'on-hold']);
    const schedule = startSchedule(app.services);
    await schedule.stop();
    await schedule.runAll();
    expect(await app.sendLetters()).toBe(0);
    for (const { vault } of of('dated')) expect(await statusOf(vault.id)).toBe('active');
    const [{ vault, owner }] = of('untouched') as [(typeof made)[0]];
    const { code } = vault;
    const held = { status: 503, code: 'on-hold' };
    const body = { accessCode: code };
    expect(await app.caller().refused(api.releaseVault, { params: { vaultId: vault.id }, body })).toMatchObject(held);
    const again = { ...owner, ...(await otherBrowser(app, owner)) };
    expect((await again.ask(api.getVault, params(vault.id))).title).toBe(vault.title);
    expect(await again.refused(api.deleteVault, params(vault.id))).toMatchObject(held);
    for (const released of releasedBefore.values()) {
      expect((await recipientOf(app, released)).content.vault.message).toBe(released.message);
    }
    expect(left()).toEqual(before);
  },
  commandMilliseconds,
);

test('applying the journal can be killed midway without any change, and applying it again works once', async () => {
  const needs = jobs(app.services);
  const ids = made.map(({ vault }) => vault.id);
  const state = async () => [...(await readStates(app.database, 'vault', ids))].toSorted();
  const first = await state();
  const transaction: typeof needs.database.transaction = (work) =>
    app.services.jobDatabase.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  const killed = { ...needs, database: Object.assign(Object.create(needs.database), { transaction }) };
  await expect(followJournal(killed)).rejects.toThrow('killed');
  expect(await state()).toEqual(first);
  const followed = await followJournal(needs);
  // Their order is that of the journal's lines, which two requests wrote.
  expect({ ...followed, missingVaults: followed?.missingVaults.toSorted() }).toMatchObject({
    missingVaults: [lostId, strangersId].toSorted(),
    notReleased: [],
    findings: [],
  });
  const then = await state();
  expect(then).not.toEqual(first);
  const count = await app.database.$count(letters);
  await followJournal(needs);
  expect(await state()).toEqual(then);
  expect(await app.database.$count(letters)).toBe(count);
});

test('HOLD-4: a vault released since the backup is released again, with the link its recipient already has', async () => {
  for (const group of ['released-after', 'dated', 'unsent'] as const) {
    for (const { vault } of of(group)) {
      expect(await statusOf(vault.id), group).toBe('released');
      expect(await tell(tokens.get(vault.id) ?? ''), group).toBe(200);
    }
  }
  for (const { vault } of of('untouched')) expect(await statusOf(vault.id)).toBe('active');
});

test('HOLD-5: a vault deleted since the backup is gone with its key, and its files are in no vault', async () => {
  const ids = of('removed').map(({ vault }) => vault.id);
  expect(await app.database.select().from(vaults).where(inArray(vaults.id, ids))).toEqual([]);
  expect(await app.database.select().from(vaultKeys).where(inArray(vaultKeys.vaultId, ids))).toEqual([]);
  const { id, isPending, keptUntil } = vaultFiles;
  const files = await app.database.select({ id, isPending, keptUntil }).from(vaultFiles);
  expect(files).toHaveLength(2);
  expect(files).toContainEqual({ id: keptFileId, isPending: false, keptUntil: null });
  // It is outside its vault, because its owner had removed it, until the sweep deletes it.
  expect(files).toContainEqual({ id: fileId, isPending: true, keptUntil: expect.any(Date) });
});

test('the hold continues if another process has written to the journal since it was followed', async () => {
  const { journalFile } = app.services;
  const last = await journalFile.readLast();
  const grown = last && { ...last, position: last.position + 1 };
  // To follow it the last known position is given.
  const readLast = async (known?: number) => (known === undefined ? grown : journalFile.readLast(known));
  const services = { ...app.services, journalFile: { ...journalFile, readLast } };
  const lifting = runCommand(services, 'lift-hold', { subject: '', reason: 'the drill' });
  await expect(lifting).rejects.toThrow('has just grown, so another process still writes to it');
  expect(await app.services.restoreHold.isOn()).toBe(true);
});

test('an operator lifts the hold with a reason, and reads what was changed and what is uncertain', async () => {
  const says = await admin('lift-hold');
  expect(says).toMatch(/\d+ {2}emails were sent; they are not sent again/);
  expect(says).toContain('vaults were released; they are released again, with the same link');
  const lost = 'created after the backup, so it is lost';
  const [untouched] = of('untouched');
  expect(says).toContain(`Vault ${lostId} of ${untouched?.owner.email}: ${lost}`);
  expect(says).toContain(`Vault ${strangersId} of an account that is not in this database: ${lost}`);
  const { text: audit } = await runAudit(app.services, { vault: strangersId });
  expect(audit).toContain(`account that is not in this database, vault ${strangersId}`);
  expect(says).toContain('The hold is lifted.');
  expect(await app.services.restoreHold.isOn()).toBe(false);
  await expect(admin('lift-hold')).rejects.toThrow('There is no hold');
});

test('the acts since the backup are restored, each once, and the record matches what was written', async () => {
  await app.services.writeJournal();
  expect((await verifyCheckpoints(app.services)).findings).toEqual([]);
  for (const group of ['released-after', 'dated', 'unsent', 'released-before'] as const) {
    for (const { vault } of of(group)) {
      const events = (await listActs(app.database, vault.id)).map(({ event }) => event);
      expect(events.filter((event) => event === 'vault-released')).toHaveLength(1);
      expect(events.filter((event) => event === 'link-sent')).toHaveLength(1);
    }
  }
});

test('HOLD-7: no letter is sent twice, and unsent ones are sent now, with their original Message-ID and link', async () => {
  const schedule = startSchedule(app.services);
  await schedule.stop();
  await schedule.runAll();
  await app.sendLetters();
  const all = left();
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(before));
  for (const { vault } of made.filter(({ group }) => ['released-after', 'dated', 'unsent'].includes(group))) {
    const invitations = all.filter((letter) => letter.includes(` ${vault.recipientEmail} `));
    expect(invitations, vault.title).toHaveLength(1);
  }
  for (const { vault } of of('unsent')) expect(await tell(tokens.get(vault.id) ?? '')).toBe(200);
});

test('HOLD-8: a code that was withdrawn since the backup stays withdrawn, and its replacement works', async () => {
  for (const { vault } of [...of('new-code'), ...of('replaced')])
    expect((await verify(vault.code)).statusCode).toBe(403);
  for (const code of [...newCodes.values(), ...replacing.values()]) expect((await verify(code)).statusCode).toBe(200);
  for (const { vault } of of('replaced')) {
    const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, vault.id));
    expect(executor).toMatchObject({ name: 'Nora', email: `new-${vault.id}@example.com` });
    expect((await release(app, { ...vault, code: replacing.get(vault.id) ?? '' })).status).toBe('released');
  }
});

test('HOLD-8: a vault is released to the recipient its owner named last', async () => {
  for (const { vault } of of('redirected')) {
    const recipientEmail = `daughter-${vault.id}@example.com`;
    await release(app, { ...vault, recipientEmail });
    expect(await app.lettersTo(vault.recipientEmail)).toEqual([]);
  }
});

test('if the journal is lost, a restore continues without it only with a reason, and reports every vault as uncertain', {
  tags: 'long',
  timeout: commandMilliseconds,
}, async () => {
  await app.close();
  const elsewhere = path.join(home, 'elsewhere');
  mkdirSync(elsewhere);
  for (const name of ['secrets.json', 'keyring.json'])
    cpSync(path.join(home, `backup.${name}`), path.join(elsewhere, name));
  const again = (...words: string[]) => machineIn(elsewhere).run('restore', path.join(home, 'backup'), ...words);
  const lost = `There is no journal in ${elsewhere}/journal, but this database wrote to it until 20`;
  expect(again()).toMatchObject({ status: 1, stderr: expect.stringContaining(lost) });
  expect(again('--without-journal', ' ')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run restore'),
  });
  expect(again('--without-journal', 'the disk is gone')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(aboutAlone),
  });
  app = await openAppIn(elsewhere);
  expect(await app.services.restoreHold.isOn()).toBe(true);
  expect((await verifyCheckpoints(app.services)).findings).toEqual([
    expect.stringMatching(/^the journal: it was left out at the restore/),
  ]);
  const says = await admin('lift-hold');
  expect(says).toContain('The journal was left out (the disk is gone).');
  for (const { vault, group, owner } of made.filter((one) => one.group !== 'released-before'))
    expect(says, group).toContain(
      `Vault ${vault.id} of ${owner.email}: it is not known whether it was paid for, released`,
    );
  await signedIn(app, another(ada, 999));
  await app.sendLetters();
  sentElsewhere = textsIn(elsewhere);
  app.clock.pass({ seconds: 1 });
  expect((await verifyCheckpoints(app.services)).findings).toEqual([]);
  const inPlace = () => machineIn(elsewhere).run('restore', '--without-journal', 'gone again');
  const inUse = `Somebody else is connected to ${elsewhere}/postgres. Stop the service`;
  expect(inPlace()).toMatchObject({ status: 1, stderr: expect.stringContaining(inUse) });
  await app.close();
  const healthy = `The journal in ${elsewhere}/journal contains nothing that this database lacks`;
  expect(inPlace()).toMatchObject({ status: 1, stderr: expect.stringContaining(healthy) });
  rmSync(path.join(elsewhere, 'journal'), { recursive: true });
  await expect(openAppIn(elsewhere)).rejects.toThrow('There is no journal');
  expect(inPlace()).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(aboutAlone),
  });
  app = await openAppIn(elsewhere);
  expect(await app.services.restoreHold.isOn()).toBe(true);
});

test('a letter that waited in the backup is sent from another machine, with the same Message-ID, code and link', {
  tags: 'long',
}, () => {
  const here = textsIn(dataDirectory());
  const toExecutor = here.filter((text) => text.includes(waitingFor) && /^Message-ID/im.test(text));
  expect(toExecutor.some((text) => /(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}/.test(text))).toBe(true);
  expect(toExecutor.some((text) => text.includes('/undo-change#'))).toBe(true);
  // They share only the backup, the secret and the master keys.
  for (const text of toExecutor) expect(sentElsewhere).toContain(text);
});
