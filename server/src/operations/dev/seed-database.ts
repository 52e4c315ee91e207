// Seeds the database with an owner who has a vault in every state, for development. It uses the product's own operations and
// pays in the payment sandbox.
import { Readable } from 'node:stream';
import { fileTypeOf } from '@remembrance/contract/files.ts';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { eq, like } from 'drizzle-orm';
import { receiveUpload } from '../../files/upload/receive-upload.ts';
import { requestUpload } from '../../files/upload/request-upload.ts';
import { deriveSecret } from '../../keys/secret/mailed-secret.ts';
import { readExecutorCode } from '../../letters/ledger/read-executor-code.ts';
import type { BeginInput } from '../../payments/checkout/begin-purchase.ts';
import { completePayment } from '../../payments/checkout/complete-payment.ts';
import { createPaymentIntent } from '../../payments/checkout/create-payment-intent.ts';
import { createSubscription } from '../../payments/checkout/create-subscription.ts';
import type { PaymentNeeds } from '../../payments/settlement/payment-needs.ts';
import { settlePayment } from '../../payments/settlement/settle-payment.ts';
import { purchaseStripeId } from '../../payments/settlement/upsert-purchase.ts';
import { hashPassword } from '../../people/passwords/password-hash.ts';
import { setPassword } from '../../people/passwords/password-store.ts';
import { insertSession } from '../../people/sessions/session-store.ts';
import { insertUser, markEmailVerified } from '../../people/users/user-store.ts';
import { findPurchase } from '../../plans/purchase-store.ts';
import { executors, users } from '../../platform/database/schema.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { newId, newSessionToken } from '../../platform/lib/ids.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { type CreateVaultNeeds, createVault } from '../../vaults/create/create-vault.ts';
import { firstSource } from '../../vaults/recipients/new-link.ts';
import { type ExecutorReleaseNeeds, releaseByExecutor } from '../../vaults/release/release-by-executor.ts';

type Needs = CreateVaultNeeds &
  ExecutorReleaseNeeds &
  PaymentNeeds &
  Parameters<typeof receiveUpload>[0] & {
    /** Pays with a test card; returns the intent's id. */
    payByCard: (clientSecret: string) => Promise<string>;
  };

export interface SeededData {
  email: string;
  password: string;
  /** Opens the active vault. */
  executorCode: string;
  /** Opens the released vault, for this address and these answers. */
  recipientLink: string;
  recipientEmail: string;
  answers: string[];
}

const password = 'a candle in the window';
const recipientEmail = 'rosa@seeded.example';
const answers = ['At the mill pond', 'Petrel'];

export async function seedDatabase(needs: Needs): Promise<SeededData> {
  const owner = await addOwner(needs);
  const date = daysLater(needs.clock.now(), 40).toISOString();
  await addVault(needs, owner.id, { title: 'For my godson, when he is grown', plan: 'basic_one_time' });
  const active = await addVault(needs, owner.id, { title: 'Letters from the lighthouse', plan: 'premium_one_time' });
  const onTrial = await addVault(needs, owner.id, { title: 'The recipe book', plan: 'basic_subscription', date });
  const lapsed = await addVault(needs, owner.id, { title: 'What I never said', plan: 'premium_subscription' });
  const released = await addVault(needs, owner.id, { title: 'The heron came back', plan: 'premium_one_time' });

  await addFile(needs, owner.id, active, {
    name: 'Lighthouse log.txt',
    content: 'The light was lit at dusk and burned until morning.\n',
  });
  await addFile(needs, owner.id, released, { name: 'Für Rosa.txt', content: 'Look for me at the mill pond.\n' });
  await payOnce(needs, { ownerId: owner.id, vaultId: active.id });
  await createSubscription(needs, { ownerId: owner.id, vaultId: onTrial.id, promo: 'freetrial' });
  await payMonthAndEnd(needs, { ownerId: owner.id, vaultId: lapsed.id });
  await takeFreePlace(needs, { ownerId: owner.id, vaultId: released.id });
  await releaseByExecutor(needs, { vaultId: released.id, accessCode: await codeOf(needs, released) });
  const executorCode = await codeOf(needs, active);
  const token = deriveSecret(needs.keyring, firstSource(needs.keyring, { id: released.id, recipientEmail }));
  const recipientLink = `${needs.publicUrl}/vault-access/${token}`;
  return { email: owner.email, password, executorCode, recipientLink, recipientEmail, answers };
}

