// Whether a journal reaches as far as the database that is to follow it. By one that ends before, or lacks lines, a former recipient would
// be written to and a withdrawn code would work. Pure.
import { StartRefused } from '../lib/start-refused.ts';
import type { JournalLine } from './journal-file.ts';
import type { JournalHead } from './journal-store.ts';

interface Reach {
  folder: string;
  head: JournalHead;
}

/** @throws {StartRefused} where the journal ends before what this database has written to it */
export function refuseEarlierJournal({ folder, head }: Reach, last: JournalLine | null): void {
  if ((last?.position ?? 0) >= head.position) return;
  const ends = last ? `The journal in ${folder} ends on ${last.at}` : `${folder} holds no journal`;
  throw new StartRefused(
    `${ends}, and this database has written it until ${head.writtenAt?.toISOString()}: it cannot say what was released, withdrawn and deleted since. ${wayOn}`,
  );
}

/**
 * The lines that say what this database may not know, in their order. Of two with one position the later one counts: a killed process
 * writes a line again. One that somebody appends again keeps its place, and is no last word.
 * @throws {StartRefused} where one of them is missing
 */
export function linesAfter({ folder, head }: Reach, lines: readonly JournalLine[]): JournalLine[] {
  const after = lines.filter(({ position }) => position > head.position);
  const known = new Set(after.map(({ position }) => position));
  const last = Math.max(head.position, ...known);
  for (let position = head.position + 1; position <= last; position += 1) {
    if (known.has(position)) continue;
    throw new StartRefused(
      `The journal in ${folder} lacks line ${position}, which was written after this database's ${head.position}: it goes on to ${last}. ${wayOn}`,
    );
  }
  return after.toSorted((one, other) => one.position - other.position);
}

const wayOn =
  'Put the newest whole copy of the journal there. If there is none: npm run restore -- --without-journal "<why>", with the folder of the backup where it is not yet restored. Everything that may have happened since is then in doubt.';
