// The journal: it contains what was committed and nothing else, nobody can read a name in it, and an older database is detected.
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paidVault, release, releasedVault, signedIn, tokenOf } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sendDueLetters } from '../../letters/sending/send-due-letters.ts';
import { acts as actsTable, letters, vaults } from '../../platform/database/schema.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { createJournal, type Journal } from './journal.ts';
import type { JournalLine } from './journal-chain.ts';
import { createJournalFolder } from './journal-folder.ts';
import { keysFrom } from './journal-keys.ts';
import { listChanges, readHead, setHead } from './journal-store.ts';
import { writeJournal } from './journal-writer.ts';
import { openRestoreHold } from './restore-hold.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
  folder = app.services.journalFile.place;
});
afterAll(() => app.close());
beforeEach(() => app.services.writeJournal());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const files = () => readdirSync(folder).map((name) => path.join(folder, name));
const text = () =>
  files()
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
async function readAll() {
  const lines: JournalLine[] = [];
  const findings = await app.services.journalFile.read((batch) => void lines.push(...batch.lines));
  return { lines, findings };
}
const linesAbout = async (id: string) => (await readAll()).lines.filter((line) => line.id === id);
const needs = (journalFile: Journal = app.services.journalFile) => ({ ...app.services, journalFile });
const failing = (append: Journal['append']): Journal => ({ ...app.services.journalFile, append });

