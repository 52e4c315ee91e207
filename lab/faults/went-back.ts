// The database goes back by half a minute under two running processes: a standby that lagged is promoted, or an earlier copy of the server
// is put in its place. From then on nothing is released, mailed or changed. After an operator has lifted the hold, no former recipient has
// got a letter, nobody has got one twice, and everything that is lost was named.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { codeIn } from '@remembrance/contract/testing/letter-words.ts';
import { isInvitation } from '../support/owner.ts';
import { type Log, waitFor } from '../support/wait.ts';
import { type ActiveVault, tryRelease } from './actions.ts';
import { violationsOf } from './final-check.ts';
import { type Load, type LoadOwner, openActiveVault, openLoadAccount, runLoad, usualLoad } from './load.ts';
import { readFailing } from './probes.ts';
import { checkPeople } from './restore-check.ts';
import { machinesOf, openTestbed, operatorEmail, recordViolation, type Testbed, urlOf } from './testbed.ts';

interface Run {
  count: number;
  seed: number;
  planted?: string | undefined;
  log: Log;
}

export interface WentBackReport {
  /** Each violation is one sentence. */
  violations: string[];
  /** Releases before the database went back. */
  releases: number;
  /** The folder of the last run that found something. */
  keptIn: string | null;
}

const needs = new Set(['postgres', 'bucket', 'mail', 'second process'] as const);
const vaultsBefore = 6;
const behindMilliseconds = 35_000;
const noticedWithinSeconds = 30;
/** Every periodic job that releases or mails runs in it. */
const furtherMilliseconds = 12_000;
const lettersWithinSeconds = 120;
/** Longer than any pause before a letter is tried again. */
const letterPausesSeconds = 3 * 3600;

export async function runWentBack({ count, seed, planted, log }: Run): Promise<WentBackReport> {
  const report: WentBackReport = { violations: [], releases: 0, keptIn: null };
  for (let number = 1; number <= count; number += 1) {
    const as = number % 2 === 1 ? 'standby' : 'server';
    log(`${String(number).padStart(4)}/${count}  ${as === 'standby' ? 'a standby that lagged' : 'an earlier copy'}`);
    const testbed = await openTestbed({ needs, planted, log });
    const { history } = testbed;
    await goBackOnce(testbed, seed + number, as).catch((error) => recordViolation(testbed, String(error)));
    const { violations } = violationsOf(history);
    report.violations.push(...violations);
    report.releases += history.of('release').filter(({ status }) => status === 200).length;
    report.keptIn = (await testbed.close(violations.length === 0)) ?? report.keptIn;
  }
  return report;
}

async function goBackOnce(testbed: Testbed, seed: number, as: 'standby' | 'server'): Promise<void> {
  const { history, mail, postgres, mailbox } = testbed;
  if (!mail || !postgres) throw new Error('this run needs a mail server and a database server');
  const [ending, givenUp] = [new AbortController(), new AbortController()];
  const load: Load = {
    url: testbed.url,
    size: usualLoad,
    seed,
    history,
    mailbox,
    ending: ending.signal,
    givenUp: givenUp.signal,
    onCriticalRequest: () => {},
    clockWasWrongSince: () => false,
  };
  const living = runLoad(load);
  const moving = await openMoving(load);
  const isBusy = async () => history.of('vault').length >= vaultsBefore || null;
  await waitFor(isBusy, { what: 'the first vaults', seconds: lettersWithinSeconds, log: testbed.log });
  // Letters that wait now are due in the database that comes back: a mail server that is down is tried again after seconds.
  await mail.fail('down');
  await tryRelease(load, moving.waiting);
  const goBack = await postgres.keepState(as);
  await mail.recover();
  await moveAway(moving);
  await delay(behindMilliseconds);
  await waitFor(async () => (await findInvitation(testbed, moving.waiting.recipientEmail)) ?? null, {
    what: 'the letter that waited',
    seconds: lettersWithinSeconds,
    log: testbed.log,
  });
  ending.abort();
  givenUp.abort();
  await living;
  // A letter that was leaving when the database went back has left before.
  const isEmpty = async () => {
    const [row] = await postgres.query(
      "select count(*)::int as waiting from letters where status in ('queued', 'sending')",
    );
    return row?.waiting === 0 || null;
  };
  await waitFor(isEmpty, { what: 'the last letters', seconds: lettersWithinSeconds, log: testbed.log });
  const before = await mailbox.all();
  const wentBackAt = new Date();
  goBack();
  await checkHold(testbed, wentBackAt);
  await checkLifted(testbed, before, moving);
}

interface Moving extends LoadOwner {
  /** Its recipient is changed after the state that comes back. */
  vault: ActiveVault;
  /** Its letter waits in the state that comes back. */
  waiting: ActiveVault;
}

