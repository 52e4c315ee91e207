// What must be true of the server after a fault run, judged from the history, by its calls and from its files.
import { createHash } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import type { AccessibleFile } from '@remembrance/contract/vault-access.ts';
import { createCaller } from '../support/caller.ts';
import { send } from '../support/http-client.ts';
import { readLetters } from '../support/letter-folder.ts';
import { answer, letterTo, linkIn, question, returnTo } from '../support/owner.ts';
import type { Entry } from './history.ts';

export interface Verdict {
  /** Each is a sentence; empty where all is well. */
  violations: string[];
  releases: number;
  uploads: number;
  /** Releases answered 200 whose letter never came, and uploads answered 2xx that are gone or differ. */
  lost: number;
  /** Vaults that were released twice, or for which more than one letter went to the recipient. */
  doubled: number;
  filesListed: number;
}

type Of<What extends Entry['what']> = Extract<Entry, { what: What }>;
interface Home {
  url: string;
  dataDirectory: string;
}
interface Story {
  vault: Of<'vault'>;
  releases: Of<'release'>[];
  uploads: Of<'upload'>[];
}

const sideBySide = 4;

/** What was seen to go wrong on the way; all there is to say where the server cannot be asked any more. */
export function faultsOf(history: Entry[]): Verdict {
  const violations = entriesOf(history, 'fault').map(({ words }) => words);
  return { violations, releases: 0, uploads: 0, lost: 0, doubled: 0, filesListed: 0 };
}

export async function judge(home: Home, history: Entry[]): Promise<Verdict> {
  const verdict = faultsOf(history);
  const stories = storiesOf(history);
  const lane = async () => {
    for (let story = stories.pop(); story; story = stories.pop()) await judgeVault(home, story, verdict);
  };
  const vaults = stories.map(({ vault }) => vault);
  await Promise.all(Array.from({ length: sideBySide }, lane));
  judgeLetters(home, vaults, verdict);
  return verdict;
}

function entriesOf<What extends Entry['what']>(history: Entry[], what: What): Of<What>[] {
  return history.filter((entry): entry is Of<What> => entry.what === what);
}

function storiesOf(history: Entry[]): Story[] {
  const releases = Map.groupBy(entriesOf(history, 'release'), ({ vaultId }) => vaultId);
  const uploads = Map.groupBy(entriesOf(history, 'upload'), ({ vaultId }) => vaultId);
  return entriesOf(history, 'vault').map((vault) => ({
    vault,
    releases: releases.get(vault.vaultId) ?? [],
    uploads: uploads.get(vault.vaultId) ?? [],
  }));
}

async function judgeVault(home: Home, { vault, releases, uploads }: Story, verdict: Verdict): Promise<void> {
  const say = (words: string) => verdict.violations.push(`${vault.recipientEmail}: ${words}`);
  try {
    const granted = releases.filter(({ status }) => status === 200);
    verdict.releases += granted.length;
    if (granted.length > 1) {
      verdict.doubled += 1;
      say(`${granted.length} releases were answered 200`);
    }
    const owner = await returnTo(home.url, vault.owner);
    const before = await owner.ask(api.getVault, { params: { id: vault.vaultId } });
    if (releases.length === 0 && before.status === 'released') say('was released though nobody asked for it');
    const releasedAt = before.releasedAt ?? (await releaseNow(home, vault));
    const moments = new Set([releasedAt, ...releases.map((release) => release.releasedAt).filter(Boolean)]);
    if (moments.size > 1) {
      verdict.doubled += 1;
      say(`has ${moments.size} dates of release: ${[...moments].join(', ')}`);
    }
    if (granted.length > 0 && before.status !== 'released') {
      verdict.lost += 1;
      say('its release was answered 200 and is undone');
    }
    const listed = await owner.ask(api.listFiles, { params: { id: vault.vaultId } });
    verdict.filesListed += listed.length;
    const received = await receive(home, vault, say);
    if (!received) verdict.lost += 1;
    else await judgeFiles({ uploads, listed, received, verdict, say });
  } catch (error) {
    say(String(error));
  }
}

// Vaults nobody released are released now, so that what is in them can be read back like the rest.
async function releaseNow({ url }: Home, { vaultId, code }: Of<'vault'>): Promise<string> {
  const sent = { params: { vaultId }, body: { accessCode: code } };
  return (await createCaller(url).ask(api.releaseVault, sent)).releasedAt;
}

/** What the recipient finds behind the letter; null where there is no letter. */
async function receive({ url }: Home, { recipientEmail, message }: Of<'vault'>, say: (words: string) => void) {
  const recipient = createCaller(url);
  const letter = await letterTo(recipient, recipientEmail, 'recipient-invitation').catch(() => null);
  if (!letter) {
    say('was released and its recipient got no letter');
    return null;
  }
  const token = linkIn(letter.text).split('/').at(-1) ?? '';
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: recipientEmail } });
  const opened = await recipient.ask(api.verifyAccessAnswers, { body: { token, answers: [{ question, answer }] } });
  if (opened.vault.message !== message) say('its message is another');
  return opened.files;
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
    // "Already uploaded" is the answer to a try after one whose yes was lost on the way.
    const stored = triesOfOne.some(({ status, code }) => status === 204 || code === 'upload-finished');
    if (stored) verdict.uploads += 1;
    if (stored && !received.some((file) => file.fileName === fileName)) {
      verdict.lost += 1;
      say(`${fileName} was answered 2xx and is not there`);
    }
  }
  for (const file of received) {
    const triesOfOne = tries.get(file.fileName) ?? [];
    const mayBeThere = triesOfOne.some(
      ({ whole, status, code }) => whole && (status === null || status === 204 || code === 'upload-finished'),
    );
    if (!mayBeThere) say(`${file.fileName} is listed and was never uploaded whole`);
    const { status, body } = await send({ method: 'GET', url: file.downloadUrl });
    const digest = createHash('sha256').update(body).digest('hex');
    if (status === 200 && triesOfOne.every((one) => one.digest === digest)) continue;
    verdict.lost += 1;
    say(`${file.fileName} does not read back equal (${status}, ${body.length} bytes)`);
  }
}

// One letter for each vault and one Message-ID for each letter, in the folder where letters end.
function judgeLetters({ dataDirectory }: Home, vaults: Of<'vault'>[], verdict: Verdict): void {
  const letters = readLetters(dataDirectory);
  const messageIds = new Set(letters.map(({ messageId }) => messageId));
  if (messageIds.size !== letters.length) verdict.violations.push('two letters have the same Message-ID');
  const byAddress = Map.groupBy(letters, ({ to }) => to);
  for (const { recipientEmail } of vaults) {
    const count = byAddress.get(recipientEmail)?.length ?? 0;
    if (count <= 1) continue;
    verdict.doubled += 1;
    verdict.violations.push(`${recipientEmail}: ${count} letters went to the recipient`);
  }
}