// A second run adds another owner, so that no experiment with the first is lost.
async function addOwner(needs: Needs) {
  const { database, clock } = needs;
  const seeded = await database.$count(users, like(users.email, '%@seeded.example'));
  const number = seeded > 0 ? `-${seeded + 1}` : '';
  const passwordHash = await hashPassword(needs, password);
  return database.transaction(async (tx) => {
    const now = clock.now();
    const person = { email: `ada${number}@seeded.example`, firstName: 'Ada', lastName: 'Lindqvist' };
    const user = await insertUser(tx, { ...person, id: newId(now), termsAcceptedAt: now });
    if (!user) throw new Error('this owner exists already');
    await setPassword(tx, { userId: user.id, passwordHash, now });
    await markEmailVerified(tx, user.id, now);
    return user;
  });
}

interface NewVault {
  id: string;
  plan: PlanName;
}

async function addVault(needs: Needs, ownerId: string, input: { title: string; plan: PlanName; date?: string }) {
  const { vault } = await createVault(needs, {
    ownerId,
    provenAt: needs.clock.now(),
    planType: input.plan,
    title: input.title,
    recipientName: 'Rosa Lindqvist',
    recipientEmail,
    recipientSecondEmail: '',
    message: 'Dear Rosa,\n\nthe heron came back this morning. I wanted you to know.\n\nAda',
    executorName: 'Edda Moreau',
    executorEmail: 'edda@seeded.example',
    securityQuestion1: 'Where did we see the heron?',
    securityAnswer1: answers[0] ?? '',
    securityQuestion2: 'What was the name of the boat?',
    securityAnswer2: answers[1] ?? '',
    scheduledReleaseDate: input.date ?? '',
    uploadedFiles: [],
  });
  return { id: vault.id, plan: input.plan };
}

interface TextFile {
  name: string;
  content: string;
}

// An upload link needs a session of its owner. This one is never anybody's: nobody knows its token.
async function addFile(needs: Needs, ownerId: string, vault: NewVault, { name: fileName, content }: TextFile) {
  const now = needs.clock.now();
  const sessionId = newId(now);
  const session = { id: sessionId, sid: needs.keyring.digest('session-token', newSessionToken()), userId: ownerId };
  await needs.database.transaction((tx) => insertSession(tx, { ...session, expire: minutesLater(now, 1) }));
  const bytes = Buffer.from(content);
  const type = { mimeType: 'text/plain', fileType: fileTypeOf('text/plain') };
  const file = { fileName, ...type, caption: '', transcript: '', isPending: false };
  const place = await requestUpload(needs, { ownerId, sessionId, vaultId: vault.id, ...file });
  const link = new URL(place.link, needs.publicUrl);
  await receiveUpload(needs, {
    uploadId: link.pathname.split('/').at(-1) ?? '',
    link: Object.fromEntries(link.searchParams) as { access: string; expires: string; signature: string },
    declaredLength: String(bytes.length),
    bytes: Readable.from([bytes]),
  });
}

const payOnce = async (needs: Needs, input: BeginInput): Promise<void> => {
  const { clientSecret } = await createPaymentIntent(needs, input);
  const paymentIntentId = await needs.payByCard(clientSecret);
  await completePayment(needs, { ownerId: input.ownerId, paymentIntentId });
};

/** A payment request uses a paid free place if there is one, and is then refused as already paid. */
const takeFreePlace = async (needs: Needs, input: BeginInput): Promise<void> => {
  const asked = createPaymentIntent(needs, input);
  await asked.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'already-paid') throw error;
  });
};

async function payMonthAndEnd(needs: Needs, input: BeginInput): Promise<void> {
  const begun = await createSubscription(needs, input);
  if (!('clientSecret' in begun)) throw new Error('the free month should have been used');
  const paymentIntentId = await needs.payByCard(begun.clientSecret);
  await completePayment(needs, { ownerId: input.ownerId, paymentIntentId });
  const row = await findPurchase(needs.database, paymentIntentId);
  const id = row ? purchaseStripeId(row) : '';
  await needs.paymentGateway.cancelPurchase({ kind: 'monthly', id });
  const ended = await needs.paymentGateway.readPurchase(id);
  if (ended) await settlePayment(needs, ended);
}

async function codeOf(needs: Needs, vault: NewVault): Promise<string> {
  const [executor] = await needs.database.select().from(executors).where(eq(executors.vaultId, vault.id));
  return readExecutorCode(needs, { executorId: executor?.id ?? '', number: 1 });
}
