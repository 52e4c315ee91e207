// Walks the table of states: every state and every event, by the operations that the service uses, against the real database; then every
// two events at once. What happens is what the table says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cause, events, passTo, read, vaultIn, type Walked, walked } from '../../../testing/release-walk.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { releaseDue, requestsOf } from '../../../testing/waiting-vaults.ts';
import { noFacts, type ReleaseEvent, type ReleaseState, transitionOf } from '../requests/release-states.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const factsOf = { ...noFacts, mustAgree: true, waits: true, isOwnerWarned: true };

async function step(state: Walked, event: ReleaseEvent): Promise<void> {
  const vault = await vaultIn(app, state);
  await passTo(app, { vault, state }, event);
  const before = await read(app, vault);
  await cause(app, { vault, state }, event)();
  const after = await read(app, vault);
  const transition = transitionIn(state, event);
  expect(after.state).toBe(transition?.to ?? state);
  if (!transition) return expect(after).toEqual(before);
  expect(after.invitations).toBe(before.invitations + (transition.to === 'released' ? 1 : 0));
  // By the time of its date a request has lapsed, or its wait is over.
  if (state !== 'ready' && event === 'date') return;
  expect(after.why).toBe(transition.ends ?? before.why);
  const act = event === 'undo' ? 'release-undone' : transition.act; // that row names the operation that writes it
  expect(after.acts.slice(before.acts.length)).toEqual(act ? [act] : []);
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

const open = ['asked', 'waiting', 'released'] as const;
/** A restore comes after what it restores. */
const racing = events.filter((event) => event !== 'restore');
const pairs = racing.flatMap((one, position) => racing.slice(position + 1).map((other) => [one, other] as const));
/** One job causes both. */
const isOneJob = (pair: readonly ReleaseEvent[]) => pair.includes('due') && pair.includes('date');
/** The account's end keeps a release as it is; undo-races.test.ts has both at once. */
const isElsewhere = (pair: readonly ReleaseEvent[]) => pair.includes('undo') && pair.includes('delete-account');
const ofRelease: readonly ReleaseEvent[] = ['undo', 'prove'];
const atOnce = open.flatMap((state) =>
  pairs
    .filter((pair) => !isOneJob(pair) && !isElsewhere(pair))
    .filter((pair) => state !== 'released' || pair.some((event) => ofRelease.includes(event)))
    .map((pair) => [state, pair] as const),
);
/** Those in which a release meets what withholds it. */
const isShort = ([state, pair]: (typeof atOnce)[number]) =>
  (state === 'waiting' && pair.includes('due') && pair.some((event) => ['stop', 'object', 'delete'].includes(event))) ||
  (state === 'asked' && pair.includes('press') && pair.includes('object')) ||
  (state === 'released' && pair.every((event) => ofRelease.includes(event)));

async function raceOf(state: (typeof open)[number], pair: readonly [ReleaseEvent, ReleaseEvent]): Promise<void> {
  const vault = await vaultIn(app, state);
  await passTo(app, { vault, state }, ...pair);
  const causes = pair.map((event) => cause(app, { vault, state }, event));
  await Promise.all(causes.map((run) => run()));
  // A scan skips a vault that the other event has locked, and comes again.
  if (pair.includes('due') || pair.includes('date')) await releaseDue(app);
  const after = await read(app, vault);
  expect([...outcomes(state, pair)], `${state}: ${pair.join(' and ')}`).toContain(after.state);
  const times = (event: string) => after.acts.filter((one) => one === event).length;
  const isReleased = after.state === 'released' || after.state === 'read';
  expect(times('vault-released')).toBe(after.invitations);
  expect(times('vault-released') - times('release-undone')).toBe(isReleased ? 1 : 0);
  const [request] = (await requestsOf(app, vault)).slice(-1);
  if (isReleased) expect(request?.endedAt).not.toBeNull();
}

describe('STATE-2: two events at once end as if one had come first', () => {
  test.each(atOnce.filter(isShort))('%s: %j', (state, pair) => raceOf(state, pair));
  test.each(atOnce.filter((race) => !isShort(race)))('%s: %j', { tags: 'long' }, (state, pair) => raceOf(state, pair));
});
