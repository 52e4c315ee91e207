// A vault that its owner's silence releases: the events of its request as the table has them, alone and two at once, who is notified and with
// which words, and that no sign of the owner is overlooked.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherBrowser, signInAgain } from '../../../testing/people.ts';
import { cause, read } from '../../../testing/release-walk.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  emailsOf,
  fallSilent,
  object,
  press,
  releaseDue,
  requestsOf,
  statusOf,
  stopToken,
  vaultWith,
  type WaitingVault,
} from '../../../testing/waiting-vaults.ts';
import { executors, vaults } from '../../platform/database/schema.ts';
import { runCheckIns } from '../check-in/run-check-ins.ts';
import { noFacts, type ReleaseEvent, type ReleaseState, transitionOf } from '../requests/release-states.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

interface SilentVault extends WaitingVault {
  /** Of the link that stops it. A sent email is no longer readable. */
  token: string;
}

/** A vault whose silence releases it, two executors, and emails that have left. */
async function vaultIn(state: 'ready' | 'waiting'): Promise<SilentVault> {
  const vault = await vaultWith(app, { waitHours: 336, executors: 2 });
  const body = {
    months: 1 as const,
    pausedUntil: null,
    vaultIds: [vault.id],
    releaseIds: [vault.id],
    yearly: false,
  };
  await vault.owner.ask(api.chooseCheckIn, { body });
  app.clock.pass({ days: 72 });
  if (state === 'waiting') await fallSilent(app, vault);
  const token = state === 'waiting' ? await stopToken(app, vault) : '';
  await app.sendLetters();
  return { ...vault, token };
}

/** Prepares an event, and returns what causes it. */
async function causeOf(vault: SilentVault, state: 'ready' | 'waiting', event: Caused): Promise<() => Promise<unknown>> {
  // A sign-in would be a sign of the owner, so the link stops it.
  if (event === 'stop') return () => app.caller().call(api.stopRelease, { body: { token: vault.token } });
  if (event === 'delete' || event === 'delete-account') await signInAgain(vault.owner, app);
  return cause(app, { vault, state }, event);
}

const caused = [
  'silence',
  'answer',
  'press',
  'object',
  'stop',
  'due',
  'delete',
  'delete-account',
] as const satisfies ReleaseEvent[];
type Caused = (typeof caused)[number];

const factsIn = (state: ReleaseState) => ({
  ...noFacts,
  waits: true,
  isOwnerWarned: true,
  releasesInSilence: true,
  bySilence: state === 'waiting',
});
const transitionIn = (state: ReleaseState, event: ReleaseEvent) => transitionOf(state, event, factsIn(state));

describe('SILENCE-3: every event does what the table says', () => {
  const steps = [
    ['ready', 'silence'],
    ['ready', 'answer'],
    ...caused.map((event) => ['waiting', event] as const),
  ] as const;
  test.each(steps)('%s: %s', async (state, event) => {
    const vault = await vaultIn(state);
    if (event === 'due') app.clock.pass({ days: 14 });
    const before = await read(app, vault);
    await (await causeOf(vault, state, event))();
    const transition = transitionIn(state, event);
    const after = await read(app, vault);
    expect(after).toMatchObject({ state: transition?.to ?? state, why: transition?.ends ?? null });
    expect(after.acts.slice(before.acts.length)).toEqual(transition?.act ? [transition.act] : []);
    const [request] = await requestsOf(app, vault);
    if (request) expect(request).toMatchObject({ askedBy: null, bySilence: true });
  });

  const pairs: [Caused, Caused][] = [
    ['due', 'answer'],
    ['due', 'stop'],
    ['due', 'object'],
    ['due', 'delete'],
    ['answer', 'stop'],
    ['answer', 'object'],
    ['silence', 'silence'],
    ['silence', 'press'],
    ['silence', 'answer'],
  ];
  test.each(pairs)('%s and %s at once end as if one had come first', async (one, other) => {
    const state = one === 'silence' ? 'ready' : 'waiting';
    const vault = await vaultIn(state);
    if (one === 'due') app.clock.pass({ days: 14 });
    const [first, second] = [await causeOf(vault, state, one), await causeOf(vault, state, other)];
    await Promise.all([first(), second()]);
    await releaseDue(app);
    const after = await read(app, vault);
    const inOrder = (...events: ReleaseEvent[]) =>
      events.reduce<ReleaseState>((at, event) => transitionIn(at, event)?.to ?? at, state);
    expect([inOrder(one, other), inOrder(other, one)]).toContain(after.state);
    expect(after.invitations).toBe(after.state === 'released' ? 1 : 0);
    const open = (await requestsOf(app, vault)).filter(({ endedAt }) => !endedAt);
    expect(open).toHaveLength(after.state === 'waiting' ? 1 : 0);
  });
});

