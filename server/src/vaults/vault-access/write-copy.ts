// Everything a recipient was left, as one ZIP: the letter as a page, the files, and their digests. Every byte is verified as it
// streams. A damaged file is named in the list and does not stop the others.
import { createHash } from 'node:crypto';
import { recordingNames, withLength } from '@remembrance/contract/recordings.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { entryOf, openPrepared, type PreparedFile, prepareFile } from '../../files/download/archive-file.ts';
import { type Archive, type ArchiveEntry, buildArchive } from '../../files/download/build-archive.ts';
import { maxFolder, pathPart, uniqueNames } from '../../files/download/path-names.ts';
import { secondsOf } from '../../files/download/recording-length.ts';
import { findDownload, listReleasedFiles } from '../../files/stored/file-store.ts';
import { openWhatCan } from '../../files/stored/file-words.ts';
import type { OpenFileNeeds } from '../../files/stored/open-file.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { findOpenedLink } from '../recipients/link-store.ts';
import { type CopiedFile, type CopiedLetter, copyList, digestList, letterPage } from './copy-page.ts';
import { readVaultMessage, textsOf } from './open-link.ts';

export interface CopyNeeds extends OpenFileNeeds {
  productName: string;
}

interface Copy {
  name: string;
  archive: Archive;
  recordStart: () => Promise<void>;
}

/** @param at the moment the copy describes. @throws {Refusal} file-not-found if the link no longer opens anything. */
export async function writeCopy(needs: CopyNeeds, linkId: string, at: Date): Promise<Copy> {
  const link = (await findOpenedLink(needs.database, linkId, needs.clock.now())) ?? refuse('file-not-found');
  const released = await listReleasedFiles(needs.database, link.vault.id);
  const texts = await textsOf(needs, link);
  const files = await nameFiles(
    needs,
    linkId,
    released.map((file) => openWhatCan(texts, file)),
  );
  const { message, isUnreadable } = readVaultMessage(texts, link.vault);
  const letter: CopiedLetter = {
    vaultId: link.vault.id,
    productName: needs.productName,
    ownerName: ownerName(link.owner),
    recipientName: link.vault.recipientName,
    title: link.vault.title,
    message: isUnreadable ? refusals['vault-unreadable'].detail : message,
    writtenAt: link.vault.messageWrittenAt,
    savedAt: at,
    files,
  };
  return {
    name: `${pathPart(link.vault.title, maxFolder)}.zip`,
    archive: buildArchive(entriesOf(needs, letter, { linkId, files })),
    recordStart: () =>
      needs.database.transaction((tx) =>
        recordAct(needs, tx, { vaultId: link.vault.id, actor: 'recipient', event: 'everything-downloaded' }),
      ),
  };
}

type ShownFile = ReturnType<typeof openWhatCan<Awaited<ReturnType<typeof listReleasedFiles>>[number]>>;
type FoundFile = NonNullable<Awaited<ReturnType<typeof findDownload>>>;
type NamedFile = ShownFile & {
  title: string;
  path: string;
  stored: { file: FoundFile; prepared: PreparedFile } | null;
};

/** Gives each file the name it has on the recipient's page. */
async function nameFiles(needs: CopyNeeds, linkId: string, files: ShownFile[]): Promise<NamedFile[]> {
  const recordings = recordingNames(files);
  const titled = [];
  for (const file of files) {
    const stored = await prepare(needs, linkId, file.id);
    const recording = recordings.get(file.id);
    const title = recording
      ? withLength(recording, stored ? secondsOf(stored.prepared.head) : undefined)
      : file.fileName;
    titled.push({ ...file, title, stored });
  }
  const names = uniqueNames(titled.map(({ title, fileName }) => pathPart(title + endingOf(title, fileName))));
  return titled.map((file, index) => ({ ...file, path: `files/${names[index]}` }));
}

/** A recording keeps its file's extension. */
const endingOf = (title: string, fileName: string): string =>
  title === fileName ? '' : fileName.slice(fileName.lastIndexOf('.'));

async function prepare(needs: CopyNeeds, linkId: string, fileId: string): Promise<NamedFile['stored']> {
  const file = await findDownload(needs.database, fileId, linkId, needs.clock.now());
  const prepared = file && (await prepareFile(needs, file));
  return prepared && { file, prepared };
}

interface Content {
  linkId: string;
  files: NamedFile[];
}

/** The letter comes first, so that an interrupted download still contains it. */
function entriesOf(needs: CopyNeeds, letter: CopiedLetter, { linkId, files }: Content): ArchiveEntry[] {
  const folder = pathPart(`From ${letter.ownerName}`, maxFolder);
  const page = letterPage(letter);
  const copied = files.map(copiedOf);
  const sums = digestList([{ path: 'Letter.html', sha256: digestOf(page) }, ...copied]);
  const text = (name: string, content: string, mtime: Date) => ({ path: `${folder}/${name}`, text: content, mtime });
  return [
    text('Letter.html', page, letter.writtenAt),
    ...files.flatMap(({ path, stored }) =>
      stored ? [storedEntry(needs, linkId, { path: `${folder}/${path}`, ...stored })] : [],
    ),
    text('About this copy.txt', copyList(letter, copied), letter.savedAt),
    text('SHA256SUMS', sums, letter.savedAt),
  ];
}

interface StoredEntry {
  path: string;
  file: FoundFile;
  prepared: PreparedFile;
}

/** The link is checked again when the file's turn comes. */
const storedEntry = (needs: CopyNeeds, linkId: string, { path, file, prepared }: StoredEntry): ArchiveEntry =>
  entryOf({ path, mtime: file.createdAt, prepared }, async (part) => {
    const found = (await findDownload(needs.database, file.id, linkId, needs.clock.now())) ?? refuse('file-not-found');
    return openPrepared(needs, found, prepared, part);
  });

const copiedOf = ({ path, sizeBytes, finding, stored }: NamedFile): CopiedFile => ({
  path,
  sizeBytes,
  sha256: stored && !stored.prepared.isPartial ? Buffer.from(stored.prepared.sha256, 'base64').toString('hex') : null,
  isPartial: stored?.prepared.isPartial ?? false,
  finding,
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
