// Brings a vault into each state of a release and causes each event in it, by the operations that the service uses, for the walk over the
// table of states.
import { api } from '@remembrance/contract/api.ts';
import { questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { letters, users, vaults } from '../src/platform/database/schema.ts';
import { listActs } from '../src/records/acts/act-store.ts';
import { type ReleaseEvent, type ReleaseState, releaseEvents } from '../src/vaults/requests/release-states.ts';
import { signInAgain, signInBy } from './people.ts';
import { firstToken, listExecutorsOf } from './release-races/race.ts';
import type { TestApp } from './test-app.ts';
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
} from './waiting-vaults.ts';

export const walked = ['ready', 'asked', 'waiting', 'withdrawn', 'released', 'read'] as const satisfies ReleaseState[];
export type Walked = (typeof walked)[number];
export const events = Object.keys(releaseEvents) as ReleaseEvent[];

const dateAfterDays = 60;
const inDays = (app: TestApp, days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

/** A vault whose executors must agree, and whose release then waits. */
export async function vaultIn(app: TestApp, state: Walked): Promise<WaitingVault> {
  const choice = { mustAgree: true, waitHours: 24, executors: 3 } as const;
  const vault = await vaultWith(app, { ...choice, scheduledReleaseDate: inDays(app, dateAfterDays) });
  const isReleased = state === 'released' || state === 'read';
  if (state === 'asked' || state === 'waiting' || isReleased) await press(app, vault, 0);
  if (state === 'waiting' || isReleased) await press(app, vault, 1);
  await app.sendLetters();
  if (isReleased) {
    app.clock.pass({ days: 1 });
    await releaseDue(app);
  }
  if (state === 'read') await prove(app, vault);
  await signInAgain(vault.owner, app);
  if (state === 'withdrawn') await vault.owner.ask(api.deleteVault, { params: { id: vault.id } });
  return vault;
}

const toDue: Record<Walked, number> = { ready: 14, asked: 14, waiting: 1, withdrawn: 14, released: 14, read: 14 };

async function prove(app: TestApp, { id, recipientEmail: email }: WaitingVault): Promise<void> {
  const [caller, token] = [app.caller(), firstToken(app, id, email, 0)];
  const { statusCode } = await caller.call(api.verifyAccessEmail, { body: { token, email } });
  if (statusCode === 200) await caller.call(api.verifyAccessAnswers, { body: { token, answers: questions } });
}

/** By the link in the email about the deletion of the vault, or by signing in after that of the account. */
async function restore(app: TestApp, { owner }: WaitingVault): Promise<void> {
  const unsent = await app.lettersTo(owner.email);
  const link = unsent
    .flatMap(({ kind, facts }) => (kind === 'owner-change' ? [facts as { link?: string }] : []))
    .at(-1)?.link;
  await signInBy(app, app.caller(), owner);
  if (!link) return;
  const body = { token: new URL(link).hash.slice(1), putBack: true, changedMind: true };
  await app.caller().call(api.undoOwnerChange, { body });
}

/** Prepares an event, and returns what causes it. */
export function cause(
  app: TestApp,
  { vault, state }: { vault: WaitingVault; state: Walked },
  event: ReleaseEvent,
): () => Promise<unknown> {
  const { owner, id } = vault;
  const params = { id };
  switch (event) {
    case 'press':
      return () => press(app, vault, state === 'ready' ? 0 : 1);
    case 'press-again':
      return () => press(app, vault, 0);
    case 'object':
      return () => object(app, vault, vault.codes.length - 1);
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
        const asker = (await listExecutorsOf(app, id)).find(({ email }) => email === vault.emails[0]);
        const executorId = asker?.id ?? '';
        return owner.call(api.reissueCode, { params: { id, executorId } });
      };
    case 'lapse-plan':
      return () => app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, id));
    case 'undo':
      return () => owner.call(api.undoRelease, { params });
    case 'prove':
      return () => prove(app, vault);
    case 'restore':
      return () => restore(app, vault);
  }
}

export async function passTo(
  app: TestApp,
  { vault, state }: { vault: WaitingVault; state: Walked },
  ...due: ReleaseEvent[]
): Promise<void> {
  if (due.includes('due')) app.clock.pass({ days: toDue[state] });
  if (due.includes('date')) app.clock.pass({ days: dateAfterDays });
  if (due.includes('due') || due.includes('date')) await signInAgain(vault.owner, app);
}

function stateNow(isWithdrawn: boolean, open: string | undefined): ReleaseState {
  return isWithdrawn ? 'withdrawn' : ((open as ReleaseState | undefined) ?? 'ready');
}

/** The state of the vault, why its last request ended, and the acts of requests and releases. */
export async function read(app: TestApp, { id }: WaitingVault) {
  const [found] = await app.database
    .select({ vault: vaults, owner: users })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(eq(vaults.id, id));
  const isWithdrawn = found?.vault.status === 'deleting' || found?.owner.deletedAt !== null;
  const requests = await requestsOf(app, { id });
  const open = requests.find(({ endedAt }) => !endedAt);
  const acts = (await listActs(app.database, id)).map(({ event }) => event);
  const ofReleased = acts.includes('answers-right') ? 'read' : 'released';
  const state = found?.vault.status === 'released' ? ofReleased : stateNow(isWithdrawn, open?.state);
  const ofReleases = acts.filter((event) => /^(release-(?!settings)|vault-released)/.test(event));
  const rows = await app.database.select().from(letters).where(eq(letters.vaultId, id));
  const notice = rows.flatMap(({ onceKey }) => /^executor-wait\/([a-z-]+)/.exec(onceKey ?? '')?.[1] ?? []);
  const invitations = rows.filter(({ kind }) => kind === 'recipient-invitation').length;
  return { state, why: requests.at(-1)?.endedWhy ?? null, acts: ofReleases, notice: [...new Set(notice)], invitations };
}