describe('SILENCE-1: a silence releases a vault', () => {
  test('at the end of its wait, which our first email to the owner began; nobody is named who did it', async () => {
    const vault = await vaultIn('waiting');
    expect(await emailsOf(app, vault)).toEqual([
      'executor-wait waiting to edda',
      'executor-wait waiting to otto',
      'release-wait started to ada',
    ]);
    app.clock.pass({ days: 13, hours: 23 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    app.clock.pass({ hours: 1 });
    await Promise.all([releaseDue(app), releaseDue(app)]);
    const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
    expect(row).toMatchObject({ status: 'released', releasedBy: null });
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'released', askedBy: null }]);
    expect(await app.lastLetter('recipient-invitation', vault.recipientEmail)).toMatchObject({ bySilence: true });
    expect(await app.lastLetter('vault-released', vault.owner.email)).toMatchObject({ bySilence: true });
    // A later link says the same.
    await app.sendLetters();
    app.clock.pass({ days: 1 });
    await app.caller().ask(api.sendAgain, { body: { email: vault.recipientEmail } });
    expect(await app.lastLetter('recipient-fresh-link', vault.recipientEmail)).toMatchObject({ bySilence: true });
  });

  test('and not while our first email has not left', async () => {
    const vault = await vaultIn('ready');
    await fallSilent(app, vault);
    app.clock.pass({ days: 20 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
  });

  test('also one without an executor', async () => {
    const vault = await vaultIn('ready');
    await app.database.delete(executors).where(eq(executors.vaultId, vault.id));
    await fallSilent(app, vault);
    await app.sendLetters();
    app.clock.pass({ days: 14 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('released');
  });
});

describe('SILENCE-4: a sign of the owner stops it', () => {
  test('a sign-in, even one that the check-in has not seen when the wait is over', async () => {
    const vault = await vaultIn('waiting');
    app.clock.pass({ days: 13 });
    await otherBrowser(app, vault.owner);
    app.clock.pass({ days: 1 });
    await releaseDue(app);
    expect(await statusOf(app, vault)).toBe('active');
    await Promise.all([runCheckIns(app.services), runCheckIns(app.services)]);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'stopped', endedWhy: 'answered' }]);
    expect((await emailsOf(app, vault)).filter((email) => email.includes('answered'))).toEqual([
      'executor-wait answered to edda',
      'executor-wait answered to otto',
      'release-wait answered to ada',
    ]);
  });

  test('the press of an executor changes nothing, and their objection stops it', async () => {
    const vault = await vaultIn('waiting');
    const { release } = (await press(app, vault)).json();
    expect(release.request).toMatchObject({ state: 'waiting', askedBy: null, isMine: false });
    expect((await object(app, vault, 1, 'I saw her.')).statusCode).toBe(200);
    expect(await requestsOf(app, vault)).toMatchObject([{ state: 'objected', reason: 'I saw her.' }]);
    expect((await press(app, vault)).json().release.request).toMatchObject({ state: 'waiting', isMine: true });
  });

  test('the owner sees it on the vault and at the link, without a name', async () => {
    const vault = await vaultIn('waiting');
    const body = { token: vault.token };
    expect(await app.caller().ask(api.showStoppableRelease, { body })).toMatchObject({ askedBy: null });
    const owner = await otherBrowser(app, vault.owner);
    const shown = await owner.ask(api.getVault, { params: { id: vault.id } });
    expect(shown).toMatchObject({ releaseRequest: { state: 'waiting', askedBy: null }, releasesInSilence: true });
    expect(await read(app, vault)).toMatchObject({ invitations: 0 });
  });
});
