// The executors of a new vault: the executor of the form, and those of a vault that was copied. Each gets a code of their own.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { createVault } from '@remembrance/contract/vaults.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuseKnown } from '../executors/executor-person.ts';
import { insertExecutor } from '../executors/executor-store.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from '../executors/limit-executor-letters.ts';
import { type CodeNeeds, newCode } from '../executors/new-code.ts';

type Body = Pick<
  BodyOf<typeof createVault>,
  'executorName' | 'executorEmail' | 'executorSecondEmail' | 'executorNote' | 'moreExecutors'
>;

/** In order. An address counts once. The form's own executor may be blank; the others are named even then. */
function executorsIn({ executorName, executorEmail, executorSecondEmail, executorNote, moreExecutors = [] }: Body) {
  const first = { name: executorName, email: executorEmail, secondEmail: executorSecondEmail, note: executorNote };
  const all = executorEmail === '' ? moreExecutors : [first, ...moreExecutors];
  const byAddress = new Map(all.toReversed().map((person) => [person.email.toLowerCase(), person]));
  return [...byAddress.values()].toReversed();
}

/** Only the form's own executor can name one of the others: those are the executors of one vault. */
const formFields = { email: 'executorEmail', secondEmail: 'executorSecondEmail' };

/** Outside any transaction. @throws {Refusal} executor-named-already, letter-limit-reached */
export async function limitNewExecutors(needs: LetterLimitNeeds, ownerId: string, body: Body): Promise<void> {
  const named = executorsIn(body);
  for (const [at, person] of named.entries()) refuseKnown(person, named.slice(at + 1), formFields);
  for (const _ of named) await limitExecutorLetters(needs, { ownerId, email: null });
}

export async function nameExecutors(
  needs: CodeNeeds,
  tx: Transaction,
  { vaultId, texts, body }: { vaultId: string; texts: VaultTexts; body: Body },
): Promise<void> {
  const now = needs.clock.now();
  for (const [at, { name, email, secondEmail, note = '' }] of executorsIn(body).entries()) {
    const id = newId(now);
    // A millisecond apart, because they are listed by their time.
    const createdAt = new Date(now.getTime() + at);
    const person = { id, vaultId, name, email, secondEmail: secondEmail || null, note, createdAt };
    await insertExecutor(tx, { ...person, ...newCode(needs, texts, { id }) });
  }
}
