// Checks the state after a fault run against the history, the server's responses and the letters.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { codeIn } from '@remembrance/contract/testing/letter-words.ts';
import { createCaller } from '../support/http-client.ts';
import type { FullMailbox } from '../support/mailbox.ts';
import { awaitLetter, returnTo } from '../support/owner.ts';
import type { Log } from '../support/wait.ts';
import type { History, Of } from './history.ts';
import { findLeftovers } from './leftovers.ts';
import { checkAsRecipient, isStored, type Reporter, type VaultHistory } from './recipient-check.ts';
import { checkRelease, type ReleaseInput } from './release-check.ts';
import { checkRestored } from './restore-check.ts';
import { machinesOf, type Testbed } from './testbed.ts';

export interface Findings {
  /** Each violation is one sentence; the list is empty if there are none. */
  violations: string[];
  releases: number;
  uploads: number;
  /** Releases answered with 200 whose letter never arrived, and uploads answered with 2xx that are missing or differ. */
  lost: number;
  /** Vaults that were released twice, or for which more than one letter went to the recipient. */
  doubled: number;
  filesListed: number;
}

export interface CheckInput extends ReleaseInput {
  url: string;
  mailbox: FullMailbox;
  /** Addresses that the mail server refused as unknown: they need not get a letter. */
  unknownAddresses: ReadonlySet<string>;
  log: Log;
}
/** The schedule releases every ten seconds. */
const dueWithinSeconds = 13;
/** Longer than any pause before a letter is retried: at most an hour after a lost response. */
const letterPausesSeconds = 3 * 3600;
const concurrentChecks = 4;
const reportEvery = 100;

/** Problems during the run. They are the entire report if the server no longer responds. */
export function violationsOf(history: History): Findings {
  const bare = Object.entries(Object.groupBy(history.of('bare 500'), ({ request }) => request));
  const violations = [
    ...history.of('violation').map(({ words }) => words),
    ...bare.map(([request, entries = []]) => `${request} was answered a bare 500 (${entries.length} times)`),
  ];
  return { violations, releases: 0, uploads: 0, lost: 0, doubled: 0, filesListed: 0 };
}

