// What must hold after a fault run, checked by the history, by calls to the server and by the letters.
import { createHash } from 'node:crypto';
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { api } from '@remembrance/contract/api.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import { questions } from '@remembrance/contract/testing/cast.ts';
import { codeIn, linkIn } from '@remembrance/contract/testing/letter-words.ts';
import { type Caller, createCaller } from '../support/caller.ts';
import { send } from '../support/http-client.ts';
import type { FullMailbox } from '../support/mailbox.ts';
import { awaitLetter, returnTo } from '../support/owner.ts';
import type { Log } from '../support/wait.ts';
import { type Entry, entriesOf, type Of } from './history.ts';

export interface Findings {
  /** One sentence each; empty when everything holds. */
  violations: string[];
  releases: number;
  uploads: number;
  /** Releases answered 200 whose letter never came, and uploads answered 2xx that are gone or differ. */
  lost: number;
  /** Vaults that were released twice, or for which more than one letter went to the recipient. */
  doubled: number;
  filesListed: number;
}

export interface CheckInput {
  url: string;
  mailbox: FullMailbox;
  /** Addresses their mail server has said do not exist: no letter is owed to them. */
  unknownAddresses: ReadonlySet<string>;
  /** What has its date up to here is released by now. */
  due: Date;
  /** The time that it is for the server; nothing with a later date is released. */
  latest: Date;
  log: Log;
}
interface VaultHistory {
  vault: Of<'vault'>;
  edits: Of<'edit'>[];
  releases: Of<'release'>[];
  uploads: Of<'upload'>[];
}

const concurrentChecks = 4;

const reportEvery = 100;

/** What was seen to go wrong on the way; all there is to report where the server cannot be asked any more. */
export function violationsOf(history: Entry[]): Findings {
  const bare = Object.entries(Object.groupBy(entriesOf(history, 'bare 500'), ({ request }) => request));
  const violations = [
    ...entriesOf(history, 'violation').map(({ words }) => words),
    ...bare.map(([request, entries = []]) => `${request} was answered a bare 500 (${entries.length} times)`),
  ];
  return { violations, releases: 0, uploads: 0, lost: 0, doubled: 0, filesListed: 0 };
}

export async function checkOutcome(input: CheckInput, history: Entry[]): Promise<Findings> {
  const findings = violationsOf(history);
  const histories = vaultHistories(history);
  const vaults = histories.map(({ vault }) => vault);
  input.log(`  checking ${vaults.length} vaults`);
  const worker = async () => {
    for (let vaultHistory = histories.pop(); vaultHistory; vaultHistory = histories.pop()) {
      await checkVault(input, vaultHistory, findings);
      if (histories.length % reportEvery === 0) input.log(`  ${histories.length} vaults to check`);
    }
  };
  await Promise.all(Array.from({ length: concurrentChecks }, worker));
  await checkLetters(input, vaults, findings);
  for (const { email } of entriesOf(history, 'account')) {
    if ((await input.mailbox.lettersTo(email)).length > 0) continue;
    findings.lost += 1;
    findings.violations.push(`${email} never got a letter`);
  }
  return findings;
}

function vaultHistories(history: Entry[]): VaultHistory[] {
  const of = <What extends 'edit' | 'release' | 'upload'>(what: What) =>
    Map.groupBy(entriesOf<What>(history, what), (entry) => (entry as { vaultId: string }).vaultId);
  const [edits, releases, uploads] = [of('edit'), of('release'), of('upload')];
  // One whose making was not answered is written down again by the next try.
  const vaults = new Map(entriesOf(history, 'vault').map((vault) => [vault.vaultId, vault]));
  return [...vaults.values()].map((vault) => ({
    vault,
    edits: edits.get(vault.vaultId) ?? [],
    releases: releases.get(vault.vaultId) ?? [],
    uploads: uploads.get(vault.vaultId) ?? [],
  }));
}

async function checkVault(input: CheckInput, vaultHistory: VaultHistory, findings: Findings): Promise<void> {
  const { vault, uploads } = vaultHistory;
  const report = (words: string) => findings.violations.push(`${vault.recipientEmail}: ${words}`);
  try {
    const owner = await returnTo(input.url, vault.owner, input.mailbox);
    const before = await owner.ask(api.getVault, { params: { id: vault.vaultId } });
    checkRelease(input, vaultHistory, before, { findings, report });
    const releasedAt = before.releasedAt ?? (await releaseNow(input, vault));
    const moments = new Set([
      releasedAt,
      ...vaultHistory.releases.map((release) => release.releasedAt).filter(Boolean),
    ]);
    if (moments.size > 1) {
      findings.doubled += 1;
      report(`has ${moments.size} dates of release: ${[...moments].join(', ')}`);
    }
    const listed = await owner.ask(api.listFiles, { params: { id: vault.vaultId } });
    findings.filesListed += listed.length;
    if (input.unknownAddresses.has(vault.recipientEmail)) return;
    const received = await receive(input, vaultHistory, report);
    if (!received) findings.lost += 1;
    else await checkFiles({ uploads, listed, received, findings, report });
  } catch (error) {
    report(String(error));
  }
}

type Seen = Pick<ReplyOf<typeof api.getVault>, 'status' | 'releasedAt' | 'createdAt'>;
interface Reporting {
  findings: Findings;
  report: (words: string) => void;
}