test('a committed change is in the journal with its last state, and a rolled-back one is not', {
  tags: 'long',
}, async () => {
  const { id } = await paidVault(app, await newOwner());
  await app.services.writeJournal();
  const before = (await linesAbout(id)).length;
  await app.database.update(vaults).set({ recipientName: 'Rosa' }).where(eq(vaults.id, id));
  const lost = app.database.transaction(async (tx) => {
    await tx.delete(vaults).where(eq(vaults.id, id));
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await app.services.writeJournal();
  expect((await linesAbout(id)).slice(before)).toMatchObject([{ kind: 'vault', facts: { status: 'active' } }]);
  await app.database.delete(vaults).where(eq(vaults.id, id));
  await app.services.writeJournal();
  expect((await linesAbout(id)).at(-1)).toMatchObject({ kind: 'vault', facts: null });
  expect(await listChanges(app.database, 10)).toEqual([]);
});

test('a writer killed before or after its lines are on the disk loses nothing, and its next start is not taken for a restore', async () => {
  const { id } = await releasedVault(app, await newOwner());
  const { append } = app.services.journalFile;
  const before = failing(() => Promise.reject(new Error('the disk is full')));
  await expect(writeJournal(needs(before))).rejects.toThrow('full');
  expect((await listChanges(app.database, 100)).length).toBeGreaterThan(0);
  const after = failing(async (batch, known, check) => {
    await append(batch, known, check);
    throw new Error('killed');
  });
  await expect(writeJournal(needs(after))).rejects.toThrow('killed');
  expect(await (await openRestoreHold(needs())).isOn()).toBe(false);
  await Promise.all([writeJournal(needs()), writeJournal(needs())]);
  expect((await linesAbout(id)).at(-1)).toMatchObject({ facts: { status: 'released' } });
  const last = await app.services.journalFile.readLast();
  expect(last?.position).toBe((await readHead(app.database)).position);
  expect(await (await openRestoreHold(needs())).isOn()).toBe(false);
});

test('JOURNAL-3: the journal contains no readable name, address, title, code or link', async () => {
  const owner = await newOwner();
  const { token, code, ...vault } = await releasedVault(app, owner);
  await app.sendLetters();
  const written = text();
  for (const secret of [
    token,
    code,
    vault.title,
    vault.recipientName,
    vault.recipientEmail,
    edda.name,
    edda.email,
    owner.email,
  ]) {
    expect(written).not.toContain(secret);
  }
  expect(written).toContain(vault.id);
});

test('an unsigned batch of a killed writer is ignored, and the next batch replaces it', async () => {
  const owner = await newOwner();
  const { id } = await releasedVault(app, owner);
  await app.services.writeJournal();
  const [file = ''] = files();
  const content = readFileSync(file, 'utf8');
  const whole = await readAll();
  const { position } = await readHead(app.database);
  for (const bytes of [20, 2000]) {
    truncateSync(file, readFileSync(file).length - bytes);
    const cut = await readAll();
    expect(cut.findings).toEqual([]);
    expect(cut.lines.length).toBeLessThan(whole.lines.length);
    // The database has recorded the line, so the writer was not killed.
    await expect(openRestoreHold(needs())).rejects.toThrow(`${folder} ends on`);
    writeFileSync(file, content);
  }
  // Killed before the signature: the database has not recorded these lines.
  const unsigned = content
    .trimEnd()
    .split('\n')
    .slice(-1)[0]
    ?.replace(/"position":\d+/, `"position":${position + 1}`);
  appendFileSync(file, `${unsigned?.replace('"kind":"signed"', '"kind":"vault"')}\n{"posi`);
  expect(await (await openRestoreHold(needs())).isOn()).toBe(false);
  await app.database.update(vaults).set({ recipientName: 'Rosa' }).where(eq(vaults.id, id));
  await app.services.writeJournal();
  expect((await readAll()).findings).toEqual([]);
  expect((await linesAbout(id)).at(-1)?.position).toBe(position + 1);
});

test('a journal signed with another key is refused with one sentence, and is not truncated', async () => {
  const other = createJournal(createJournalFolder(folder), keysFrom(newKey()));
  const before = text();
  await expect(other.readLast()).rejects.toThrow(`The journal in ${folder} was signed with another key`);
  const batch = { entries: [], at: app.clock.now(), changeIds: [] };
  await expect(other.append(batch, 0, async () => {})).rejects.toThrow('signed with another key');
  expect(text()).toBe(before);
  appendFileSync(files().at(-1) ?? '', '\nhalf a li');
  expect(await app.services.journalFile.readLast()).not.toBeNull();
});

test('every act is in the journal, including the steps of letters, with its facts from the database', async () => {
  const { id } = await releasedVault(app, await newOwner());
  await app.sendLetters();
  await app.services.writeJournal();
  const lines = (await readAll()).lines.filter(({ kind }) => kind === 'act');
  const acts = lines.map(({ facts }) => facts);
  expect(acts).toContainEqual(expect.objectContaining({ vaultId: id, event: 'vault-released', actor: 'executor' }));
  expect(acts).toContainEqual(expect.objectContaining({ event: 'letter-accepted', detail: { attempt: 1 } }));
  expect(new Set(lines.map((line) => line.id)).size).toBe(await app.database.$count(actsTable));
});

test('nothing is appended to the journal while an older copy of it is in place', { tags: 'long' }, async () => {
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  const [file = ''] = files();
  const content = readFileSync(file, 'utf8');
  const lines = content.trimEnd().split('\n');
  const before = lines.findLastIndex((line, at) => at < lines.length - 1 && line.includes('"kind":"signed"'));
  writeFileSync(file, `${lines.slice(0, before + 1).join('\n')}\n`);
  await releasedVault(app, await newOwner());
  await expect(app.services.writeJournal()).rejects.toThrow(`${folder} ends on `);
  writeFileSync(file, content);
  await app.services.writeJournal();
  expect((await readAll()).findings).toEqual([]);
});

test('an earlier line that is appended again hides none of the lines after it', { tags: 'long' }, async () => {
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  const [file = ''] = files();
  const content = readFileSync(file, 'utf8');
  const before = await app.services.journalFile.readLast();
  const earlier = content.split('\n').find((one) => one.endsWith('}')) ?? '';
  appendFileSync(file, `\n${earlier}\n`);
  expect(await app.services.journalFile.readLast()).toEqual(before);
  expect((await readAll()).findings).toEqual([expect.stringContaining('is repeated')]);
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  expect((await readAll()).findings).toEqual([]);
});

test('JOURNAL-6: a letter is sent only after the journal contains its event, and waits while the journal cannot be written', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await app.sendLetters();
  const released = await release(app, vault);
  const { letterSending } = app.services;
  const waiting = { ...letterSending, writeJournal: () => Promise.reject(new Error('the disk is full')) };
  expect(await sendDueLetters(waiting)).toBe(0);
  expect(await app.lettersTo(vault.recipientEmail)).not.toEqual([]);
  let inJournal = false;
  const { mailer } = letterSending;
  const looking = {
    ...letterSending,
    mailer: {
      ...mailer,
      send: async (...words: Parameters<typeof mailer.send>) => {
        inJournal = (await linesAbout(released.id)).some(
          ({ facts }) => facts && 'status' in facts && facts.status === 'released',
        );
        return mailer.send(...words);
      },
    },
  };
  app.clock.pass({ minutes: 1 });
  expect(await sendDueLetters(looking)).toBeGreaterThan(0);
  expect(inJournal).toBe(true);
});

test('JOURNAL-7: a database that is older than its journal starts a hold automatically at the next start', async () => {
  const earlier = await readHead(app.database);
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  const now = await readHead(app.database);
  await setHead(app.database, earlier);
  const hold = await openRestoreHold(needs());
  expect(await hold.isOn()).toBe(true);
  expect((await readHead(app.database)).onHoldSince).toEqual(app.clock.now());
  await setHead(app.database, now);
  expect(await hold.isOn()).toBe(false);
});

test('a running service notices a hold that began under it, and from its health check on refuses every call', async () => {
  const { restoreHold } = app.services;
  const owner = await newOwner();
  const { id } = await releasedVault(app, owner);
  const before = await readHead(app.database);
  await setHead(app.database, { onHoldSince: app.clock.now() });
  try {
    expect(await app.sendLetters()).toBe(0);
    expect((await app.services.readHealth()).map(({ part }) => part)).toEqual(['on-hold']);
    expect(await owner.refused(api.deleteVault, { params: { id } })).toMatchObject({ status: 503, code: 'on-hold' });
  } finally {
    await setHead(app.database, before);
  }
  expect(await restoreHold.isStillOn()).toBe(false);
  expect(await app.sendLetters()).toBeGreaterThan(0);
});

test('if another database has continued the journal, the writer appends nothing to it', async () => {
  await app.services.writeJournal();
  const [file = ''] = files();
  const content = readFileSync(file, 'utf8');
  const batch = { entries: [], at: app.clock.now(), changeIds: [randomUUID()] };
  await releasedVault(app, await newOwner());
  await app.services.journalFile.append(batch, 0, async () => {});
  const others = readFileSync(file, 'utf8');
  await expect(writeJournal(needs())).rejects.toThrow('Another database has replaced it');
  expect(readFileSync(file, 'utf8')).toBe(others);
  writeFileSync(file, content);
  await app.services.writeJournal();
});

test('a start is refused with both times if the journal ends before its database', async () => {
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  const { position, writtenAt } = await readHead(app.database);
  const last = await app.services.journalFile.readLast();
  expect([last?.position, last?.at]).toEqual([position, writtenAt?.toISOString()]);
  const later = new Date(app.clock.now().getTime() + 60_000);
  await setHead(app.database, { position: position + 1, writtenAt: later });
  const both = `ends on ${last?.at}, but this database wrote to it until ${later.toISOString()}`;
  await expect(openRestoreHold(needs())).rejects.toThrow(both);
  const none = createJournal(createJournalFolder(path.join(folder, 'none')), app.services.journalFile.keys);
  await expect(openRestoreHold(needs(none))).rejects.toThrow(
    `There is no journal in ${folder}/none, but this database`,
  );
  expect((await readHead(app.database)).onHoldSince).toBeNull();
  await setHead(app.database, { position, writtenAt });
  expect(await (await openRestoreHold(needs())).isOn()).toBe(false);
});

test('lines are in order, and the last one is found, even if the clock is wrong for a while', async () => {
  const place = path.join(app.services.config.dataDirectory, 'wrong-clock');
  const journal = createJournal(createJournalFolder(place), keysFrom(newKey()));
  const entries = [{ kind: 'vault' as const, id: randomUUID(), facts: { status: 'active' } }];
  for (const [index, at] of ['2026-11-28', '2028-11-28', '2026-11-28', '2020-01-01', '2028-12-01'].entries()) {
    const { position } = await journal.append(
      { entries, at: new Date(at), changeIds: [randomUUID()] },
      0,
      async () => {},
    );
    expect(position).toBe(2 * (index + 1)); // a line and its signature
    expect((await journal.readLast())?.position).toBe(position);
  }
  const positions: number[] = [];
  const findings = await journal.read(({ lines }) => void positions.push(...lines.map((line) => line.position)));
  expect({ positions, findings }).toEqual({ positions: [1, 3, 5, 7, 9], findings: [] });
  expect(readdirSync(place)).toEqual(['2026-11.jsonl', '2028-11.jsonl', '2028-12.jsonl']);
});

test('a copy of an older file under a later name is refused, and other files in the folder are left alone', async () => {
  const place = path.join(app.services.config.dataDirectory, 'with-a-copy');
  const journal = createJournal(createJournalFolder(place), keysFrom(newKey()));
  const entries = [{ kind: 'vault' as const, id: randomUUID(), facts: { status: 'active' } }];
  const append = () =>
    journal.append({ entries, at: new Date('2026-11-28'), changeIds: [randomUUID()] }, 0, async () => {});
  await append();
  const earlier = readFileSync(path.join(place, '2026-11.jsonl'));
  for (const name of ['notes.jsonl', '2026-11.copy.jsonl', '2027.jsonl'])
    writeFileSync(path.join(place, name), 'notes');
  await append();
  expect(readFileSync(path.join(place, 'notes.jsonl'), 'utf8')).toBe('notes');
  expect(await journal.read(() => {})).toEqual([]);
  writeFileSync(path.join(place, '2026-12.jsonl'), earlier);
  const both = `2026-12.jsonl ends with line 2, and ${place}/2026-11.jsonl already ends with line 4`;
  await expect(journal.readLast()).rejects.toThrow(both);
  await expect(append()).rejects.toThrow('move it out of the folder');
  expect(readFileSync(path.join(place, '2026-12.jsonl'))).toEqual(earlier);
});

test('months older than every backup are deleted, and the others stay', async () => {
  mkdirSync(folder, { recursive: true });
  for (const month of ['2020-01', '2020-02']) writeFileSync(path.join(folder, `${month}.jsonl`), '');
  const leftOut = path.join(folder, '2020-01.jsonl.left-out-1');
  const notOurs = path.join(folder, '2020-01.jsonl.copy');
  for (const file of [leftOut, notOurs]) writeFileSync(file, '');
  await app.services.journalFile.forgetBefore(new Date('2020-02-20'));
  expect(existsSync(path.join(folder, '2020-01.jsonl'))).toBe(false);
  expect([existsSync(leftOut), existsSync(notOurs)]).toEqual([false, true]);
  rmSync(notOurs);
  expect(existsSync(path.join(folder, '2020-02.jsonl'))).toBe(true);
  rmSync(path.join(folder, '2020-02.jsonl'));
  await app.services.journalFile.forgetBefore(new Date('2120-01-01'));
  expect(files()).toHaveLength(1);
});

test('REL-305: a release that is repeated, even without a journal, creates the same link and the same Message-ID', async () => {
  const vault = await paidVault(app, await newOwner());
  const once = async () => {
    const { token } = await release(app, vault);
    const sent = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
    const kinds = ['recipient-invitation', 'vault-released'];
    return {
      token,
      names: sent
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ kind, messageId }) => `${kind} ${messageId}`)
        .sort(),
    };
  };
  const first = await once();
  await app.database.execute(sql`delete from access_verifications where vault_id = ${vault.id}`);
  await app.database.execute(sql`delete from letters where vault_id = ${vault.id}`);
  await app.database.execute(
    sql`update vaults set status = 'active', released_at = null, released_by = null where id = ${vault.id}`,
  );
  app.clock.pass({ days: 3 });
  expect(await once()).toEqual(first);
  expect((await app.caller().call(api.verifyAccess, { query: { token: first.token } })).statusCode).toBe(200);
  const other = await releasedVault(app, await newOwner());
  expect(other.token).not.toBe(first.token);
  expect(tokenOf(`/${first.token}`)).toMatch(/^[\w-]{43}$/);
});
