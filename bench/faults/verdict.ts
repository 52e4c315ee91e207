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
import type { WholeMailbox } from '../support/mailbox.ts';
import { awaitLetter, returnTo } from '../support/owner.ts';
import type { Say } from '../support/wait.ts';
import { type Entry, entriesOf, type Of } from './history.ts';

export interface Verdict {
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

export interface Judged {
  url: string;
  mailbox: WholeMailbox;
  /** Addresses their mail server has said do not exist: no letter is owed to them. */
  unknownAddresses: ReadonlySet<string>;
  /** What has its date up to here is released by now. */
  due: Date;
  /** The time that it is for the server; nothing with a later date is released. */
  latest: Date;
  say: Say;
}
interface Story {
  vault: Of<'vault'>;
  edits: Of<'edit'>[];
  releases: Of<'release'>[];
  uploads: Of<'upload'>[];
}

const sideBySide = 4;

const reportEvery = 100;

/** What was seen to go wrong on the way; all there is to say where the server cannot be asked any more. */
export function faultsOf(history: Entry[]): Verdict {
  const bare = Object.entries(Object.groupBy(entriesOf(history, 'bare 500'), ({ request }) => request));
  const violations = [
    ...entriesOf(history, 'fault').map(({ words }) => words),
    ...bare.map(([request, entries = []]) => `${request} was answered a bare 500 (${entries.length} times)`),
  ];
  return { violations, releases: 0, uploads: 0, lost: 0, doubled: 0, filesListed: 0 };
}

export async function judge(judged: Judged, history: Entry[]): Promise<Verdict> {
  const verdict = faultsOf(history);
  const stories = storiesOf(history);
  const vaults = stories.map(({ vault }) => vault);
  judged.say(`  judging ${vaults.length} vaults`);
  const lane = async () => {
    for (let story = stories.pop(); story; story = stories.pop()) {
      await judgeVault(judged, story, verdict);
      if (stories.length % reportEvery === 0) judged.say(`  ${stories.length} vaults to judge`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  await judgeLetters(judged, vaults, verdict);
  for (const { email } of entriesOf(history, 'account')) {
    if ((await judged.mailbox.lettersTo(email)).length > 0) continue;
    verdict.lost += 1;
    verdict.violations.push(`${email} never got a letter`);
  }
  return verdict;
}

function storiesOf(history: Entry[]): Story[] {
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

async function judgeVault(judged: Judged, story: Story, verdict: Verdict): Promise<void> {
  const { vault, uploads } = story;
  const say = (words: string) => verdict.violations.push(`${vault.recipientEmail}: ${words}`);
  try {
    const owner = await returnTo(judged.url, vault.owner, judged.mailbox);
    const before = await owner.ask(api.getVault, { params: { id: vault.vaultId } });
    judgeRelease(judged, story, before, { verdict, say });
    const releasedAt = before.releasedAt ?? (await releaseNow(judged, vault));
    const moments = new Set([releasedAt, ...story.releases.map((release) => release.releasedAt).filter(Boolean)]);
    if (moments.size > 1) {
      verdict.doubled += 1;
      say(`has ${moments.size} dates of release: ${[...moments].join(', ')}`);
    }
    const listed = await owner.ask(api.listFiles, { params: { id: vault.vaultId } });
    verdict.filesListed += listed.length;
    if (judged.unknownAddresses.has(vault.recipientEmail)) return;
    const received = await receive(judged, story, say);
    if (!received) verdict.lost += 1;
    else await judgeFiles({ uploads, listed, received, verdict, say });
  } catch (error) {
    say(String(error));
  }
}

type Seen = Pick<ReplyOf<typeof api.getVault>, 'status' | 'releasedAt' | 'createdAt'>;
interface Saying {
  verdict: Verdict;
  say: (words: string) => void;
}

// Released when somebody asked for it or its date had come, once, and never undone.
function judgeRelease(judged: Judged, { vault, releases }: Story, seen: Seen, { verdict, say }: Saying): void {
  const granted = releases.filter(({ status }) => status === 200);
  verdict.releases += granted.length;
  if (granted.length > 1) {
    verdict.doubled += 1;
    say(`${granted.length} releases were answered 200`);
  }
  const isDue = vault.releaseAt !== null && new Date(vault.releaseAt) <= judged.due;
  if (seen.status !== 'released' && (granted.length > 0 || isDue)) {
    verdict.lost += 1;
    say(
      isDue
        ? `its date, ${vault.releaseAt}, has passed and it is not released`
        : 'its release was answered 200 and is undone',
    );
  }
  if (seen.releasedAt === null) return;
  if (seen.releasedAt < seen.createdAt) say(`was released at ${seen.releasedAt}, before it was made`);
  if (releases.length > 0) return;
  const latest = judged.latest.toISOString();
  if (vault.releaseAt === null || vault.releaseAt > latest)
    say('was released though nobody asked and no date has come');
  else if (seen.releasedAt < vault.releaseAt || seen.releasedAt > latest)
    say(`was to be released at ${vault.releaseAt} and was at ${seen.releasedAt}`);
}

// Vaults nobody released are released now, so that what is in them can be read back like the rest.
async function releaseNow({ url, mailbox }: Judged, { vaultId, executorEmail }: Of<'vault'>): Promise<string> {
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
async function receive({ url, mailbox }: Judged, { vault, edits }: Story, say: (words: string) => void) {
  const letter = await awaitLetter(mailbox, vault.recipientEmail, 'invitation').catch(() => null);
  if (!letter) {
    say('was released and its recipient got no letter');
    return null;
  }
  const opened = await openFiles(createCaller(url), linkIn(letter.text), vault.recipientEmail);
  if (!messagesOf(vault, edits).has(opened.vault.message)) say('its message is another');
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
  verdict: Verdict;
  say: (words: string) => void;
}

async function judgeFiles({ uploads, listed, received, verdict, say }: Files): Promise<void> {
  const names = (files: { fileName: string }[]) =>
    files
      .map(({ fileName }) => fileName)
      .sort()
      .join(' ');
  if (names(listed) !== names(received)) say(`the owner sees ${names(listed)}, the recipient ${names(received)}`);
  const tries = Map.groupBy(uploads, ({ fileName }) => fileName);
  for (const [fileName, triesOfOne] of tries) {
    const stored = triesOfOne.some(({ status }) => status !== null && status < 300);
    if (stored) verdict.uploads += 1;
    if (stored && !received.some((file) => file.fileName === fileName)) {
      verdict.lost += 1;
      say(`${fileName} was answered 2xx and is not there`);
    }
  }
  for (const file of received) {
    const triesOfOne = tries.get(file.fileName) ?? [];
    const mayBeThere = triesOfOne.some(({ whole, status }) => whole && (status === null || status < 300));
    if (!mayBeThere) say(`${file.fileName} is listed and was never uploaded whole`);
    const { status, body } = await send({ method: 'GET', url: file.downloadUrl });
    const digest = createHash('sha256').update(body).digest('hex');
    if (status === 200 && triesOfOne.every((one) => one.digest === digest)) continue;
    verdict.lost += 1;
    say(`${file.fileName} does not read back equal (${status}, ${body.length} bytes)`);
  }
}

// One letter for each vault; the same letter may come again, and then it is the same.
async function judgeLetters({ mailbox }: Judged, vaults: Of<'vault'>[], verdict: Verdict): Promise<void> {
  const invitations = Map.groupBy(await mailbox.all(), ({ to }) => to);
  for (const { recipientEmail } of vaults) {
    const ids = new Set((invitations.get(recipientEmail) ?? []).map(({ messageId }) => messageId));
    if (ids.size <= 1) continue;
    verdict.doubled += 1;
    verdict.violations.push(`${recipientEmail}: ${ids.size} letters went to the recipient`);
  }
}

/** How many letters came more than once. */
export async function repeatsOf(mailbox: WholeMailbox): Promise<number> {
  const byId = Map.groupBy(await mailbox.all(), ({ messageId }) => messageId);
  return [...byId.values()].filter((copies) => copies.length > 1).length;
}
