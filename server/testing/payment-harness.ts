// Test harness of payments: a real database, the sandbox behind the real SDK, a test clock, and webhook events that the test
// delivers whenever and as often as it wants.
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { openCardPage } from '@remembrance/sandbox/card-page.ts';
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import Stripe from 'stripe';
import { addKey, createMasterKeys } from '../src/keys/master/master-keys.ts';
import { createKeyring } from '../src/keys/secret/keyring.ts';
import { createVaultKeys } from '../src/keys/vault/vault-keys.ts';
import { openLetter } from '../src/letters/ledger/open-letter.ts';
import type { PaymentNeeds } from '../src/payments/settlement/payment-needs.ts';
import { receiveWebhook } from '../src/payments/webhooks/receive-webhook.ts';
import { seedPlans } from '../src/plans/plan-store.ts';
import type { OpenDatabase } from '../src/platform/database/open-database.ts';
import {
  acts,
  letters,
  userSubscriptions,
  users,
  vaults,
  vaultKeys as wrappedKeys,
} from '../src/platform/database/schema.ts';
import { newId } from '../src/platform/lib/ids.ts';
import { openPaymentGateway } from '../src/start/open-payment-gateway.ts';
import { insertExecutor } from '../src/vaults/executors/executor-store.ts';
import { newCode } from '../src/vaults/executors/new-code.ts';
import { addressOf } from './database-address.ts';
import { createTestClock } from './test-clock.ts';
import { makeTestFolder } from './test-folder.ts';

export interface SignedEvent {
  payload: string;
  signature: string;
}
export { cards, intentOf } from '@remembrance/sandbox/card-page.ts';

/** @param given a database to use instead of a new test database. */
export async function openPaymentHarness(given?: OpenDatabase) {
  const opened = given ?? (await (await import('./test-database.ts')).openTestDatabase());
  const { database } = opened;
  const clock = createTestClock();
  clock.moveTo(new Date('2027-03-04T09:30:00Z'));
  const faults: unknown[] = [];
  const reportFailure = (...line: unknown[]) => void faults.push(line);
  const secret = randomBytes(32).toString('hex');
  const keyring = createKeyring(Buffer.from(secret, 'utf8'));
  const dataDirectory = makeTestFolder();
  const sentEvents: SignedEvent[] = [];
  let arrives = true;
  const { paymentGateway, sandbox } = openPaymentGateway({
    config: { stripe: undefined },
    database,
    clock,
    keyring,
    reportFailure,
    async deliverEvent(payload, signature) {
      sentEvents.push({ payload, signature });
      if (arrives) await receiveWebhook(needs, { payload, signature });
    },
  });
  if (!sandbox) throw new Error('the sandbox is off');
  const needs: PaymentNeeds & { reportFailure: typeof reportFailure } = {
    database,
    clock,
    keyring,
    reportFailure,
    // Tests look for letters in the ledger; no worker runs.
    letterDomain: 'keep.example',
    publicUrl: 'https://keep.example',
    paymentGateway,
  };
  await seedPlans(database);
  const ring = addKey(null, clock.now().toISOString());
  writeFileSync(path.join(dataDirectory, 'keyring.json'), JSON.stringify(ring));
  const vaultKeys = createVaultKeys({
    masterKeys: createMasterKeys(() => ring),
    clock,
    codeKey: Buffer.alloc(32),
    onUnreadable: () => {},
  });
  const vault = async (id: string) => (await database.select().from(vaults).where(eq(vaults.id, id)))[0] ?? null;

  return {
    needs,
    database,
    clock,
    sandbox,
    /** Settings for another process on the same database with the same keys. It reaches no endpoint. */
    settings: { DATABASE_URL: addressOf(opened.connection), SECRET: secret, DATA_DIR: dataDirectory, PORT: '9' },
    keyring,
    faults,
    paymentGateway,
    /** Every event sent, whether or not it arrived. */
    sentEvents,
    /** Sets whether events reach the endpoint from now on. */
    eventsArrive(now: boolean) {
      arrives = now;
    },
    /** An event as Stripe signs it at a given time. */
    signed(event: object, at: Date): SignedEvent {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(at.getTime() / 1000);
      const secret = keyring.librarySecret('card-processor-sandbox');
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, timestamp, secret }) };
    },
    async removeVault(id: string): Promise<void> {
      await database.delete(vaults).where(eq(vaults.id, id));
    },
    ...openCardPage(sandbox),
    async owner(name = 'Ada'): Promise<string> {
      const id = newId(clock.now());
      const email = `${name.toLowerCase()}-${id}@example.com`;
      await database.insert(users).values({ id, email, emailVerified: true, firstName: name, lastName: 'Lindqvist' });
      return id;
    },
    async draft(ownerId: string, planType: PlanName): Promise<string> {
      const id = newId(clock.now());
      const recipient = { recipientName: 'Rosa Reyes', recipientEmail: 'rosa@example.com' };
      await database.transaction(async (tx) => {
        await tx.insert(vaults).values({ id, creatorId: ownerId, planType, title: 'For Rosa', ...recipient });
        const { key, texts } = await vaultKeys.makeKey(id);
        await tx.insert(wrappedKeys).values(key);
        const executor = { id: newId(clock.now()), name: 'Edda Moreau', email: 'edda@example.com' };
        const code = newCode(needs, texts, executor);
        await insertExecutor(tx, { ...executor, vaultId: id, createdAt: clock.now(), ...code });
      });
      return id;
    },
    vault,
    statusOf: async (vaultId: string) => (await vault(vaultId))?.paymentStatus,
    purchases: (ownerId: string) =>
      database.select().from(userSubscriptions).where(eq(userSubscriptions.userId, ownerId)),
    lettersOf: async (vaultId: string) => {
      const rows = await database.select({ kind: letters.kind }).from(letters).where(eq(letters.vaultId, vaultId));
      return rows.map(({ kind }) => kind).sort();
    },
    /** The letters about an owner's plans and payments. */
    lettersTo: async (ownerId: string) => {
      const own = and(eq(letters.userId, ownerId), isNull(letters.vaultId));
      const rows = await database.select({ kind: letters.kind }).from(letters).where(own);
      return rows.map(({ kind }) => kind).sort();
    },
    /** The facts of the newest letter of a kind. */
    async lastFacts(kind: string) {
      const [letter] = await database
        .select()
        .from(letters)
        .where(eq(letters.kind, kind))
        .orderBy(desc(letters.createdAt), desc(letters.id));
      if (!letter) throw new Error(`there is no letter ${kind}`);
      return (await openLetter({ ...needs, vaultKeys }, letter.facts)).content.facts;
    },
    actsOf: (vaultId: string) => database.select().from(acts).where(eq(acts.vaultId, vaultId)),
    /** The sandbox's objects of a kind. */
    async objects<T = Record<string, unknown>>(kind: string): Promise<T[]> {
      const rows = await database.select().from(sandboxObjects).where(eq(sandboxObjects.kind, kind));
      return rows.map(({ object }) => object as T);
    },
    /** The amount charged and not refunded, in cents. */
    async charged(): Promise<number> {
      const rows = await database.select().from(sandboxObjects).where(eq(sandboxObjects.kind, 'charge'));
      const charges = rows.map(({ object }) => object as { amount: number; amount_refunded: number });
      return charges.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
    },
    async close() {
      await sandbox.stop();
      await opened.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export type PaymentHarness = Awaited<ReturnType<typeof openPaymentHarness>>;
