// Walks the table of states: every state and every event, by the operations that the service uses, against the real database; then every
// two events at once. What happens is what the table says.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  fallSilent,
  object,
  press,
  releaseDue,
  requestsOf,
  showUp,
  stop,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';
import {
  noFacts,
  type ReleaseEvent,
  type ReleaseState,
  releaseEvents,
  transitionOf,
} from '../requests/release-states.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const walked = ['ready', 'asked', 'waiting', 'released'] as const satisfies ReleaseState[];
type Walked = (typeof walked)[number];
/** Built by other operations, which have their own tests. */
const elsewhere: readonly ReleaseEvent[] = ['undo', 'prove', 'restore'];
const events = (Object.keys(releaseEvents) as ReleaseEvent[]).filter((event) => !elsewhere.includes(event));

const dateAfterDays = 60;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

/** A vault whose executors must agree, and whose release then waits. */
async function vaultIn(state: Walked): Promise<WaitingVault> {
  const choice = { mustAgree: true, waitHours: 24, executors: 3 } as const;
  const vault = await vaultWith(app, { ...choice, scheduledReleaseDate: inDays(dateAfterDays) });
  if (state !== 'ready') await press(app, vault, 0);
  if (state === 'waiting' || state === 'released') await press(app, vault, 1);
  await app.sendLetters();
  if (state === 'released') {
    app.clock.pass({ days: 1 });
    await releaseDue(app);
  }
  await signInAgain(vault.owner, app);
  return vault;
}

const toDue: Record<Walked, number> = { ready: 14, asked: 14, waiting: 1, released: 14 };

/** Prepares an event, and returns what causes it. */
function cause(vault: WaitingVault, state: Walked, event: ReleaseEvent): () => Promise<unknown> {
  const { owner, id } = vault;
  const params = { id };
  switch (event) {
    case 'press':
      return () => press(app, vault, state === 'ready' ? 0 : 1);
    case 'press-again':
      return () => press(app, vault, 0);
    case 'object':
      return () => object(app, vault, 2);
    case 'stop':
      return () => stop(vault);
    case 'due':
    case 'date':
      return () => releaseDue(app);
    case 'silence':
      return () => fallSilent(app, vault);
    case 'answer':
      return () => showUp(app, vault);
    case 'edit':
      return () => owner.call(api.editVault, { params, body: { title: 'Another' } });
    case 'delete':
      return () => owner.call(api.deleteVault, { params });
    case 'delete-account':
      return () => owner.call(api.deleteAccount);
    case 'withdraw-code':
      return async () => {
        const [executor] = await owner.ask(api.listExecutors, { params });
        return owner.call(api.reissueCode, { params: { id, executorId: executor?.id ?? '' } });
      };
    case 'lapse-plan':
      return () => app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, id));
    default:
      throw new Error(`${event} is built elsewhere`);
  }
}

async function passTo(vault: WaitingVault, state: Walked, ...due: ReleaseEvent[]): Promise<void> {
  if (due.includes('due')) app.clock.pass({ days: toDue[state] });
  if (due.includes('date')) app.clock.pass({ days: dateAfterDays });
  if (due.includes('due') || due.includes('date')) await signInAgain(vault.owner, app);
}

function stateNow(status: string | undefined, isWithdrawn: boolean, open: string | undefined): ReleaseState {
  if (status === 'released') return 'released';
  return isWithdrawn ? 'withdrawn' : ((open as ReleaseState | undefined) ?? 'ready');
}

/** The state of the vault, why its last request ended, and the acts of requests and releases. */
async function read({ id }: WaitingVault) {
  const [found] = await app.database
    .select({ vault: vaults, owner: users })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(eq(vaults.id, id));
  const isWithdrawn = found?.vault.status === 'deleting' || found?.owner.deletedAt !== null;
  const requests = await requestsOf(app, { id });
  const open = requests.find(({ endedAt }) => !endedAt);
  const state = stateNow(found?.vault.status, isWithdrawn, open?.state);
  const acts = (await listActs(app.database, id)).map(({ event }) => event);
  const ofReleases = acts.filter((event) => /^(release-(?!settings)|vault-released)/.test(event));
  const rows = await app.database.select().from(letters).where(eq(letters.vaultId, id));
  const notice = rows.flatMap(({ onceKey }) => /^executor-wait\/([a-z-]+)/.exec(onceKey ?? '')?.[1] ?? []);
  const invitations = rows.filter(({ kind }) => kind === 'recipient-invitation').length;
  return { state, why: requests.at(-1)?.endedWhy ?? null, acts: ofReleases, notice: [...new Set(notice)], invitations };
}

