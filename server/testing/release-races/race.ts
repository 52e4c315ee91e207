// One race: a vault with random choices of its owner, in a random state.
import { api } from '@remembrance/contract/api.ts';
import { asc, eq } from 'drizzle-orm';
import { deriveSecret } from '../../src/keys/secret/mailed-secret.ts';
import { readExecutorCode } from '../../src/letters/ledger/read-executor-code.ts';
import { accessVerifications, executors, letters, users, vaults } from '../../src/platform/database/schema.ts';
import { listActs } from '../../src/records/acts/act-store.ts';
import { runCheckIns } from '../../src/vaults/check-in/run-check-ins.ts';
import { firstSource } from '../../src/vaults/recipients/new-link.ts';
import { followUpReleases } from '../../src/vaults/release/follow-up.ts';
import type { Caller } from '../caller.ts';
import { signInAgain } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { press, releaseDue, requestsOf, vaultWith, type WaitingVault } from '../waiting-vaults.ts';
import type { Choices } from './choices.ts';

const states = ['ready', 'asked', 'waiting', 'released'] as const;

export interface Plan {
  executors: number;
  waitHours: 0 | 1 | 24;
  mustAgree: boolean;
  /** Within two days. */
  isDated: boolean;
  followUp: boolean;
  /** Its owner has been asked four times, and did not answer. */
  isSilent: boolean;
  state: (typeof states)[number];
  areEmailsSent: boolean;
  /** The executors were asked about an email that nobody opens. */
  isUnopened: boolean;
}

export interface Race {
  app: TestApp;
  plan: Plan;
  choices: Choices;
  vault: WaitingVault;
  /** Those who have had a code from the beginning. */
  firstExecutors: string[];
  /** The present codes, by executor. */
  codes: Map<string, string>;
  withdrawnCodes: string[];
  /** Browsers of recipients who gave the right answers in this round, and their links. */
  readers: { caller: Caller; token: string }[];
  /** How often the right answers were accepted. */
  reads: number;
  /** What happened, for the report. */
  log: string[];
  /** The owner changed what happens before a release, or the executors. */
  hasChanged: { settings: boolean };
}

function planRace(choices: Choices): Plan {
  const count = choices.between(1, 3);
  const mustAgree = count > 1 && choices.happens(0.5);
  const waitHours = choices.pick([0, 1, 24, 24] as const);
  const possible = states.filter((state) => (state !== 'asked' || mustAgree) && (state !== 'waiting' || waitHours > 0));
  const state = choices.pick(possible);
  const followUp = choices.happens(0.4);
  return {
    executors: count,
    waitHours,
    mustAgree,
    followUp,
    state,
    isDated: choices.happens(0.3),
    isSilent: state === 'ready' && choices.happens(0.25),
    areEmailsSent: choices.happens(0.7),
    isUnopened: followUp && state === 'released' && choices.happens(0.6),
  };
}

export async function prepareRace(app: TestApp, choices: Choices): Promise<Race> {
  const plan = planRace(choices);
  const minutes = plan.isSilent ? 72 * 1440 + 30 : choices.between(30, 2 * 1440);
  const date = new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
  const vault = await vaultWith(app, { ...plan, scheduledReleaseDate: plan.isDated ? date : '' });
  const rows = await listExecutorsOf(app, vault.id);
  const codes = new Map(rows.map(({ id, email }) => [id, vault.codes[vault.emails.indexOf(email)] ?? '']));
  const race: Race = {
    app,
    plan,
    choices,
    vault,
    codes,
    firstExecutors: rows.map(({ id }) => id),
    withdrawnCodes: [],
    readers: [],
    reads: 0,
    log: [JSON.stringify(plan)],
    hasChanged: { settings: false },
  };
  if (plan.followUp) await vault.owner.ask(api.changeDelivery, { params: { id: vault.id }, body: { followUp: true } });
  if (plan.isSilent) await beSilent(race);
  await bringTo(race);
  if (plan.areEmailsSent) await app.sendLetters();
  if (plan.isUnopened) {
    app.clock.pass({ days: 10 });
    await followUpReleases(app.services);
  }
  // To sign in would answer the check-in.
  if (!plan.isSilent) await signInAgain(vault.owner, app);
  return race;
}

async function bringTo({ app, vault, plan }: Race): Promise<void> {
  if (plan.state === 'ready') return;
  await press(app, vault, 0);
  if (plan.state === 'asked') return;
  if (plan.mustAgree) await press(app, vault, 1);
  if (plan.state === 'waiting' || plan.waitHours === 0) return;
  await app.sendLetters();
  app.clock.pass({ hours: plan.waitHours });
  await releaseDue(app);
}

/** Four emails without an answer, and the time after which the executors are asked. */
async function beSilent({ app, vault }: Race): Promise<void> {
  const body = { months: 1, pausedUntil: null, vaultIds: [vault.id], yearly: false } as const;
  await vault.owner.ask(api.chooseCheckIn, { body: { ...body, vaultIds: [vault.id] } });
  await passDays(app, 32);
  for (let email = 0; email < 4; email += 1) {
    await runCheckIns(app.services);
    await app.sendLetters();
    await passDays(app, 10);
  }
}

/** As a running service sees them: its clock stays trusted. */
async function passDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}

export const listExecutorsOf = ({ database }: TestApp, vaultId: string) =>
  database
    .select()
    .from(executors)
    .where(eq(executors.vaultId, vaultId))
    .orderBy(asc(executors.createdAt), asc(executors.id));

/** Everything that the database knows of it. */
export async function readRace({ app, vault: { id, owner } }: Pick<Race, 'app' | 'vault'>) {
  const { database } = app;
  const [vault] = await database.select().from(vaults).where(eq(vaults.id, id));
  const [user] = await database.select().from(users).where(eq(users.id, owner.id));
  if (!vault || !user) throw new Error('the vault or its owner is gone');
  const acts = await listActs(database, id);
  const events = acts.map(({ event }) => event);
  const times = (event: string) => events.filter((one) => one === event).length;
  return {
    vault,
    user,
    acts,
    times,
    isWithdrawn: vault.status === 'deleting' || user.deletedAt !== null,
    requests: await requestsOf(app, { id }),
    executors: await listExecutorsOf(app, id),
    letters: await database.select().from(letters).where(eq(letters.vaultId, id)),
    links: await database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, id)),
  };
}
export type Facts = Awaited<ReturnType<typeof readRace>>;

/** The token that the email of a release has. @param number how many releases were undone before it */
export const firstToken = ({ services: { keyring } }: TestApp, id: string, recipientEmail: string, number: number) =>
  deriveSecret(keyring, firstSource(keyring, { id, recipientEmail }, number));

/** Codes as they are now. @returns whose code has changed */
export async function readCodes({ app, vault, codes, withdrawnCodes }: Race): Promise<string[]> {
  const changed: string[] = [];
  const rows = await listExecutorsOf(app, vault.id);
  for (const [id, code] of codes) {
    if (rows.some((row) => row.id === id)) continue;
    codes.delete(id);
    withdrawnCodes.push(code);
    changed.push(id);
  }
  for (const { id, codeNumber: number } of rows) {
    const code = await readExecutorCode(app.services, { executorId: id, number });
    const earlier = codes.get(id);
    if (earlier === code) continue;
    if (earlier) withdrawnCodes.push(earlier);
    if (earlier) changed.push(id);
    codes.set(id, code);
  }
  return changed;
}
