// Fills the database with an owner who has a vault in every state, for looking around. Made by the operations of the product.
import { Readable } from 'node:stream';
import { fileTypeOf } from '@remembrance/contract/files.ts';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { and, count, eq, like } from 'drizzle-orm';
import { letters, users } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import type { ObjectStorage } from '../files/object-storage.ts';
import { requestUpload } from '../files/request-upload.ts';
import { takeUpload } from '../files/take-upload.ts';
import { openLetter } from '../letters/sealed-letter.ts';
import { daysLater } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { findPlanByName } from '../plans/plan-store.ts';
import { countVaultOn, insertPurchase, setStatus } from '../plans/purchase-store.ts';
import { releaseByExecutor } from '../release/release-by-executor.ts';
import type { ReleaseNeeds } from '../release/release-vault.ts';
import { setPassword } from '../sessions/password-store.ts';
import { insertUser, markEmailVerified } from '../users/user-store.ts';
import { activateVault } from '../vaults/activate-vault.ts';
import { type CreateVaultNeeds, createVault } from '../vaults/create-vault.ts';
import { setPaymentStatusOn } from '../vaults/vault-payment-store.ts';

type Needs = CreateVaultNeeds & ReleaseNeeds & { storage: ObjectStorage; fileBytesMost: number };

export interface Village {
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
const recipientEmail = 'rosa@village.example';
const answers = ['At the mill pond', 'Petrel'];

export async function plantVillage(needs: Needs): Promise<Village> {
  const owner = await addOwner(needs);
  const date = daysLater(needs.clock.now(), 40).toISOString();
  await addVault(needs, owner.id, { title: 'For my godson, when he is grown', plan: 'basic_one_time' });
  const active = await addVault(needs, owner.id, { title: 'Letters from the lighthouse', plan: 'premium_one_time' });
  const onTrial = await addVault(needs, owner.id, { title: 'The recipe book', plan: 'basic_subscription', date });
  const lapsed = await addVault(needs, owner.id, { title: 'What I never said', plan: 'premium_subscription' });
  const released = await addVault(needs, owner.id, { title: 'The heron came back', plan: 'premium_one_time' });

  await addFile(needs, owner.id, active, 'Lighthouse log.txt', 'The light was lit at dusk and burned until morning.\n');
  await addFile(needs, owner.id, released, 'Für Rosa.txt', 'Look for me at the mill pond.\n');
  const executorCode = await buy(needs, owner.id, active, 'active');
  await buy(needs, owner.id, onTrial, 'trialing');
  await buy(needs, owner.id, lapsed, 'lapsed');
  const releasingCode = await buy(needs, owner.id, released, 'active');
  const recipientLink = await releaseAndReadLink(needs, released.id, releasingCode);
  return { email: owner.email, password, executorCode, recipientLink, recipientEmail, answers };
}

// Planting twice makes a second owner, so that nothing that was tried with the first is lost.
async function addOwner({ database, slowHash, clock }: Needs) {
  const [villagers] = await database.select({ n: count() }).from(users).where(like(users.email, '%@village.example'));
  const number = villagers?.n ? `-${villagers.n + 1}` : '';
  const passwordHash = await slowHash.hash(password);
  return database.transaction(async (tx) => {
    const now = clock.now();
    const person = { email: `ada${number}@village.example`, firstName: 'Ada', lastName: 'Lindqvist' };
    const user = await insertUser(tx, { ...person, id: newId(now), termsAcceptedAt: now });
    if (!user) throw new Error('this villager is there already');
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
  const id = await createVault(needs, {
    ownerId,
    planType: input.plan,
    title: input.title,
    recipientName: 'Rosa Lindqvist',
    recipientEmail,
    message: 'Dear Rosa,\n\nthe heron came back this morning. I wanted you to know.\n\nAda',
    executorName: 'Edda Moreau',
    executorEmail: 'edda@village.example',
    securityQuestion1: 'Where did we see the heron?',
    securityAnswer1: answers[0] ?? '',
    securityQuestion2: 'What was the name of the boat?',
    securityAnswer2: answers[1] ?? '',
    scheduledReleaseDate: input.date ?? '',
    uploadedFiles: [],
  });
  return { id, plan: input.plan };
}

async function addFile(needs: Needs, ownerId: string, vault: NewVault, fileName: string, content: string) {
  const bytes = Buffer.from(content);
  const mimeType = 'text/plain';
  const file = { fileName, mimeType, fileType: fileTypeOf(mimeType) };
  const link = new URL(await requestUpload(needs, { ownerId, vaultId: vault.id, file }), needs.publicUrl);
  await takeUpload(needs, {
    uploadId: link.pathname.split('/').at(-1) ?? '',
    link: { expires: link.searchParams.get('expires') ?? '', signature: link.searchParams.get('signature') ?? '' },
    declaredLength: String(bytes.length),
    bytes: Readable.from([bytes]),
  });
}

/** @returns the executor's code, read before the letter that carries it can be sent. */
async function buy(
  needs: Needs,
  ownerId: string,
  vault: NewVault,
  status: 'active' | 'trialing' | 'lapsed',
): Promise<string> {
  const plan = await findPlanByName(needs.database, vault.plan);
  if (!plan) throw new Error('the plans are not there');
  return needs.database.transaction(async (tx) => {
    const now = needs.clock.now();
    const bought = {
      id: newId(now),
      userId: ownerId,
      planId: plan.id,
      stripeSubscriptionId: null,
      stripePaymentIntentId: null,
    };
    const purchase = await insertPurchase(tx, bought, now);
    await setStatus(tx, purchase.id, status, now);
    await countVaultOn(tx, purchase.id);
    const paymentStatus = status === 'trialing' ? 'trial' : 'paid';
    await activateVault(needs, tx, { vaultId: vault.id, paymentStatus, subscriptionId: purchase.id });
    if (status === 'lapsed') await setPaymentStatusOn(tx, purchase.id, 'lapsed');
    const content = await letterOf(needs, tx, vault.id, 'executor-code');
    return content.kind === 'executor-code' ? content.facts.code : '';
  });
}

async function releaseAndReadLink(needs: Needs, vaultId: string, accessCode: string): Promise<string> {
  let link = '';
  const reading = {
    ...needs,
    queue: {
      ...needs.queue,
      // The letter is in the ledger by now and not yet committed, so nobody can have sent it.
      enqueue: async (...job: Parameters<Needs['queue']['enqueue']>) => {
        const content = await letterOf(needs, job[0], vaultId, 'recipient-invitation');
        if (content.kind === 'recipient-invitation') link = content.facts.link;
        await needs.queue.enqueue(...job);
      },
    },
  };
  await releaseByExecutor(reading, { vaultId, accessCode });
  return link;
}

async function letterOf({ keyring }: Needs, tx: Transaction, vaultId: string, kind: string) {
  const [letter] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.vaultId, vaultId), eq(letters.kind, kind)));
  if (!letter?.sealedContent) throw new Error(`the vault has no letter of the kind ${kind}`);
  return (await openLetter(keyring, letter.id, letter.sealedContent)).content;
}
