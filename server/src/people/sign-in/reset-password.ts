// Resets a password by the mailed link. In one transaction it sets the password, ends every session, removes the ways in that are
// not known to be the owner's, and sends the letter.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import * as contract from '@remembrance/contract/sign-in.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { listPasskeysOf } from '../passkeys/passkey-store.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { setPassword } from '../passwords/password-store.ts';
import { type PasswordFloorNeeds, refuseWeakPassword } from '../passwords/refuse-weak-password.ts';
import { consumeAccountLink, findAccountOfLink, insertAccountLink } from '../sessions/account-links.ts';
import { deviceDigests } from '../sessions/known-device.ts';
import { proveDevice } from '../sessions/known-device-store.ts';
import { findTwoFactor } from '../two-factor/two-factor-store.ts';
import { greetingName } from '../users/owner-name.ts';
import { findUser, findUserByEmail, lockUser, markEmailVerified, type UserRow } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { removeUnprovedWays } from './remove-ways-in.ts';
import { isMailAllowed, type SignInGuardNeeds } from './sign-in-guard.ts';

export interface ResetPasswordNeeds extends QueueLetterNeeds, PasswordFloorNeeds {
  database: Database;
  slowHash: SlowHash;
}
type Input = BodyOf<typeof contract.resetPassword> & { origin: string; device: string };

/** The ways in that would remain after a reset with this link. */
export async function readPasswordReset(needs: ResetPasswordNeeds, token: string) {
  const user = await findAsking(needs, token);
  const passkeys = (await listPasskeysOf(needs.database, user.id)).filter(({ provedAt }) => provedAt);
  const twoFactor = await findTwoFactor(needs.database, user.id);
  return {
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    hasTwoFactor: twoFactor?.confirmedAt != null && twoFactor.provedAt !== null,
  };
}

export async function resetPassword(needs: ResetPasswordNeeds, input: Input): Promise<void> {
  const { token, newPassword, passkeys, origin, device } = input;
  // Checked before the slow hash, so that forged links cost little. Used up after it, so that no connection waits for the hash.
  const who = await findAsking(needs, token);
  refuseWeakPassword(needs, { password: newPassword, who, field: 'newPassword' });
  const passwordHash = await hashPassword(needs, newPassword);
  await needs.database.transaction(async (tx) => {
    // Locked first: a concurrent session or new way in either exists already and is removed, or it fails.
    const user = await lockUser(tx, who.id);
    if (!user || (await consumeAccountLink(needs, tx, 'reset-password', token)) !== user.id)
      refuse('reset-link-refused');
    const now = needs.clock.now();
    await setPassword(tx, { userId: user.id, passwordHash, now });
    await markEmailVerified(tx, user.id, now); // anyone who has read the letter has access to the mailbox
    const ways = await removeUnprovedWays(needs, tx, {
      userId: user.id,
      passkeys: passkeys === 'remove' ? 'all' : 'unproved',
      device,
    });
    if (ways.passkeysLeft > 0 && !passkeys) {
      refuse('invalid-input', { fields: { passkeys: contract.passkeysQuestion } });
    }
    await proveDevice(tx, { userId: user.id, digests: deviceDigests(needs, device) }, now);
    await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'password-reset' });
    const facts = { firstName: greetingName(user), resetLink: `${origin}/forgotten-password`, ways };
    await writeToUser(needs, tx, user, { kind: 'password-changed', facts });
  });
}

async function findAsking(needs: ResetPasswordNeeds, token: string): Promise<UserRow> {
  const userId = await findAccountOfLink(needs, needs.database, 'reset-password', token);
  return (userId ? await findUser(needs.database, userId) : null) ?? refuse('reset-link-refused');
}

type Needs = QueueLetterNeeds & SignInGuardNeeds;

/** Mails a link to choose a new password, if there is an account. */
export async function requestPasswordReset(
  needs: Needs,
  { email, origin, device }: { email: string; origin: string; device?: string | null },
) {
  if (!(await isMailAllowed(needs, 'password-reset', email, device))) return;
  await needs.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const secret = await insertAccountLink(needs, tx, 'reset-password', user.id);
    const facts = { firstName: greetingName(user), link: { before: `${origin}/new-password#`, secret } };
    await writeToUser(needs, tx, user, { kind: 'password-reset', facts });
  });
}
