// Opens a sandbox for tests: its own database, a manual clock, and Stripe's SDK as the host uses it.
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import Stripe from 'stripe';
import { inject } from 'vitest';
import { openCardPage } from '../src/card-page.ts';
import type { DeliverEvent } from '../src/needs.ts';
import { createSandbox, type Sandbox, sandboxKeys } from '../src/sandbox.ts';
import { sandboxObjects } from '../src/schema.ts';
import type { StripeRequests } from './stripe-roots.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the vitest project's setup (vitest.config.ts). */
    databaseServer: { connection: ServerConnection; template: string };
  }
}
type ServerConnection = Pick<pg.ClientConfig, 'host' | 'port' | 'user'> & { password?: string; database: string };

export async function openTestSandbox() {
  const { connection: server, template } = inject('databaseServer');
  const name = `sandbox_${randomBytes(8).toString('hex')}`;
  await runOn(server, `create database ${name} template ${template} strategy file_copy`);
  const pool = new pg.Pool({ ...server, database: name });
  // Dropping the database may end a connection that is still closing, in the pool or just removed from it.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  const database = drizzle(pool);
  const received: string[] = [];
  const events: { type: string; data: object }[] = [];
  let now = new Date('2027-03-04T09:30:00Z');
  let accepts = true;
  const needs = {
    database,
    clock: { now: () => now },
    report: (_: string, error: unknown) => Promise.reject(error),
    webhookSecret: 'whsec_test',
  };
  const receive: DeliverEvent = async (payload) => {
    received.push(JSON.parse(payload).type);
    events.push(JSON.parse(payload));
    if (!accepts) throw new Error('the endpoint refused the event');
  };
  const open = (deliver: DeliverEvent = receive): Sandbox => createSandbox({ ...needs, deliver });
  const sandbox = open();
  const answers: { call: keyof StripeRequests; asked: URLSearchParams; body: unknown }[] = [];
  const httpClient = Stripe.createFetchHttpClient(async (url, init) => {
    const request = new Request(url as string, init);
    const { pathname, search } = new URL(request.url);
    const asked = new URLSearchParams(search || (await request.clone().text()));
    const answer = await sandbox.fetch(request);
    const [resource, id, action] = pathname.replace('/v1/', '').split('/');
    const call = `${init?.method} ${resource}${id ? '/:id' : ''}${action ? `/${action}` : ''}` as keyof StripeRequests;
    answers.push({ call, asked, body: await answer.clone().json() });
    return answer;
  });
  const stripe = new Stripe(sandboxKeys.secret, { httpClient, telemetry: false, maxNetworkRetries: 0 });
  return {
    sandbox,
    /** Opens another sandbox on the same database, as a restart would. */
    open,
    stripe,
    /** The calls made with the secret key, with request and answer, and every sent event. */
    answers,
    events,
    /** The types of the events that reached the endpoint, accepted or not. */
    received,
    setAccepting(accepting: boolean) {
      accepts = accepting;
    },
    passSeconds(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    ...openCardPage(sandbox),
    /** Creates a payment that needs a card. */
    async beginPayment(): Promise<{ id: string; clientSecret: string }> {
      const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada Lindqvist' });
      const intent = await stripe.paymentIntents.create({
        amount: 2999,
        currency: 'usd',
        customer: customer.id,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      return { id: intent.id, clientSecret: intent.client_secret ?? '' };
    },
    /** All stored objects of a kind. */
    async objects<T = Record<string, unknown>>(kind: string): Promise<T[]> {
      const rows = await database.select().from(sandboxObjects).where(eq(sandboxObjects.kind, kind));
      return rows.map(({ object }) => object as T);
    },
    async close() {
      await sandbox.stop();
      await pool.end();
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

async function runOn(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