const laterRecipient = 'later-recipient@example.com';

async function openMoving(load: Load): Promise<Moving> {
  const owner = await openLoadAccount(load, 'owner-moving@example.com');
  const vault = await openActiveVault(load, owner, { place: 'moving' });
  return { ...owner, vault, waiting: await openActiveVault(load, owner, { place: 'waiting' }) };
}

const moveAway = ({ owner, vault }: Moving) =>
  owner.ask(api.editVault, { params: { id: vault.id }, body: { recipientEmail: laterRecipient } });

const findInvitation = async ({ mailbox }: Testbed, email: string) =>
  (await mailbox.lettersTo(email)).find(isInvitation);

const lettersAfter = async ({ mailbox }: Testbed, moment: Date) =>
  (await mailbox.all()).filter(({ arrivedAt }) => arrivedAt !== undefined && arrivedAt > moment);

/** Each process says that it is on hold, and until then and afterwards it releases nothing and mails nothing but the operator's letter. */
async function checkHold(testbed: Testbed, wentBackAt: Date): Promise<void> {
  const { history, mailbox, second } = testbed;
  const isOnHold = async (url: string) => (await readFailing(url))?.some(({ part }) => part === 'on-hold') || null;
  for (const url of machinesOf(testbed).map(urlOf)) {
    second?.front.only(url);
    for (const { vaultId, executorEmail } of new Map(history.of('vault').map((one) => [one.vaultId, one])).values()) {
      const code = codeIn((await mailbox.lettersTo(executorEmail)).at(-1)?.text ?? '');
      if (code === '') continue;
      const answer = await tryRelease({ url: testbed.url, history: forgetful }, { id: vaultId, code } as ActiveVault);
      if (answer?.status === 200)
        recordViolation(testbed, `${executorEmail} released a vault of the database that went back`);
    }
    const waiting = { what: `the hold of ${url}`, seconds: noticedWithinSeconds, log: testbed.log };
    if (!(await waitFor(() => isOnHold(url), waiting)))
      recordViolation(testbed, `${url} does not say that it is on hold`);
  }
  await delay(furtherMilliseconds);
  const since = await lettersAfter(testbed, wentBackAt);
  for (const { to, subject } of since.filter(({ to }) => to !== operatorEmail))
    recordViolation(testbed, `${to}: “${subject}” left after the database went back`);
  if (!since.some(({ to }) => to === operatorEmail))
    recordViolation(testbed, 'the operator got no letter about the hold');
}

/** What is refused here was tried on purpose. */
const forgetful = { write: () => {}, of: () => [], close: () => {} };

async function checkLifted(testbed: Testbed, before: Awaited<ReturnType<Testbed['mailbox']['all']>>, moving: Moving) {
  const { installation, mailbox, history, second } = testbed;
  for (const { server } of machinesOf(testbed)) await server.stop();
  const liftedAt = new Date();
  const lifted = await installation.run('admin', 'lift-hold', '--reason', 'the run', '--journal', 'all', '--yes');
  if (lifted.status !== 0) return recordViolation(testbed, `the hold is not lifted: ${lifted.output}`);
  const server = installation.spawn('testing/test-server.ts');
  testbed.server = server;
  await server.ready();
  second?.front.only(urlOf(testbed));
  await tryRelease({ url: testbed.url, history: forgetful }, moving.vault);
  await server.sendMessage({ moveClockSeconds: letterPausesSeconds }, 'movedTo');
  await waitFor(async () => (await findInvitation(testbed, laterRecipient)) ?? null, {
    what: 'the letter to the later recipient',
    seconds: lettersWithinSeconds,
    log: testbed.log,
  });
  const all = await mailbox.all();
  const restored = {
    url: testbed.url,
    before,
    since: await lettersAfter(testbed, liftedAt),
    holdReport: lifted.output,
  };
  for (const words of await checkPeople(testbed, restored)) recordViolation(testbed, words);
  if (await findInvitation(testbed, moving.vault.recipientEmail))
    recordViolation(testbed, `${moving.vault.recipientEmail}: a former recipient got the letter`);
  if (!(await findInvitation(testbed, laterRecipient))) recordViolation(testbed, `${laterRecipient}: got no letter`);
  const invited = new Set(all.filter(isInvitation).map(({ to }) => to));
  const released = new Set(history.of('release').flatMap(({ vaultId, status }) => (status === 200 ? [vaultId] : [])));
  for (const { vaultId, recipientEmail } of history.of('vault'))
    if (released.has(vaultId) && !invited.has(recipientEmail) && !lifted.output.includes(vaultId))
      recordViolation(testbed, `${recipientEmail}: was released, got no letter, and is not named`);
}
