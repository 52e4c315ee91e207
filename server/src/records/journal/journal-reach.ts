// Whether a journal reaches as far as the database that is to follow it. By one that ends before, or lacks lines, a former recipient would
// be written to and a withdrawn code would work.
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Batch, JournalLine, SignedHead } from './journal-chain.ts';
import type { JournalFile } from './journal-file.ts';
import type { JournalHead } from './journal-store.ts';

interface Reach {
  folder: string;
  head: JournalHead;
}

/** @throws {StartRefused} where the journal ends before what this database has written to it */
export function refuseEarlierJournal({ folder, head }: Reach, last: SignedHead | null): void {
  if ((last?.position ?? 0) >= head.position) return;
  const ends = last ? `The journal in ${folder} ends on ${last.at}` : `${folder} holds no journal`;
  throw new StartRefused(
    `${ends}, and this database has written it until ${head.writtenAt?.toISOString()}: it cannot say what was released, withdrawn and deleted since. ${wayOn}`,
  );
}

/**
 * The lines that say what this database may not know, in their order.
 * @param last the position of the journal's last line
 * @throws {StartRefused} where one of them is missing
 */
export function linesAfter({ folder, head }: Reach, batches: readonly Batch[], last: number): JournalLine[] {
  const lines = batches.flatMap((batch) => batch.lines).filter(({ position }) => position > head.position);
  const known = new Set([...lines, ...batches.map((batch) => batch.head)].map(({ position }) => position));
  for (let position = head.position + 1; position <= last; position += 1) {
    if (known.has(position)) continue;
    throw new StartRefused(
      `The journal in ${folder} lacks line ${position}, which was written after this database's ${head.position}: it goes on to ${last}. ${wayOn}`,
    );
  }
  return lines;
}

/** The lines after the database, and what was found in the whole journal. @throws {StartRefused} as above */
export async function readAfter(journalFile: JournalFile, head: JournalHead) {
  const last = await journalFile.readLast();
  const reach = { folder: journalFile.folder, head };
  refuseEarlierJournal(reach, last);
  const batches: Batch[] = [];
  const findings = await journalFile.read((batch) => {
    if (batch.head.position > head.position) batches.push(batch);
  });
  return { last, findings, lines: linesAfter(reach, batches, last?.position ?? 0) };
}

const wayOn =
  'Put the newest whole copy of the journal there. If there is none: npm run restore -- --without-journal "<why>", with the folder of the backup where it is not yet restored. Everything that may have happened since is then in doubt.';
