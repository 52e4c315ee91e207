// Creates a vault: a draft until it is paid for, or active at once if it is complete and the owner's plan has a free place.
// Repeating the call with the same idempotency key creates no second vault, also concurrently.
import { dateInThePast } from '@remembrance/contract/vaults.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { queueLetters } from '../../letters/ledger/queue-letters.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from '../executors/limit-executor-letters.ts';
import { hashAnswer } from '../recipients/check-answers.ts';
import { insertVault, type OwnerRoom, readOwnerRoom } from '../stores/new-vault-store.ts';
import { type FoundVault, findVaultOf, lockOwner } from '../stores/vault-store.ts';
import { type ComposedVault, type ComposeNeeds, composeVault, type VaultBody } from './compose-vault.ts';
import { dateCountsFrom, requireProofOfNearDate } from './near-date.ts';

export interface CreateVaultNeeds extends ComposeNeeds, LetterLimitNeeds {
  database: Database;
  slowHash: SlowHash;
  vaultKeys: VaultKeys;
}
type Input = VaultBody & {
  ownerId: string;
  /** When the owner last proved who they are. */
  provenAt: Date;
  /** The idempotency key of the caller, or null. */
  repeatKey?: string | null;
};

/** @returns the new vault, or the one created with the same key before */
export async function createVault(
  needs: CreateVaultNeeds,
  { repeatKey = null, provenAt, ...input }: Input,
): Promise<FoundVault> {
  const { ownerId, planType: planName, executorEmail: email } = input;
  const now = needs.clock.now();
  const date = input.scheduledReleaseDate ? new Date(input.scheduledReleaseDate) : null;
  if (date && date <= now) {
    refuse('invalid-input', { detail: dateInThePast, fields: { scheduledReleaseDate: dateInThePast } });
  }
  // The digest contains the answers, so it is keyed.
  const digests = repeatKey ? needs.keyring.digests('repeated-request', JSON.stringify(input)) : [null];
  const [creationDigest = null] = digests;
  const look = async (database: DatabaseOrTransaction) => {
    const room = await readOwnerRoom(database, { ownerId, planName, creationKey: repeatKey });
    return room ?? refuse('unauthorized');
  };
  const room = await look(needs.database);
  const made = await needs.vaultKeys.makeKey(newId(now));
  const counts = { dateCountsFrom: date && dateCountsFrom({ provenAt }, now) };
  const wish = { body: input, ...made, ...counts, creationKey: repeatKey, creationDigest };
  const earlier = await findEarlier(needs.database, room, { ownerId, digests });
  if (earlier) return earlier;
  if (date) requireProofOfNearDate({ provenAt }, date, now);
  // What there is no room for is refused before it costs anything.
  composeVault(needs, { ...wish, questions: [] }, room);
  if (email !== '') await limitExecutorLetters(needs, { ownerId, email: null });
  const questions = await hashQuestions(needs, input);
  const first = composeVault(needs, { ...wish, questions }, room);
  if (await writeUnlessOutdated(needs, first)) return first.found;
  // Something was decided for this owner in the meantime. Under the lock nothing can be.
  return needs.database.transaction(async (tx) => {
    if (!(await lockOwner(tx, ownerId))) refuse('unauthorized');
    const roomNow = await look(tx);
    const created = await findEarlier(tx, roomNow, { ownerId, digests });
    if (created) return created;
    const second = composeVault(needs, { ...wish, questions }, roomNow);
    if (!(await write(needs, tx, second))) throw new Error('the lock of the owner did not hold');
    return second.found;
  });
}

async function findEarlier(
  database: DatabaseOrTransaction,
  { earlier }: OwnerRoom,
  { ownerId, digests }: { ownerId: string; digests: readonly (string | null)[] },
): Promise<FoundVault | null> {
  if (!earlier) return null;
  if (!digests.includes(earlier.digest)) refuse('repeated-differently');
  return (await findVaultOf(database, ownerId, earlier.id)) ?? refuse('vault-not-found');
}

/** A draft is one statement. An active vault has letters, which are written in the same transaction. */
const writeUnlessOutdated = (needs: CreateVaultNeeds, vault: ComposedVault): Promise<boolean> =>
  vault.letters.length === 0
    ? insertVault(needs.database, vault)
    : needs.database.transaction((tx) => write(needs, tx, vault));

async function write(needs: CreateVaultNeeds, tx: Transaction, vault: ComposedVault): Promise<boolean> {
  if (!(await insertVault(tx, vault))) return false;
  if (vault.letters.length > 0) await queueLetters(needs, tx, vault.letters);
  return true;
}

function hashQuestions(needs: CreateVaultNeeds, input: VaultBody) {
  const given = [
    { question: input.securityQuestion1, answer: input.securityAnswer1 },
    { question: input.securityQuestion2, answer: input.securityAnswer2 },
  ].filter(({ question }) => question !== '');
  return Promise.all(given.map(async ({ question, answer }) => ({ question, ...(await hashAnswer(needs, [answer])) })));
}
