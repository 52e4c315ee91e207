// What a restore, a start and the writer refuse: a journal that does not continue from their database. One that ends too early, lacks
// lines or was written by another database would let us email a former recipient and accept a withdrawn code.
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Journal } from './journal.ts';
import type { Batch, JournalLine, SignedHead } from './journal-chain.ts';
import { hasChanges, type JournalHead } from './journal-store.ts';

interface Reach {
  /** The place of the journal. */
  place: string;
  head: JournalHead;
}

/** @throws {StartRefused} if the journal ends before what this database has written to it, or with a line of another database */
export function refuseEarlierJournal({ place, head }: Reach, last: SignedHead | null): void {
  const position = last?.position ?? 0;
  if (position > head.position || (position === head.position && isOwn(head, last))) return;
  if (last && position === head.position) throw new StartRefused(writtenByAnother({ place, head }));
  const ends = last ? `The journal in ${place} ends on ${last.at}` : `There is no journal in ${place}`;
  throw new StartRefused(
    `${ends}, but this database wrote to it until ${head.writtenAt?.toISOString()}. So it does not show what was released, withdrawn and deleted since. ${wayOn}`,
  );
}

/**
 * Checks before the next line is appended: it may follow only lines of this database, or lines that a killed writer left of its changes.
 */
export async function refuseOtherWriter(
  database: DatabaseOrTransaction,
  reach: Reach,
  last: SignedHead | null,
): Promise<void> {
  refuseEarlierJournal(reach, last);
  if (!last || last.position === reach.head.position || (await hasChanges(database, last.changeIds))) return;
  throw new StartRefused(
    `The journal in ${reach.place} continues until ${last.at}, but this database did not write that. Another database has replaced it.`,
  );
}

/** Whether the journal contains the last line that this database wrote, if it wrote one. */
const isOwn = (head: JournalHead, end: SignedHead | null): boolean =>
  head.digest === null || (end?.position === head.position && end.digest === head.digest);

/**
 * The journal's lines after this database's last line, in order.
 * @param last the position of the journal's last line
 * @throws {StartRefused} if one of them is missing, or another database wrote the lines before them
 */
export function linesAfter({ place, head }: Reach, batches: readonly Batch[], last: number): JournalLine[] {
  const lines = batches.flatMap((batch) => batch.lines).filter(({ position }) => position > head.position);
  const known = new Set([...lines, ...batches.map((batch) => batch.head)].map(({ position }) => position));
  for (let position = head.position + 1; position <= last; position += 1) {
    if (known.has(position)) continue;
    throw new StartRefused(
      `The journal in ${place} lacks line ${position}, which comes after this database's last line ${head.position}; it continues until line ${last}. ${wayOn}`,
    );
  }
  if (!batches.some((batch) => isOwn(head, batch.head)) && head.position > 0)
    throw new StartRefused(writtenByAnother({ place, head }));
  return lines;
}

/** The lines after the database with the changes they were written for, and the findings in the complete journal. @throws {StartRefused} as above */
export async function readAfter(journalFile: Journal, head: JournalHead) {
  const last = await journalFile.readLast(head.position);
  const reach = { place: journalFile.place, head };
  refuseEarlierJournal(reach, last);
  const batches: Batch[] = [];
  const findings = await journalFile.read((batch) => {
    if (batch.head.position >= head.position) batches.push(batch);
  });
  const after = batches.filter(({ head: { position } }) => position > head.position);
  const changeIds = new Set(after.flatMap((batch) => batch.head.changeIds));
  return { last, findings, changeIds, lines: linesAfter(reach, batches, last?.position ?? 0) };
}

/** @throws {StartRefused} if the lines show that an operator has already replaced this database with another one */
export function refuseReplaced(place: string, lines: readonly JournalLine[]): void {
  const lifted = lines.find(
    ({ kind, facts }) => kind === 'act' && (facts as { event?: string }).event === 'hold-lifted',
  );
  if (!lifted) return;
  throw new StartRefused(
    `According to the journal in ${place}, another database was restored and replaced this one on ${lifted.at}. Both would release and mail. Start the other database. To continue with this one instead, stop the other permanently, and then run: npm run restore`,
  );
}

const writtenByAnother = ({ place, head }: Reach): string =>
  `Line ${head.position} of the journal in ${place} is not the line that this database wrote on ${head.writtenAt?.toISOString()}. Another database wrote it, for example a database that was restored from an older backup. ${wayOn}`;

const wayOn =
  'Put the newest complete copy of the journal there. If there is none, run: npm run restore -- --without-journal "<why>", with the folder of the backup if it is not restored yet. Everything that may have happened since then is in doubt.';