/** Lets the service finish, stops it, and checks everything that it acknowledged, stored and sent. */
export async function checkRun(testbed: Testbed): Promise<Findings> {
  const { installation, mail, log } = testbed;
  const due = new Date();
  const dated = testbed.history.of('vault').filter(({ releaseAt }) => releaseAt !== null);
  if (dated.some(({ releaseAt }) => new Date(releaseAt ?? '') <= due)) {
    log('  waiting for the last release dates');
    await delay(dueWithinSeconds * 1000);
  }
  for (const { server } of machinesOf(testbed)) await server.stop();
  const records = testbed.second ? await checkRecords(testbed) : [];
  const server = installation.spawn('testing/test-server.ts');
  testbed.server = server;
  await server.ready();
  log('  waiting for letters to be retried');
  await server.sendMessage({ moveClockSeconds: letterPausesSeconds }, 'movedTo');
  const unknownAddresses = mail?.unknownAddresses ?? new Set<string>();
  const { url } = testbed;
  const input = { url, mailbox: testbed.mailbox, unknownAddresses, due, secondsAhead: letterPausesSeconds, log };
  const findings = await checkOutcome(input, testbed.history);
  const warnings = new Set(installation.readLog().match(/(?<=\(node:\d+\) |"warning":")\w*Warning/g));
  for (const warning of warnings) findings.violations.push(`the log of the server has a ${warning} of Node`);
  if (findings.releases === 0 || findings.uploads === 0)
    findings.violations.push('nothing was released or nothing uploaded: this run proves nothing');
  findings.violations.push(...(await findLeftovers(testbed, server, findings.filesListed)));
  findings.violations.push(...records);
  findings.violations.push(...(await checkRestored(testbed, letterPausesSeconds)));
  return findings;
}

export async function checkOutcome(input: CheckInput, history: History): Promise<Findings> {
  const findings = violationsOf(history);
  // The next attempt records a creation again if the previous one got no response.
  const vaults = new Map(history.of('vault').map((vault) => [vault.vaultId, vault]));
  const left = [...vaults.values()];
  input.log(`  checking ${left.length} vaults`);
  const worker = async () => {
    for (let vault = left.pop(); vault; vault = left.pop()) {
      await checkVault(input, historyOf(vault, history), findings);
      if (left.length > 0 && left.length % reportEvery === 0) input.log(`  ${left.length} vaults to check`);
    }
  };
  await Promise.all(Array.from({ length: concurrentChecks }, worker));
  await checkLetters(input, [...vaults.values()], findings);
  for (const { email } of history.of('account')) {
    if ((await input.mailbox.lettersTo(email)).length > 0) continue;
    findings.lost += 1;
    findings.violations.push(`${email} never got a letter`);
  }
  return findings;
}

/** Reads the journal back, to which both processes have written. */
async function checkRecords({ installation }: Testbed): Promise<string[]> {
  const { output } = await installation.run('verify');
  if (output.includes('everything is intact')) return [];
  return [`the journal is not whole: ${output.match(/^record: .*$/gm)?.join('; ') ?? output}`];
}

function historyOf(vault: Of<'vault'>, history: History): VaultHistory {
  const isOwn = ({ vaultId }: { vaultId: string }) => vaultId === vault.vaultId;
  return {
    vault,
    edits: history.of('edit').filter(isOwn),
    releases: history.of('release').filter(isOwn),
    uploads: history.of('upload').filter(isOwn),
  };
}

async function checkVault(input: CheckInput, vaultHistory: VaultHistory, findings: Findings): Promise<void> {
  const { vault, releases, uploads } = vaultHistory;
  const report = reporterOf(findings, vault);
  try {
    const owner = await returnTo(input.url, vault.owner, input.mailbox);
    const seen = await owner.ask(api.getVault, { params: { id: vault.vaultId } });
    findings.releases += releases.filter(({ status }) => status === 200).length;
    await checkRelease(input, vaultHistory, seen, report);
    const releasedAt = seen.releasedAt ?? (await releaseNow(input, vault));
    const moments = new Set([releasedAt, ...releases.map((release) => release.releasedAt).filter(Boolean)]);
    if (moments.size > 1) report.doubled(`has ${moments.size} dates of release: ${[...moments].join(', ')}`);
    const listed = await owner.ask(api.listFiles, { params: { id: vault.vaultId } });
    findings.filesListed += listed.length;
    if (input.unknownAddresses.has(vault.recipientEmail)) return;
    findings.uploads += new Set(uploads.filter(isStored).map(({ fileName }) => fileName)).size;
    await checkAsRecipient(input, vaultHistory, listed, report);
  } catch (error) {
    report.violation(String(error));
  }
}

function reporterOf(findings: Findings, { recipientEmail }: Of<'vault'>): Reporter {
  const violation = (words: string) => void findings.violations.push(`${recipientEmail}: ${words}`);
  return {
    violation,
    lost(words) {
      findings.lost += 1;
      violation(words);
    },
    doubled(words) {
      findings.doubled += 1;
      violation(words);
    },
  };
}

// Releases a vault that is still unreleased, so that its content can be read back too.
async function releaseNow({ url, mailbox }: CheckInput, { vaultId, executorEmail }: Of<'vault'>): Promise<string> {
  const { text } = await awaitLetter(mailbox, executorEmail, 'executor code');
  const sent = { params: { vaultId }, body: { accessCode: codeIn(text) } };
  return (await createCaller(url).ask(api.releaseVault, sent)).releasedAt ?? '';
}

// Each vault has one letter; a repeated letter must be identical.
async function checkLetters({ mailbox }: CheckInput, vaults: Of<'vault'>[], findings: Findings): Promise<void> {
  const letters = Map.groupBy(await mailbox.all(), ({ to }) => to);
  for (const vault of vaults) {
    const ids = new Set(letters.get(vault.recipientEmail)?.map(({ messageId }) => messageId));
    if (ids.size > 1) reporterOf(findings, vault).doubled(`${ids.size} letters went to the recipient`);
  }
}

/** The number of letters that arrived more than once. */
export async function repeatsOf(mailbox: FullMailbox): Promise<number> {
  const byId = Map.groupBy(await mailbox.all(), ({ messageId }) => messageId);
  return [...byId.values()].filter((copies) => copies.length > 1).length;
}
