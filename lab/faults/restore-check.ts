// Restores a backup of a fault run on another machine with the run's journal. Checks which letters are sent, and what the recipients
// can read through the links they already have.
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { createCaller } from '../support/http-client.ts';
import type { Installation } from '../support/installation.ts';
import { folderMailbox, type Letter } from '../support/mailbox.ts';
import { isInvitation } from '../support/owner.ts';
import { openFiles } from './recipient-check.ts';
import type { Testbed } from './testbed.ts';

interface RestoredCopy {
  installation: Installation;
  /** Why the restore failed; null if it succeeded. */
  refusal: string | null;
}

/** The caller deletes the installation. */
export async function restoreElsewhere(testbed: Testbed, backup: string): Promise<RestoredCopy> {
  const installation = await testbed.installElsewhere();
  mkdirSync(installation.dataDirectory, { recursive: true });
  const place = (name: string) => path.join(installation.dataDirectory, name);
  for (const name of ['secrets.json', 'keyring.json']) cpSync(`${backup}.${name}`, place(name));
  cpSync(path.join(testbed.installation.dataDirectory, 'journal'), place('journal'), { recursive: true });
  const { status, output } = await installation.run('restore', backup);
  return { installation, refusal: status === 0 ? null : (output.trim().split('\n').at(-1) ?? '') };
}

/** Call it after every vault is released. @returns the violations; an empty list if the run has no backup */
export async function checkRestored(testbed: Testbed, passSeconds: number): Promise<string[]> {
  const backup = testbed.history.of('backup').at(-1);
  if (!backup) return [];
  testbed.log('  restoring the last backup elsewhere');
  const { installation, refusal } = await restoreElsewhere(testbed, backup.folder);
  try {
    if (refusal !== null) return [`the last backup cannot be restored: ${refusal}`];
    const lifted = await installation.run('admin', 'lift-hold', '--reason', 'the run', '--yes');
    if (lifted.status !== 0) return [`the hold is not lifted: ${lifted.output}`];
    const server = installation.spawn('testing/test-server.ts');
    try {
      await server.ready();
      await server.sendMessage({ moveClockSeconds: passSeconds }, 'movedTo');
      const [before, since] = [await testbed.mailbox.all(), await folderMailbox(installation.dataDirectory).all()];
      return await checkPeople(testbed, { url: installation.url, before, since, holdReport: lifted.output });
    } finally {
      await server.killWithDatabase();
    }
  } finally {
    installation.clear();
  }
}

interface Restored {
  url: string;
  /** The letters that were sent before the database went back, and those since the hold was lifted. */
  before: readonly Letter[];
  since: readonly Letter[];
  /** The operator's list of what is in doubt. */
  holdReport: string;
}

/** No letter leaves twice, and the links that recipients already have still work. */
export async function checkPeople(
  { history }: Pick<Testbed, 'history'>,
  { url, before, since, holdReport }: Restored,
): Promise<string[]> {
  const violations = findRepeated(before, since);
  const invitations = Map.groupBy(before.filter(isInvitation), ({ to }) => to);
  const edits = Map.groupBy(history.of('edit'), ({ vaultId }) => vaultId);
  const vaults = new Map(history.of('vault').map((vault) => [vault.vaultId, vault]));
  for (const { vaultId, recipientEmail, message } of vaults.values()) {
    const [invitation] = invitations.get(recipientEmail) ?? [];
    if (!invitation || holdReport.includes(vaultId)) continue;
    const messages = [message, ...(edits.get(vaultId) ?? []).map((edit) => edit.message)];
    const seen = await openFiles(createCaller(url), linkIn(invitation.text), recipientEmail).catch(String);
    if (typeof seen === 'string') violations.push(`${recipientEmail}: after the restore the link fails: ${seen}`);
    else if (!messages.includes(seen.vault.message))
      violations.push(`${recipientEmail}: after the restore its message differs`);
  }
  return violations;
}

function findRepeated(before: readonly Letter[], since: readonly Letter[]): string[] {
  const ids = new Set(before.map(({ messageId }) => messageId));
  const invited = new Set(before.filter(isInvitation).map(({ to }) => to));
  const repeated = since.filter(
    (letter) => ids.has(letter.messageId) || (isInvitation(letter) && invited.has(letter.to)),
  );
  return repeated.map(({ to, subject }) => `${to}: “${subject}” left again after the restore`);
}
