// Changes an account's address. An empty account with that address is deleted to make room, so that nobody can block an owner's
// earlier address by signing up with it.
import type { Transaction } from '../database/transaction.ts';
import type { Clock } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { deleteEmptyUser, findUserByEmail, setEmail, type UserRow } from '../users/user-store.ts';

/** The caller must hold the user's lock. @throws {Refusal} email-taken */
export async function moveToAddress(
  { clock }: { clock: Clock },
  tx: Transaction,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const holder = await findUserByEmail(tx, email);
  if (holder && holder.id !== user.id && !(await deleteEmptyUser(tx, holder.id))) refuse('email-taken');
  return (await setEmail(tx, user.id, email, clock.now())) ?? refuse('email-taken');
}
