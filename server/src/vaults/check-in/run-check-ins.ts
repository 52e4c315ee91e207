// Asks owners whether they are well and reminds them three times over thirty days. Without any sign of an owner it asks the executors of the
// chosen vaults, or begins the wait of those that a silence releases. Each step is one transaction under the owner's lock.
import { deriveSecret, newSource, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { writeWithLink } from '../../people/owner-changes/write-with-link.ts';
import {
  checkInKey,
  closedRound,
  findCheckIn,
  isInDoubt,
  listCheckIns,
  setRound,
} from '../../people/users/check-in-store.ts';
import { greetingName } from '../../people/users/owner-name.ts';
import { lockUser, type UserRow } from '../../people/users/user-store.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { endRequestsBySilence } from '../requests/end-requests.ts';
import { listAnsweredSilences } from '../requests/silent-request-store.ts';
import { listExecutorsToAsk } from '../vault/vault-check-in-store.ts';
import { askExecutors } from './ask-executors.ts';
import { type CheckInState, daysBetweenEmails, emailsPerRound, monthsLater, nextStep } from './check-in-rules.ts';
import { endRound } from './end-round.ts';
import { beginWaits, listToRelease } from './release-in-silence.ts';

interface CheckInNeeds extends ReportChangeNeeds {
  database: Database;
}
interface JobNeeds extends CheckInNeeds {
  clockWatch: Pick<ClockWatch, 'trustedNow'>;
}

const atOnce = 200;
/** An email names this many vaults at most. */
const maxTitles = 10;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Every ten minutes. Does nothing while the clock is not trusted, so that a clock that jumps ahead shortens no round. */
export async function runCheckIns(needs: JobNeeds, run: Run = {}): Promise<void> {
  await stopAnswered(needs, run);
  const now = await needs.clockWatch.trustedNow();
  if (!now) return;
  let after = beforeAll;
  for (;;) {
    const listed = await listCheckIns(needs.database, { after, now, max: atOnce });
    for (const { id, months, ...state } of listed) {
      if (run.signal?.aborted) return;
      after = id;
      if (months === null || nextStep({ months, ...state }, now).do === 'nothing') continue;
      await onItsOwn(run, id, () => needs.database.transaction((tx) => takeStep(needs, tx, id, now)));
    }
    if (listed.length < atOnce) return;
  }
}

/** Ends the requests of a silence whose owner has signed in since. It needs no round, which a restore may have forgotten. */
async function stopAnswered(needs: CheckInNeeds, run: Run): Promise<void> {
  for (const ownerId of await listAnsweredSilences(needs.database, atOnce)) {
    const stop = async (tx: Transaction) => {
      if (await lockUser(tx, ownerId)) await endRequestsBySilence(needs, tx, ownerId);
    };
    await onItsOwn(run, ownerId, () => needs.database.transaction(stop));
  }
}

/** Reads again under the lock: the owner may have answered since. */
async function takeStep(needs: CheckInNeeds, tx: Transaction, userId: string, now: Date): Promise<void> {
  const user = await lockUser(tx, userId);
  const found = user && (await findCheckIn(tx, userId));
  if (!user || !found || found.months === null) return;
  const state = { ...found, months: found.months };
  const next = nextStep(state, now);
  switch (next.do) {
    case 'nothing':
      return;
    case 'answer':
      await endRound(needs, tx, user, next.nextAt);
      return;
    case 'begin-again':
      await setRound(tx, state, { ...closedRound, checkInNextAt: next.nextAt });
      return;
    case 'ask':
      return askOwner(needs, tx, { user, state, step: next.step, now });
    case 'ask-executors':
      return endInSilence(needs, tx, { user, state, now });
  }
}

interface Round {
  user: UserRow;
  state: CheckInState & { id: string; salt: string | null };
  now: Date;
}

const tokenOf = (userId: string, salt: string): SecretSource => ({ form: 'token', of: `check-in ${userId}`, salt });

/** The question begins a round with a link of its own, which the reminders repeat. */
async function askOwner(
  needs: CheckInNeeds,
  tx: Transaction,
  { user, state, step, now }: Round & { step: number },
): Promise<void> {
  const isFirst = step === 1;
  const roundAt = isFirst ? wholeSecond(now) : state.roundAt;
  const salt = isFirst ? newSource(needs.keyring, 'token', '').salt : state.salt;
  if (!roundAt || !salt) return;
  const token = needs.keyring.digest('link-token', deriveSecret(needs.keyring, tokenOf(user.id, salt)));
  const begun = isFirst ? { checkInRoundAt: roundAt, checkInSalt: salt, checkInToken: token } : {};
  if (!(await setRound(tx, state, { ...begun, checkInStep: step }))) return;
  await writeToOwner(needs, tx, { user, state, now, step, roundAt, salt });
  await recordAct(needs, tx, { userId: user.id, actor: 'service', event: 'check-in-asked', detail: { step } });
}

const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

/**
 * Begins waits and asks executors, once per round. The next round begins after as many months as usual. If an email of the round may not have
 * arrived, people decide: no wait begins by itself.
 */
async function endInSilence(needs: CheckInNeeds, tx: Transaction, { user, state, now }: Round): Promise<void> {
  const ended = { ...closedRound, checkInSilentAt: now, checkInNextAt: monthsLater(now, state.months) };
  const { roundAt, salt } = state;
  if (!roundAt || !salt || !(await setRound(tx, state, ended))) return;
  const keys = Array.from({ length: emailsPerRound }, (_, index) => checkInKey(user.id, roundAt, index + 1));
  const begun = (await isInDoubt(tx, keys)) ? [] : await beginWaits(needs, tx, user, now);
  const except = begun.map(({ id }) => id);
  const asked = await askExecutors(needs, tx, { user, roundAt, except });
  if (asked.length === 0) return;
  await writeToOwner(needs, tx, { user, state, now, step: emailsPerRound + 1, roundAt, salt, begun });
}

type Email = Round & { step: number; roundAt: Date; salt: string; begun?: Releasing };
type Releasing = readonly { id: string; title: string }[];

function stageOf(step: number): FactsOf<'check-in'>['stage'] {
  if (step > emailsPerRound) return 'over';
  if (step === emailsPerRound) return 'last';
  return step === 1 ? 'question' : 'reminder';
}

async function writeToOwner(
  needs: CheckInNeeds,
  tx: Transaction,
  { user, state, now, step, roundAt, salt, begun }: Email,
): Promise<void> {
  const releasing = begun ?? (await listToRelease(tx, user.id)).map(({ vault }) => vault);
  const asked = await listExecutorsToAsk(tx, user.id);
  const titles = new Map(asked.map(({ vault }) => [vault.id, vault.title]));
  for (const { id } of releasing) titles.delete(id);
  const page = `${needs.publicUrl}/check-in`;
  const facts = {
    firstName: greetingName(user),
    stage: stageOf(step),
    months: state.months,
    followsAt: daysLater(now, daysBetweenEmails).toISOString(),
    vaultTitles: [...titles.values()].slice(0, maxTitles),
    vaults: titles.size,
    ...(releasing.length > 0 && {
      releaseTitles: releasing.slice(0, maxTitles).map(({ title }) => title),
      releases: releasing.length,
    }),
    page,
  };
  await writeWithLink(needs, tx, user, {
    onceKey: checkInKey(user.id, roundAt, step),
    link: { before: `${needs.publicUrl}/i-am-well#`, secret: tokenOf(user.id, salt) },
    page,
    contentWith: (link, hasLink) => ({ kind: 'check-in', facts: { ...facts, link, hasLink } }),
  });
}
