// Everything that was left for a recipient, as one ZIP built while it is sent: the letter as a page, the files, and their
// digests. Every byte is verified as it streams. A damaged file is named in the list and does not stop the others.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { refusals } from '@remembrance/contract/refusals.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { type Archive, createArchive } from '../files/build-archive.ts';
import { findDownload, listReleasedFiles } from '../files/file-store.ts';
import { openWhatCan } from '../files/file-words.ts';
import { type OpenFileNeeds, openFile } from '../files/open-file.ts';
import { pathPart, uniqueNames } from '../files/path-names.ts';
import { FileDamaged } from '../files/read-verified.ts';
import { Refusal, refuse } from '../lib/refusal.ts';
import { findOpenedLink } from '../recipients/link-store.ts';
import { ownerName } from '../users/owner-name.ts';
import { type CopiedFile, copyList, digestList } from './copy-list.ts';
import { type CopiedLetter, letterPage } from './copy-page.ts';
import { textsOf } from './open-link.ts';
import { readMessage } from './read-message.ts';

export interface CopyNeeds extends OpenFileNeeds {
  productName: string;
}

/** The archive and its name. @throws {Refusal} file-not-found if the link no longer opens anything. */
export async function writeCopy(needs: CopyNeeds, linkId: string): Promise<{ name: string; bytes: Readable }> {
  const now = needs.clock.now();
  const link = (await findOpenedLink(needs.database, linkId, now)) ?? refuse('file-not-found');
  const files = await listReleasedFiles(needs.database, link.vault.id);
  const texts = await textsOf(needs, link);
  const opened = files.map((file) => openWhatCan(texts, file));
  const { message, isUnreadable } = readMessage(texts, link.vault);
  const names = uniqueNames(opened.map(({ fileName }) => pathPart(fileName)));
  const letter: CopiedLetter = {
    productName: needs.productName,
    ownerName: ownerName(link.owner),
    recipientName: link.vault.recipientName,
    title: link.vault.title,
    message: isUnreadable ? refusals['vault-unreadable'].detail : message,
    writtenAt: link.vault.messageWrittenAt,
    savedAt: now,
    files: opened.map((file, index) => ({ ...file, path: `files/${names[index]}` })),
  };
  await needs.database.transaction((tx) =>
    recordAudit(needs, tx, { vaultId: link.vault.id, actor: 'recipient', event: 'everything-downloaded' }),
  );
  const archive = createArchive(now);
  fillArchive(needs, archive, { linkId, letter }).catch(archive.fail);
  return { name: `${pathPart(link.vault.title)}.zip`, bytes: archive.output };
}

interface Copy {
  linkId: string;
  letter: CopiedLetter;
}

async function fillArchive(needs: CopyNeeds, archive: Archive, { linkId, letter }: Copy): Promise<void> {
  const folder = pathPart(letter.title);
  // The letter comes first, so that it can be rescued from a download that broke off.
  const page = letterPage(letter);
  archive.addText(`${folder}/Letter.html`, page);
  const copied: CopiedFile[] = [];
  for (const { id, path } of letter.files) {
    const found = (await findDownload(needs.database, id, linkId, needs.clock.now())) ?? null;
    const outcome = found ? await copyFile(needs, archive, { file: found, path: `${folder}/${path}` }) : null;
    copied.push({
      path,
      sizeBytes: found?.sizeBytes ?? 0,
      sha256: outcome?.sha256 ?? null,
      isPartial: outcome?.isPartial ?? false,
    });
  }
  archive.addText(`${folder}/About this copy.txt`, copyList(letter, copied));
  archive.addText(`${folder}/SHA256SUMS`, digestList([{ path: 'Letter.html', sha256: digestOf(page) }, ...copied]));
  archive.end();
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

/** Null if no byte of it is intact. A file whose damage is further on ends before it. */
async function copyFile(needs: CopyNeeds, archive: Archive, { file, path }: { file: FoundFile; path: string }) {
  const bytes = await openIntact(needs, file);
  if (!bytes) return null;
  const digest = createHash('sha256');
  let isPartial = false;
  async function* intact() {
    try {
      for await (const part of bytes as AsyncIterable<Buffer>) {
        digest.update(part);
        yield part;
      }
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      isPartial = true;
    }
  }
  await archive.addNow(path, Readable.from(intact(), { objectMode: false }), needs.clock.now());
  return { sha256: isPartial ? null : digest.digest('hex'), isPartial };
}

async function openIntact(needs: CopyNeeds, file: FoundFile): Promise<Readable | null> {
  try {
    return await openFile(needs, file, { first: 0, last: file.sizeBytes - 1 });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'file-damaged') return null;
    throw error;
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
