// Says that a letter was given up: to the operator, and to those who can do something about it. Where it was to reach the
// recipient these are the owner, who may have died, and the executors; where it was to reach an executor, the owner.
import { recipientLetterKinds } from '@remembrance/contract/letters.ts';
import type { Transaction } from '../database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import type { ClaimedLetter } from '../letters/letter-store.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../letters/notify-operator.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { ownerName } from '../users/owner-name.ts';
import { findUser, type UserRow } from '../users/user-store.ts';
import { findVaultState, type VaultRow } from '../vaults/vault-store.ts';

interface Needs extends NotifyOperatorNeeds {
  publicUrl: string;
}

export async function reportGivenUpLetter(needs: Needs, tx: Transaction, letter: ClaimedLetter): Promise<void> {
  if (letter.kind === 'operator-notice') return; // nobody is left to tell; it is in the log
  await reportToOperator(needs, tx, letter);
  const vault = letter.vaultId ? (await findVaultState(tx, letter.vaultId))?.vault : null;
  const owner = vault && (await findUser(tx, vault.creatorId));
  if (!vault || !owner) return;
  const undelivered = { letter, vault, owner };
  if (recipientLetterKinds.some((kind) => kind === letter.kind)) await reportRecipient(needs, tx, undelivered);
  if (letter.kind === 'executor-code') await reportExecutor(needs, tx, undelivered);
}

// Anyone can have letters of an account sent to addresses that do not exist, so these are reported once a day for each kind.
async function reportToOperator(needs: Needs, tx: Transaction, { id, kind, vaultId }: ClaimedLetter): Promise<void> {
  await notifyOperator(needs, tx, {
    what: 'A letter was given up',
    facts: [
      `Letter ${id} of the kind ${kind}${vaultId ? `, of vault ${vaultId}` : ', and perhaps others of this kind today'}.`,
      `The log says why. When the cause is put right, “npm run admin -- resend-letter ${id}” sends it again.`,
    ],
    onceKey: oncePerDay(`letter-given-up/${vaultId ? id : kind}`, needs.clock.now()),
  });
}

interface Undelivered {
  letter: ClaimedLetter;
  vault: VaultRow;
  owner: UserRow;
}

async function reportRecipient(needs: Needs, tx: Transaction, undelivered: Undelivered): Promise<void> {
  const { letter, vault, owner } = undelivered;
  const people = [{ id: owner.id, name: ownerName(owner), email: owner.email }, ...(await listExecutors(tx, vault.id))];
  for (const { id, name, email } of people) {
    const { title: vaultTitle, recipientName } = vault;
    const facts = { name, recipientName, recipientEmail: letter.recipient, vaultTitle };
    await queueLetter(needs, tx, {
      ...{ to: { name, email }, vaultId: vault.id, onceKey: keyFor(needs, undelivered, id) },
      content: { kind: 'recipient-unreached', facts },
    });
  }
}

async function reportExecutor(needs: Needs, tx: Transaction, undelivered: Undelivered): Promise<void> {
  const { letter, vault, owner } = undelivered;
  const name = ownerName(owner);
  const link = `${needs.publicUrl}/vault/${vault.id}`;
  const facts = { ownerName: name, executorEmail: letter.recipient, vaultTitle: vault.title, link };
  await queueLetter(needs, tx, {
    ...{ to: { name, email: owner.email }, vaultId: vault.id, onceKey: keyFor(needs, undelivered, owner.id) },
    content: { kind: 'executor-unreached', facts },
  });
}

const keyFor = ({ clock }: Needs, { letter }: Undelivered, personId: string): string =>
  oncePerDay(`unreached/${letter.id}/${personId}`, clock.now());
