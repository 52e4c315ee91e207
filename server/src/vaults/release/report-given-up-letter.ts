// Reports an undeliverable letter to the operator and to those who can act on it. For a letter to the recipient these are the
// executors and the owner, who may have died; for a letter to an executor, the owner.
import { recipientLetterKinds } from '@remembrance/contract/letter-readers.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import type { ClaimedLetter } from '../../letters/ledger/claim-store.ts';
import { countForOperator, type NotifyOperatorNeeds, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { findVaultState, type VaultRow } from '../vault/vault-store.ts';

const lettersWithCode: readonly LetterKind[] = ['executor-code', 'executor-code-again'];
/** If one of them cannot be delivered, the owner looks at the executor's address. */
const lettersWithAddress = [...lettersWithCode, 'executor-yearly', 'executor-check-in', 'executor-wait'];

interface Needs extends NotifyOperatorNeeds {
  publicUrl: string;
}

export async function reportGivenUpLetter(needs: Needs, tx: Transaction, letter: ClaimedLetter): Promise<void> {
  if (letter.kind === 'operator-notice') return; // there is nobody else to notify; the log has the failure
  await reportToOperator(needs, tx, letter);
  const vault = letter.vaultId ? (await findVaultState(tx, letter.vaultId))?.vault : null;
  const owner = vault && (await findUser(tx, vault.creatorId));
  if (!vault || !owner) return;
  const undelivered = { letter, vault, owner };
  if (recipientLetterKinds.some((kind) => kind === letter.kind)) await reportRecipient(needs, tx, undelivered);
  if (lettersWithAddress.includes(letter.kind)) await reportExecutor(needs, tx, undelivered);
}

// Anyone can cause account letters to addresses that do not exist, and a thousand releases may meet a thousand old addresses: one letter a
// day has their number. Owners and executors are notified of each.
async function reportToOperator(needs: Needs, tx: Transaction, { id, kind, vaultId }: ClaimedLetter): Promise<void> {
  await countForOperator(needs, tx, {
    what: 'An email could not be delivered',
    facts: [
      `The first is email ${id} of the kind ${kind}${vaultId ? `, about vault ${vaultId}` : ''}. “npm run admin -- letters --failed” lists them all.`,
      `The log has the reason. Once the cause is fixed, “npm run admin -- resend-letter ${id} --reason "<why>"” sends it again.`,
    ],
    event: 'letters-given-up',
  });
}

interface Undelivered {
  letter: ClaimedLetter;
  vault: VaultRow;
  owner: UserRow;
}

async function reportRecipient(needs: Needs, tx: Transaction, undelivered: Undelivered): Promise<void> {
  const { letter, vault, owner } = undelivered;
  const executors = (await listExecutors(tx, vault.id)).map((executor) => ({ ...executor, called: executor.name }));
  const theOwner = { id: owner.id, called: greetingName(owner), name: ownerName(owner), email: owner.email };
  for (const one of [theOwner, ...executors]) {
    const { title: vaultTitle, recipientName } = vault;
    const facts = { name: one.called, recipientName, recipientEmail: letter.recipient, vaultTitle };
    const content = { kind: 'recipient-unreached' as const, facts };
    const onceKey = keyFor(needs, undelivered, one.id);
    await queueLetter(needs, tx, ...toEachMailbox(one, { vaultId: vault.id, onceKey, content }));
  }
}

async function reportExecutor(needs: Needs, tx: Transaction, undelivered: Undelivered): Promise<void> {
  const { letter, vault, owner } = undelivered;
  const link = `${needs.publicUrl}/vault/${vault.id}`;
  const isWithoutCode = !lettersWithCode.some((kind) => kind === letter.kind);
  const addresses = (await listExecutors(tx, vault.id)).map(({ email, secondEmail }) => [email, secondEmail ?? '']);
  const isIt = (email: string) => email.toLowerCase() === letter.recipient.toLowerCase();
  const otherEmail = addresses.find((both) => both.some(isIt))?.find((email) => !isIt(email));
  const about = { firstName: greetingName(owner), executorEmail: letter.recipient, vaultTitle: vault.title, link };
  const facts = { ...about, ...(isWithoutCode && { isWithoutCode }), ...(otherEmail && { otherEmail }) };
  await queueLetter(needs, tx, {
    to: { name: ownerName(owner), email: owner.email },
    vaultId: vault.id,
    onceKey: keyFor(needs, undelivered, owner.id),
    content: { kind: 'executor-unreached', facts },
  });
}

const keyFor = ({ clock }: Needs, { letter }: Undelivered, personId: string): string =>
  oncePerDay(`unreached/${letter.id}/${personId}`, clock.now());
