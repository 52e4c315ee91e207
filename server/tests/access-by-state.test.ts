// The access matrix by state: every call about a vault, made by every person, in each state of the vault and of its owner's account.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { ada, another, otto } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, users, vaults } from '../src/platform/database/schema.ts';
import { accessTable, type Line, principals, type VaultState, vaultStates } from '../testing/access-table.ts';
import type { Caller, Sent } from '../testing/caller.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { draftVault, type Owner, paidVault, release, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const people = [...principals, 'otherExecutor'] as const;
type Person = (typeof people)[number];
const calls = Object.entries(accessTable).filter(([, { states }]) => states) as [keyof typeof api, Line][];
/** Calls that only read, besides those that use GET. All others change the vault, so a person who may make them does not make them here. */
const reads = ['verifyExecutor', 'verifyAccess', 'readAccess', 'verifyAccessEmail', 'verifyAccessAnswers'];
const guessedCode = 'QQQQQ-QQQQQ-QQQQQ-QQQQQ';
const guessedToken = 'a-token-that-nobody-was-ever-given-by-us';

/** Time, Stripe or an operator causes these states; the test writes the rows that they would write. */
const changes: Partial<Record<VaultState, (owner: Owner, id: string) => Promise<unknown>>> = {
  trial: (_, id) => setPaymentStatus(id, 'trial'),
  lapsed: (_, id) => setPaymentStatus(id, 'lapsed'),
  deletedAccount: (owner) => owner.ask(api.deleteAccount),
  suspended: ({ id }) => app.database.update(users).set({ suspendedAt: app.clock.now() }).where(eq(users.id, id)),
};
const setPaymentStatus = (id: string, paymentStatus: 'trial' | 'lapsed') =>
  app.database.update(vaults).set({ paymentStatus }).where(eq(vaults.id, id));

interface Scene {
  callers: Record<Person, Caller>;
  id: string;
  executorId: string;
  recipientEmail: string;
  /** What each person holds; the others guess. */
  codes: Partial<Record<Person, string>>;
  tokens: Partial<Record<Person, string>>;
}

let scenes = 0;
async function createScene(state: VaultState): Promise<Scene> {
  scenes += 1;
  const owner = await signedIn(app, another(ada, scenes));
  const otherOwner = await signedIn(app, another(otto, scenes));
  const { code: otherCode } = await paidVault(app, otherOwner);
  const draft = async () => ({ ...(await draftVault(owner)), code: '' });
  const vault = state === 'draft' ? await draft() : await paidVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const token = state === 'released' ? (await release(app, vault)).token : '';
  await changes[state]?.(owner, vault.id);
  const strangers = {
    nobody: app.caller(),
    executor: app.caller(),
    otherExecutor: app.caller(),
    recipient: app.caller(),
  };
  return {
    callers: { owner, otherOwner, stale: await staleSession(), ...strangers },
    id: vault.id,
    executorId: executor?.id ?? '',
    recipientEmail: vault.recipientEmail,
    codes: { executor: vault.code, otherExecutor: otherCode },
    tokens: { recipient: token },
  };
}

/** A browser of another owner whose session was ended. */
async function staleSession(): Promise<Owner> {
  const owner = await signedIn(app, another(ada, -scenes));
  await app.database.delete(sessions).where(eq(sessions.userId, owner.id));
  return owner;
}

interface Cell {
  name: keyof typeof api;
  person: Person;
  isAllowed: boolean;
  make: () => ReturnType<Caller['call']>;
}

function cellsOf(scene: Scene, state: VaultState): Cell[] {
  return calls.flatMap(([name, line]) =>
    people
      // People who have their own code read their own vault.
      .filter((person) => name !== 'verifyExecutor' || person !== 'otherExecutor')
      .map((person) => {
        const allowed = person === 'otherExecutor' ? [] : (line.states?.[person] ?? []);
        const sent = line.send({ id: scene.id, secret: secretOf(scene, line, person), part: partOf(scene, name) });
        const make = () => scene.callers[person].call<Endpoint>(api[name], sent as Sent<Endpoint>);
        return { name, person, isAllowed: allowed.includes(state), make };
      }),
  );
}

const secretOf = ({ codes, tokens }: Scene, { holder }: Line, person: Person): string =>
  holder === 'executor' ? codes[person] || guessedCode : tokens[person] || guessedToken;

function partOf({ executorId, recipientEmail }: Scene, name: keyof typeof api): string {
  if (api[name].path.includes(':executorId')) return executorId;
  return name === 'verifyAccessCode' ? 'QQQQ-QQQQ' : recipientEmail;
}

test.each(vaultStates)(
  'ACCESS-1: each person can do what a vault with the state %s allows, and nothing else',
  async (state) => {
    const cells = cellsOf(await createScene(state), state);
    const before = await fingerprint(app.database);
    for (const { name, person, make } of cells.filter(({ isAllowed }) => !isAllowed)) {
      const { statusCode, body } = await make();
      expect(Math.floor(statusCode / 100), `${name} by ${person}: ${statusCode} ${body.slice(0, 300)}`).toBe(4);
      expect(body).not.toContain('The heron came back');
    }
    expect(await fingerprint(app.database), 'a refused call has changed something').toEqual(before);
    for (const { name, person, make } of cells.filter(({ isAllowed }) => isAllowed)) {
      if (api[name].method !== 'GET' && !reads.includes(name)) continue;
      const { statusCode, body } = await make();
      expect(statusCode, `${name} by ${person}: ${body.slice(0, 300)}`).toBeLessThan(300);
    }
  },
);
