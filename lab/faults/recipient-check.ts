// After a fault run the recipient of a vault must find its message and every acknowledged file, equal to the last byte.

import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { api } from '@remembrance/contract/api.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import { questions } from '@remembrance/contract/testing/cast.ts';
import { linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Caller, createCaller, send } from '../support/http-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import { awaitLetter } from '../support/owner.ts';
import { digestOf } from './actions.ts';
import type { Of } from './history.ts';

export interface VaultHistory {
  vault: Of<'vault'>;
  edits: Of<'edit'>[];
  releases: Of<'release'>[];
  uploads: Of<'upload'>[];
}

/** Adds the violations of one vault to the findings. */
export interface Reporter {
  violation(words: string): void;
  lost(words: string): void;
  doubled(words: string): void;
}

/** The address and the answers that the link in a letter asks for. */
export async function openFiles(recipient: Caller, link: string, email: string) {
  const token = link.split('/').at(-1) ?? '';
  await recipient.ask(api.verifyAccessEmail, { body: { token, email } });
  return recipient.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
}

/** Opens the released vault as its recipient, and compares its content with what the service acknowledged. */
export async function checkAsRecipient(
  { url, mailbox }: { url: string; mailbox: Mailbox },
  { vault, edits, uploads }: VaultHistory,
  listed: VaultFile[],
  report: Reporter,
): Promise<void> {
  const letter = await awaitLetter(mailbox, vault.recipientEmail, 'invitation').catch(() => null);
  if (!letter) return report.lost('was released and its recipient got no letter');
  const opened = await openFiles(createCaller(url), linkIn(letter.text), vault.recipientEmail);
  if (!messagesOf(vault, edits).has(opened.vault.message)) report.violation('its message differs');
  await checkFiles({ uploads, listed, received: opened.files, report });
}

/** The possible messages: the last acknowledged one, or a later one that was not acknowledged. */
function messagesOf({ message }: Of<'vault'>, edits: Of<'edit'>[]): Set<string> {
  const last = edits.findLastIndex(({ status }) => status !== null && status < 300);
  const open = edits.slice(last + 1).filter(({ status }) => status === null);
  return new Set([edits[last]?.message ?? message, ...open.map((edit) => edit.message)]);
}

export const isStored = ({ status }: Of<'upload'>): boolean => status !== null && status < 300;
const namesOf = (files: { fileName: string }[]): string =>
  files
    .map(({ fileName }) => fileName)
    .sort()
    .join(' ');

interface Files {
  uploads: Of<'upload'>[];
  listed: VaultFile[];
  received: AccessibleFile[];
  report: Reporter;
}

async function checkFiles({ uploads, listed, received, report }: Files): Promise<void> {
  if (namesOf(listed) !== namesOf(received))
    report.violation(`the owner sees ${namesOf(listed)}, the recipient ${namesOf(received)}`);
  for (const fileName of new Set(uploads.filter(isStored).map((upload) => upload.fileName)))
    if (!received.some((file) => file.fileName === fileName))
      report.lost(`${fileName} was answered 2xx and is missing`);
  for (const { fileName, downloadUrl } of received) {
    const tries = uploads.filter((upload) => upload.fileName === fileName);
    if (!tries.some((one) => one.whole && (one.status === null || isStored(one))))
      report.violation(`${fileName} is listed but was never completely uploaded`);
    const { status, body } = await send({ method: 'GET', url: downloadUrl });
    if (status !== 200 || tries.some(({ digest }) => digest !== digestOf(body)))
      report.lost(`${fileName} does not read back equal (${status}, ${body.length} bytes)`);
  }
}
