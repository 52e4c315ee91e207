// Judges a restored service by the letters it sends and by what executors, recipients and owners can do: letters to people who must no
// longer get one, codes that work again, and losses or returns that were not reported to the operator.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { startSchedule } from '../../src/schedule.ts';
import { otherBrowser, recipientOf } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { sendNewCode } from './change-vaults.ts';
import { type DrillVault, forEachVault, noteReleased } from './drill-vaults.ts';

export interface DrillReport {
  /** Each finding is a sentence about one vault or letter. */
  lettersToFormerPeople: string[];
  revivedCodes: string[];
  silentLosses: string[];
  repeatedLetters: string[];
}

export interface SentLetter {
  messageId: string;
  to: string;
  subject: string;
}

interface Restored {
  app: TestApp;
  vaults: readonly DrillVault[];
  /** The report that the operator read when the hold was lifted. */
  holdReport: string;
  /** The letters that were sent before the disaster. */
  sentBefore: readonly SentLetter[];
}

/** The letters of a machine, which it writes to its folder. */
export function readSentLetters(dataDirectory: string): SentLetter[] {
  const folder = path.join(dataDirectory, 'letters');
  return readdirSync(folder).map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8').replace(/\r?\n[ \t]+/g, ' ');
    const header = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
    return {
      messageId: header(/^Message-ID: (.*?)\r?$/im),
      to: header(/^To: .*?<?([^<>\s]+)>?\r?$/im),
      subject: header(/^Subject: (.*?)\r?$/im),
    };
  });
}

export async function sendAll(app: TestApp): Promise<void> {
  const schedule = startSchedule(app.services);
  await schedule.stop();
  await schedule.runAll();
  await app.sendLetters();
}

/** Lets the executors release every active vault, and records the releases in the given vaults. */
export async function judgeRestore({ app, vaults, holdReport, sentBefore }: Restored): Promise<DrillReport> {
  const report: DrillReport = { lettersToFormerPeople: [], revivedCodes: [], silentLosses: [], repeatedLetters: [] };
  await sendAll(app);
  await forEachVault(vaults, async (one) => {
    const say = (list: string[]) => (words: string) => void list.push(`${one.state} ${one.id} ${words}`);
    if (one.state === 'created-since') {
      if (!holdReport.includes(one.id)) say(report.silentLosses)('is lost, and no operator was notified');
      return;
    }
    await tryCodes(app, one, say(report.revivedCodes));
    if (one.state === 'code-waiting' && one.end === 'active')
      await askForCode(app, one, holdReport, say(report.silentLosses));
    await useVault(app, one, say(report.silentLosses));
  });
  await sendAll(app);
  judgeLetters(report, vaults, { sentBefore, sentSince: readSentLetters(app.services.config.dataDirectory) });
  return report;
}

/** Withdrawn codes, and codes that have already released their vault. */
async function tryCodes(app: TestApp, one: DrillVault, say: (words: string) => void): Promise<void> {
  for (const accessCode of one.withdrawnCodes) {
    const seen = await app.caller().call(api.verifyExecutor, { body: { accessCode } });
    if (seen.statusCode !== 403) say(`shows its summary by a withdrawn code (${seen.statusCode})`);
    if ((await releaseBy(app, one, accessCode)) === 200) say('is released by a withdrawn code');
  }
  if (one.end === 'released' && one.code && (await releaseBy(app, one, one.code)) === 200)
    say('is released once more by its code');
}

/** Nobody has the code if its letter was not sent. The operator asks the owner, who sends a new one. */
async function askForCode(
  app: TestApp,
  one: DrillVault,
  holdReport: string,
  say: (words: string) => void,
): Promise<void> {
  if (!holdReport.includes(one.id)) say('has a code that nobody holds, and no operator was notified');
  const owner = await otherBrowser(app, one.owner);
  await sendNewCode(app, one, owner).catch(() => say('has an owner who cannot send another code'));
}

async function releaseBy(app: TestApp, { id }: DrillVault, accessCode: string): Promise<number> {
  return (await app.caller().call(api.releaseVault, { params: { vaultId: id }, body: { accessCode } })).statusCode;
}

async function useVault(app: TestApp, one: DrillVault, say: (words: string) => void): Promise<void> {
  if (one.end === 'draft' || one.end === 'deleted') {
    const owner = await otherBrowser(app, one.owner);
    const isThere = (await owner.ask(api.listVaults)).some(({ id }) => id === one.id);
    if (isThere !== (one.end === 'draft')) say(isThere ? 'was deleted and is back' : 'is gone');
    return;
  }
  if (one.end === 'active') {
    const status = await releaseBy(app, one, one.code);
    if (status !== 200) return say(`is not released by its code (${status})`);
    await noteReleased(app, one).catch(() => say('has no letter to the recipient its owner named last'));
  }
  await readIt(app, one).catch((error) => say(`cannot be read by its recipient: ${error.message}`));
}

async function readIt(app: TestApp, one: DrillVault): Promise<void> {
  const { content } = await recipientOf(app, one);
  if (content.vault.message !== one.message) throw new Error('the message is another');
  if (one.hasFile !== (content.files.length === 1)) throw new Error('its file is missing');
}

function judgeLetters(
  report: DrillReport,
  vaults: readonly DrillVault[],
  { sentBefore, sentSince }: { sentBefore: readonly SentLetter[]; sentSince: readonly SentLetter[] },
): void {
  const known = new Set(sentBefore.map(({ messageId }) => messageId));
  for (const { messageId, subject, to } of sentSince)
    if (known.has(messageId)) report.repeatedLetters.push(`“${subject}” went to ${to} again`);
  const sentTo = Map.groupBy(sentSince, ({ to }) => to);
  const everSentTo = Map.groupBy([...sentBefore, ...sentSince], ({ to }) => to);
  for (const { state, id, end, recipientEmail, formerEmails } of vaults) {
    for (const { subject, to } of formerEmails.flatMap((email) => sentTo.get(email) ?? []))
      report.lettersToFormerPeople.push(`${state} ${id}: “${subject}” went to ${to}`);
    if (end !== 'released' || state === 'created-since') continue;
    const invitations = (everSentTo.get(recipientEmail) ?? []).filter(({ subject }) =>
      subject.startsWith('You Have a'),
    );
    const count = new Set(invitations.map(({ messageId }) => messageId)).size;
    if (count === 0) report.silentLosses.push(`${state} ${id}: no letter reached its recipient`);
    if (count > 1) report.repeatedLetters.push(`${state} ${id}: ${count} letters went to its recipient`);
  }
}
