// Cuts the disk's power, every second time just after a backup was reported as finished. The journal on the disk must then still contain
// the event of every sent letter, and the backup must be restorable.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Letter } from '../support/mailbox.ts';
import { isInvitation } from '../support/owner.ts';
import type { Fault } from './faults.ts';
import { restoreElsewhere } from './restore-check.ts';
import { recordViolation, type Testbed } from './testbed.ts';

export const powerCuts: Fault[] = [
  {
    name: 'power cut',
    weight: 1,
    endsServer: true,
    // The most recent acknowledgement is the most likely to be lost: on a busy machine the kernel soon writes older data on
    // its own.
    async inject(testbed, _random, probe) {
      await probe.upload();
      await cutPower(testbed);
      testbed.start();
    },
  },
  {
    name: 'power cut after a backup',
    weight: 1,
    endsServer: true,
    async inject(testbed) {
      const { installation, history } = testbed;
      const folder = path.join(installation.dataDirectory, 'backups', String(history.of('backup').length));
      const { status, output } = await installation.run('backup', folder);
      if (status === 0) history.write({ what: 'backup', folder });
      else recordViolation(testbed, `a backup failed: ${output}`);
      await cutPower(testbed);
      if (status === 0) await tryBackup(testbed, folder);
      testbed.start();
    },
  },
];

async function cutPower(testbed: Testbed): Promise<void> {
  testbed.disk?.cutPower();
  await testbed.server.killWithDatabase();
  await testbed.disk?.remount();
  for (const gap of findJournalGaps(testbed, await testbed.mailbox.all())) recordViolation(testbed, gap);
}

async function tryBackup(testbed: Testbed, folder: string): Promise<void> {
  const { installation, refusal } = await restoreElsewhere(testbed, folder);
  if (refusal !== null) recordViolation(testbed, `a finished backup cannot be restored after a power cut: ${refusal}`);
  installation.clear();
}

interface Line {
  position: number;
  previous: string;
  kind: string;
  id: string;
  facts: { status?: string; vaultId?: string; codeSentAt?: string | null } | null;
}

/**
 * One sentence for each record that is missing in the journal. A letter is sent only after the journal contains its event, so the journal,
 * read without its keys as anyone can, is compared with the letters.
 */
function findJournalGaps({ installation, history }: Testbed, letters: readonly Letter[]): string[] {
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
