// The journal: an append-only record outside the database of what was promised, sent, withdrawn and deleted, one signed line for each
// change, in one file for each month. A restored database learns from it what happened since its backup.
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Keyring } from '../keys/keyring.ts';
import { makeFolder, replaceDurably, syncFolder, unlessMissing, writeSynced } from '../lib/durable-file.ts';
import { StartRefused } from '../lib/start-refused.ts';
import type { JournalKind } from './journal-states.ts';

export interface JournalLine {
  /** Counts up, also across files. A number that was not committed is used again. */
  position: number;
  /** The row of journal_changes it was written for. */
  changeId: string;
  at: string;
  kind: JournalKind;
  id: string;
  /** Null once it is gone. */
  facts: object | null;
  /** Names and addresses, sealed. */
  person?: string;
}

export interface JournalFile {
  folder: string;
  /** The lines survive a power cut once this resolves. */
  append(lines: readonly JournalLine[], at: Date): Promise<void>;
  /** Every whole line, oldest first, and how many are not as they were signed. */
  read(): Promise<{ lines: JournalLine[]; unsigned: number }>;
  /** The one with the highest position; null without one. Reads the end of the newest file alone. */
  readLast(): Promise<JournalLine | null>;
  /** Signs every line again, and seals its person, under the current secret. Nobody else may write in the meantime. */
  renew(): Promise<void>;
  /** @throws when no line can be written now. */
  probe(): Promise<void>;
  /** Removes the files of the months before this one. The newest stays, which says how far the journal goes. */
  forgetBefore(month: Date): Promise<void>;
}

/** What the person of a line is sealed for. */
export const personContext = (kind: JournalKind, id: string): string => `journal/${kind}/${id}`;

const ending = '.jsonl';
/** Longer than the longest line. */
const tailBytes = 65_536;
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

export function createJournalFile(folder: string, keyring: Keyring): JournalFile {
  const list = async (): Promise<string[]> => {
    const names = await readdir(folder).catch(unlessMissing);
    return (names ?? []).filter((name) => name.endsWith(ending)).toSorted();
  };
  const makePlace = createPlace(folder);
  const signed = (line: JournalLine): string => {
    const text = JSON.stringify(line);
    return `${keyring.sign('journal', text)} ${text}`;
  };
  const renewed = async (text: string): Promise<string> => {
    const { lines } = parseLines(text, keyring);
    const [line] = lines;
    if (!line) return text; // still says nothing, and still counts as changed
    const { person, kind, id } = line;
    const context = personContext(kind, id);
    return signed(
      person ? { ...line, person: await keyring.seal(context, await keyring.open(context, person)) } : line,
    );
  };
  return {
    folder,
    async append(lines, at) {
      await makePlace();
      const texts = lines.map((line) => `${signed(line)}\n`);
      await appendSynced(path.join(folder, `${monthOf(at)}${ending}`), texts.join(''));
      await syncFolder(folder);
    },
    async read() {
      const lines: JournalLine[] = [];
      let unsigned = 0;
      for (const name of await list()) {
        const found = parseLines(await readFile(path.join(folder, name), 'utf8'), keyring);
        lines.push(...found.lines);
        unsigned += found.unsigned;
      }
      return { lines, unsigned };
    },
    async readLast() {
      for (const name of (await list()).reverse()) {
        const { lines, unsigned } = parseLines(await readTail(path.join(folder, name)), keyring);
        if (unsigned > 0 && lines.length === 0) throw new StartRefused(notOurs(folder));
        const [last] = lines.toSorted((one, other) => other.position - one.position);
        if (last) return last;
      }
      return null;
    },
    async renew() {
      for (const name of await list()) {
        const file = path.join(folder, name);
        const texts: string[] = [];
        for (const text of (await readFile(file, 'utf8')).split('\n')) texts.push(await renewed(text));
        await replaceDurably(file, (draft) => writeSynced(draft, Buffer.from(texts.join('\n'))));
      }
    },
    async probe() {
      await makePlace();
      await probeFolder(folder);
    },
    async forgetBefore(month) {
      const old = (await list()).slice(0, -1).filter((name) => name < `${monthOf(month)}${ending}`);
      for (const name of old) await rm(path.join(folder, name), { force: true });
    },
  };
}

/** Its name in the folder above is synced once in a process: another one may have made it, and been killed before its own sync. */
function createPlace(folder: string): () => Promise<void> {
  let isSynced = false;
  return async () => {
    await makeFolder(folder);
    if (!isSynced) await syncFolder(path.dirname(folder));
    isSynced = true;
  };
}

/** Begins on a line of its own, also after one that a killed process left half written. */
async function appendSynced(file: string, lines: string): Promise<void> {
  await using handle = await open(file, 'a', 0o600);
  await handle.appendFile(`\n${lines}`);
  await handle.sync();
}

async function probeFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `probe-${process.pid}.tmp`);
  await writeFile(probe, 'x', { mode: 0o600, flush: true });
  await rm(probe, { force: true });
}

function parseLines(text: string, keyring: Keyring) {
  let unsigned = 0;
  const lines = text.split('\n').flatMap((line): JournalLine[] => {
    const end = line.indexOf(' ');
    const json = line.slice(end + 1);
    if (!json.endsWith('}')) return []; // blank, or cut off by a kill and written again after it
    if (keyring.isSigned('journal', json, line.slice(0, end))) return [JSON.parse(json)];
    unsigned += 1;
    return [];
  });
  return { lines, unsigned };
}

const notOurs = (folder: string): string =>
  `${folder} holds a journal that was signed with another secret, or was changed; put the right folder there, or set JOURNAL_DIR to it.`;

async function readTail(file: string): Promise<string> {
  await using handle = await open(file, 'r');
  const { size } = await handle.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  const text = buffer.toString('utf8', 0, bytesRead);
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
}
