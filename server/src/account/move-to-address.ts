// Changes an account's address. An empty account with that address is deleted to free it, so that nobody can block an owner's
// previous address by signing up with it.

import { deleteEmptyUser, findUserByEmail, setEmail, type UserRow } from '../people/users/user-store.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';

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
