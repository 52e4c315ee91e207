// Changes a signed-in owner's password. It ends every other session and everything under way, and sends the letter, in one
// transaction.
import type { Owner } from '../../http/routes.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { checkPassword, hashPassword } from '../passwords/password-hash.ts';
import { isPasswordStill, setPassword } from '../passwords/password-store.ts';
import { type PasswordFloorNeeds, refuseWeakPassword } from '../passwords/refuse-weak-password.ts';
import { guardPassword, type PasswordProofNeeds } from '../proof/prove-owner.ts';
import { endUnderWay } from '../sessions/end-under-way.ts';
import { distrustDevices } from '../sessions/known-device-store.ts';
import { greetingName } from '../users/owner-name.ts';
import { lockUser } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';

interface Change {
  owner: Owner;
  currentPassword: string;
  newPassword: string;
  origin: string;
  /** The token that identifies this browser, which stays known. */
  device: string | null;
}

type Needs = QueueLetterNeeds & PasswordProofNeeds & PasswordFloorNeeds;

export async function changePassword(needs: Needs, change: Change): Promise<void> {
  const { owner, currentPassword, newPassword, origin, device } = change;
  refuseWeakPassword(needs, { password: newPassword, who: owner, field: 'newPassword' });
  await guardPassword(needs, owner.id);
  const earlier = await checkPassword(needs, owner.id, currentPassword);
  if (!earlier) refuse('wrong-password', { fields: { currentPassword: 'This password is wrong. Please try again.' } });
  const passwordHash = await hashPassword(needs, newPassword);
  await needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    // If two changes run concurrently, the second finds that its current password is no longer valid.
    if (!user || !(await isPasswordStill(tx, owner.id, earlier))) refuse('wrong-password');
    const now = needs.clock.now();
    await setPassword(tx, { userId: user.id, passwordHash, now });
    const others = { sessions: { except: owner.sessionId }, browsers: { except: device } };
    await endUnderWay(needs, tx, { userId: user.id, ...others });
    await distrustDevices(tx, user.id);
    await recordAct(needs, tx, {
      userId: user.id,
      actor: 'owner',
      event: 'password-changed',
    });
    const facts = { firstName: greetingName(user), resetLink: `${origin}/forgotten-password` };
    await writeToUser(needs, tx, user, { kind: 'password-changed', facts });
  });
}