const factsOf = { ...noFacts, mustAgree: true, waits: true, isOwnerWarned: true };

async function step(state: Walked, event: ReleaseEvent): Promise<void> {
  const vault = await vaultIn(state);
  await passTo(vault, state, event);
  const before = await read(vault);
  await cause(vault, state, event)();
  const after = await read(vault);
  const transition = transitionIn(state, event);
  expect(after.state).toBe(transition?.to ?? state);
  if (!transition) return expect(after).toEqual(before);
  expect(after.invitations).toBe(transition.to === 'released' ? 1 : 0);
  // By the time of its date a request has lapsed, or its wait is over.
  if (state !== 'ready' && event === 'date') return;
  expect(after.why).toBe(transition.ends ?? null);
  expect(after.acts.slice(before.acts.length)).toEqual(transition.act ? [transition.act] : []);
  const notice = transition.notifies === 'release' ? [] : [transition.notifies];
  expect(after.notice.filter((what) => !before.notice.includes(what))).toEqual(notice.filter(Boolean));
}

/** In `ready` nobody has asked, so every press is a first one. */
const transitionIn = (state: ReleaseState, event: ReleaseEvent) =>
  transitionOf(state, state === 'ready' && event === 'press-again' ? 'press' : event, factsOf);

describe('STATE-1: every event in every state does what the table says', () => {
  const steps = walked.flatMap((state) => events.map((event) => [state, event] as const));
  const changes = ([state, event]: (typeof steps)[number]) => transitionIn(state, event) !== null;
  test.each(steps.filter(changes))('%s: %s', step);
  test.each(steps.filter((one) => !changes(one)))('%s: %s changes nothing', { tags: 'long' }, step);
});

/** The states that two events may lead to, in either order. */
function outcomes(state: Walked, [one, other]: readonly [ReleaseEvent, ReleaseEvent]): Set<ReleaseState> {
  const inOrder = (...order: ReleaseEvent[]) =>
    order.reduce<ReleaseState>((at, event) => {
      // A wait that the other event began is not over.
      if (event === 'due' && at === 'waiting' && state === 'asked') return at;
      return transitionIn(at, event)?.to ?? at;
    }, state);
  return new Set([inOrder(one, other), inOrder(other, one)]);
}

const open = ['asked', 'waiting'] as const;
const pairs = events.flatMap((one, position) => events.slice(position + 1).map((other) => [one, other] as const));
/** One job causes both. */
const isOneJob = (pair: readonly ReleaseEvent[]) => pair.includes('due') && pair.includes('date');
const atOnce = open.flatMap((state) => pairs.filter((pair) => !isOneJob(pair)).map((pair) => [state, pair] as const));
/** Those in which a release meets what withholds it. */
const isShort = ([state, pair]: (typeof atOnce)[number]) =>
  (state === 'waiting' && pair.includes('due') && pair.some((event) => ['stop', 'object', 'delete'].includes(event))) ||
  (state === 'asked' && pair.includes('press') && pair.includes('object'));

async function raceOf(state: (typeof open)[number], pair: readonly [ReleaseEvent, ReleaseEvent]): Promise<void> {
  const vault = await vaultIn(state);
  await passTo(vault, state, ...pair);
  const causes = pair.map((event) => cause(vault, state, event));
  await Promise.all(causes.map((run) => run()));
  // A scan skips a vault that the other event has locked, and comes again.
  if (pair.includes('due') || pair.includes('date')) await releaseDue(app);
  const after = await read(vault);
  expect([...outcomes(state, pair)], `${state}: ${pair.join(' and ')}`).toContain(after.state);
  expect(after.invitations).toBe(after.state === 'released' ? 1 : 0);
  expect(after.acts.filter((event) => event === 'vault-released')).toHaveLength(after.invitations);
  const [request] = (await requestsOf(app, vault)).slice(-1);
  if (after.state === 'released') expect(request?.endedAt).not.toBeNull();
}

describe('STATE-2: two events at once end as if one had come first', () => {
  test.each(atOnce.filter(isShort))('%s: %j', (state, pair) => raceOf(state, pair));
  test.each(atOnce.filter((race) => !isShort(race)))('%s: %j', { tags: 'long' }, (state, pair) => raceOf(state, pair));
});
