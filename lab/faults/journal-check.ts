// Reads the journal without its keys, as anyone can, and compares it with the letters that were sent: a letter is sent only after the
// journal contains its event.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Letter } from '../support/mailbox.ts';
import { isInvitation } from '../support/owner.ts';
import type { Testbed } from './testbed.ts';

interface Line {
  position: number;
  previous: string;
  kind: string;
  id: string;
  facts: { status?: string; vaultId?: string; codeSentAt?: string | null } | null;
}

/** One sentence for each record that is missing in the journal. */
export function findJournalGaps({ installation, history }: Testbed, letters: readonly Letter[]): string[] {
  const { lines, broken } = readJournal(path.join(installation.dataDirectory, 'journal'));
  const about = (kind: string) => lines.filter((line) => line.kind === kind);
  const released = new Set(about('vault').flatMap(({ id, facts }) => (facts?.status === 'released' ? [id] : [])));
  const withCode = new Set(about('executor').flatMap(({ facts }) => (facts?.codeSentAt ? [facts.vaultId] : [])));
  const invited = new Set(letters.filter(isInvitation).map(({ to }) => to));
  const mailed = new Set(letters.map(({ to }) => to));
  return [
    ...broken,
    ...history
      .of('vault')
      .flatMap(({ vaultId, recipientEmail, executorEmail }) => [
        ...(invited.has(recipientEmail) && !released.has(vaultId)
          ? [`the journal lost the release of ${recipientEmail}`]
          : []),
        ...(mailed.has(executorEmail) && !withCode.has(vaultId)
          ? [`the journal lost the code of ${executorEmail}`]
          : []),
      ]),
  ];
}

/** The last lines may be incomplete after a kill; the next writer removes them. */
function readJournal(folder: string): { lines: Line[]; broken: string[] } {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  const lines: Line[] = [];
  let digest: string | null = null;
  for (const text of texts.filter(Boolean)) {
    const line = parse(text);
    if (!line) break;
    if (digest !== null && line.previous !== digest)
      return { lines, broken: [`the journal is broken at line ${line.position}`] };
    digest = createHash('sha256').update(text).digest('hex');
    lines.push(line);
  }
  return { lines, broken: [] };
}

function parse(text: string): Line | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
