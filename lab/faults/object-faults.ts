// Damages or removes a stored file: its reader must get a clear refusal, and nobody else may be affected.
import { closeSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { problemOf } from '@remembrance/contract/testing/caller.ts';
import { linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { createCaller } from '../support/caller.ts';
import { inDatabase } from '../support/embedded-database.ts';
import { type Answer, send } from '../support/http-client.ts';
import { awaitLetter } from '../support/owner.ts';
import { waitFor } from '../support/wait.ts';
import type { Fault } from './fault.ts';
import { openFiles } from './final-check.ts';
import { entriesOf } from './history.ts';
import { recordViolation, type Testbed } from './testbed.ts';

interface StoredFile {
  file: string;
  /** Reads it as its recipient. */
  read(): Promise<Answer | null>;
  sizeBytes: number;
}

/** The newest file that a recipient can read; null if there is none yet. */
async function findStoredFile(testbed: Testbed): Promise<StoredFile | null> {
  const history = testbed.readHistory();
  const stored = entriesOf(history, 'upload').findLast(({ vaultId, status }) => status === 200 && isReleased(vaultId));
  function isReleased(id: string): boolean {
    return entriesOf(history, 'release').some(({ vaultId, status }) => vaultId === id && status === 200);
  }
  const vault = entriesOf(history, 'vault').find(({ vaultId }) => vaultId === stored?.vaultId);
  if (!stored || !vault) return null;
  const letter = await awaitLetter(testbed.mailbox, vault.recipientEmail, 'invitation').catch(() => null);
  if (!letter) return null;
  const found = async () => {
    const { files } = await openFiles(
      createCaller(testbed.installation.url),
      linkIn(letter.text),
      vault.recipientEmail,
    );
    return files.find(({ fileName }) => fileName === stored.fileName);
  };
  const id = (await found())?.id ?? ''; // its name is not readable in the database
  const rows = `select object_path from vault_files where id::text = '${id}'`;
  const [row] = await inDatabase(testbed.installation.dataDirectory, rows);
  if (!row) return null;
  const file = path.join(testbed.installation.dataDirectory, 'objects', String(row.object_path));
  const read = async () => send({ method: 'GET', url: (await found())?.downloadUrl ?? '' }).catch(() => null);
  return { file, read, sizeBytes: statSync(file).size };
}

/** The reader must get the refusal for a damaged file, never wrong bytes and never a bare fault. */
function checkDamaged(testbed: Testbed, answer: Answer | null, how: string): void {
  if (answer === null && how === 'damaged') return; // cut before its end
  const { code = '' } = answer ? problemOf(answer) : {};
  if (answer && answer.status >= 400 && code === 'file-damaged') return;
  recordViolation(testbed, `a ${how} file was answered ${answer?.status ?? 'by a broken connection'} ${code}`.trim());
}

async function checkWhole(testbed: Testbed, storedFile: StoredFile): Promise<void> {
  const answer = await storedFile.read();
  if (answer?.status !== 200)
    recordViolation(testbed, `a file put right again was answered ${answer?.status ?? 'not at all'}`);
}

function flipMiddle({ file, sizeBytes }: StoredFile): void {
  const handle = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  const middle = Math.floor(sizeBytes / 2);
  readSync(handle, byte, 0, 1, middle);
  writeSync(handle, Buffer.of(byte.readUInt8() ^ 1), 0, 1, middle);
  closeSync(handle);
}

const withStoredFile = (act: (testbed: Testbed, storedFile: StoredFile) => Promise<void>): Fault['inject'] => {
  return async (testbed) => {
    const waiting = { what: 'a file that has reached its recipient', seconds: 60, log: testbed.log };
    const storedFile = await waitFor(() => findStoredFile(testbed), waiting);
    if (storedFile) await act(testbed, storedFile);
    else recordViolation(testbed, 'no file reached its recipient, so that none could be broken');
  };
};

export const objectFaults: Fault[] = [
  {
    name: 'a stored file damaged',
    weight: 3,
    inject: withStoredFile(async (testbed, storedFile) => {
      flipMiddle(storedFile);
      try {
        checkDamaged(testbed, await storedFile.read(), 'damaged');
      } finally {
        flipMiddle(storedFile);
      }
      await checkWhole(testbed, storedFile);
    }),
  },
  {
    name: 'a stored file removed',
    weight: 3,
    inject: withStoredFile(async (testbed, storedFile) => {
      const aside = `${storedFile.file}-aside`;
      renameSync(storedFile.file, aside);
      try {
        checkDamaged(testbed, await storedFile.read(), 'missing');
      } finally {
        renameSync(aside, storedFile.file);
      }
      await checkWhole(testbed, storedFile);
    }),
  },
];