// Released when somebody asked for it or its date had come, once, and never undone.
function checkRelease(
  input: CheckInput,
  { vault, releases }: VaultHistory,
  seen: Seen,
  { findings, report }: Reporting,
): void {
  const granted = releases.filter(({ status }) => status === 200);
  findings.releases += granted.length;
  if (granted.length > 1) {
    findings.doubled += 1;
    report(`${granted.length} releases were answered 200`);
  }
  const isDue = vault.releaseAt !== null && new Date(vault.releaseAt) <= input.due;
  if (seen.status !== 'released' && (granted.length > 0 || isDue)) {
    findings.lost += 1;
    report(
      isDue
        ? `its date, ${vault.releaseAt}, has passed and it is not released`
        : 'its release was answered 200 and is undone',
    );
  }
  if (seen.releasedAt === null) return;
  if (seen.releasedAt < seen.createdAt) report(`was released at ${seen.releasedAt}, before it was made`);
  if (releases.length > 0) return;
  const latest = input.latest.toISOString();
  if (vault.releaseAt === null || vault.releaseAt > latest)
    report('was released though nobody asked and no date has come');
  else if (seen.releasedAt < vault.releaseAt || seen.releasedAt > latest)
    report(`was to be released at ${vault.releaseAt} and was at ${seen.releasedAt}`);
}

// Vaults nobody released are released now, so that what is in them can be read back like the rest.
async function releaseNow({ url, mailbox }: CheckInput, { vaultId, executorEmail }: Of<'vault'>): Promise<string> {
  const { text } = await awaitLetter(mailbox, executorEmail, 'executor code');
  const sent = { params: { vaultId }, body: { accessCode: codeIn(text) } };
  return (await createCaller(url).ask(api.releaseVault, sent)).releasedAt;
}

/** The address and the answers, behind the link in a letter. */
export async function openFiles(recipient: Caller, link: string, email: string) {
  const token = link.split('/').at(-1) ?? '';
  await recipient.ask(api.verifyAccessEmail, { body: { token, email } });
  return recipient.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
}

/** What the recipient finds behind the letter; null where there is no letter. */
async function receive({ url, mailbox }: CheckInput, { vault, edits }: VaultHistory, report: (words: string) => void) {
  const letter = await awaitLetter(mailbox, vault.recipientEmail, 'invitation').catch(() => null);
  if (!letter) {
    report('was released and its recipient got no letter');
    return null;
  }
  const opened = await openFiles(createCaller(url), linkIn(letter.text), vault.recipientEmail);
  if (!messagesOf(vault, edits).has(opened.vault.message)) report('its message is another');
  return opened.files;
}

/** What the message may be: the last that was answered, or one after it that was not. */
function messagesOf({ message }: Of<'vault'>, edits: Of<'edit'>[]): Set<string> {
  const last = edits.findLastIndex(({ status }) => status !== null && status < 300);
  const open = edits.slice(last + 1).filter(({ status }) => status === null);
  return new Set([edits[last]?.message ?? message, ...open.map((edit) => edit.message)]);
}

interface Files {
  uploads: Of<'upload'>[];
  listed: VaultFile[];
  received: AccessibleFile[];
  findings: Findings;
  report: (words: string) => void;
}

async function checkFiles({ uploads, listed, received, findings, report }: Files): Promise<void> {
  const names = (files: { fileName: string }[]) =>
    files
      .map(({ fileName }) => fileName)
      .sort()
      .join(' ');
  if (names(listed) !== names(received)) report(`the owner sees ${names(listed)}, the recipient ${names(received)}`);
  const tries = Map.groupBy(uploads, ({ fileName }) => fileName);
  for (const [fileName, triesOfOne] of tries) {
    const stored = triesOfOne.some(({ status }) => status !== null && status < 300);
    if (stored) findings.uploads += 1;
    if (stored && !received.some((file) => file.fileName === fileName)) {
      findings.lost += 1;
      report(`${fileName} was answered 2xx and is not there`);
    }
  }
  for (const file of received) {
    const triesOfOne = tries.get(file.fileName) ?? [];
    const mayBeThere = triesOfOne.some(({ whole, status }) => whole && (status === null || status < 300));
    if (!mayBeThere) report(`${file.fileName} is listed and was never uploaded whole`);
    const { status, body } = await send({ method: 'GET', url: file.downloadUrl });
    const digest = createHash('sha256').update(body).digest('hex');
    if (status === 200 && triesOfOne.every((one) => one.digest === digest)) continue;
    findings.lost += 1;
    report(`${file.fileName} does not read back equal (${status}, ${body.length} bytes)`);
  }
}

// One letter for each vault; the same letter may come again, and then it is the same.
async function checkLetters({ mailbox }: CheckInput, vaults: Of<'vault'>[], findings: Findings): Promise<void> {
  const invitations = Map.groupBy(await mailbox.all(), ({ to }) => to);
  for (const { recipientEmail } of vaults) {
    const ids = new Set((invitations.get(recipientEmail) ?? []).map(({ messageId }) => messageId));
    if (ids.size <= 1) continue;
    findings.doubled += 1;
    findings.violations.push(`${recipientEmail}: ${ids.size} letters went to the recipient`);
  }
}

/** How many letters came more than once. */
export async function repeatsOf(mailbox: FullMailbox): Promise<number> {
  const byId = Map.groupBy(await mailbox.all(), ({ messageId }) => messageId);
  return [...byId.values()].filter((copies) => copies.length > 1).length;
}
