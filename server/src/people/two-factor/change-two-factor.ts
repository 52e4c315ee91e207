// Turns the second step on and off, and renews its recovery codes. Each change is one transaction with its act and its
// letter.
import { recoveryCodesAtOnce } from '@remembrance/contract/limits.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Owner } from '../../http/routes.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { newTypedCode } from '../../platform/lib/typed-code.ts';
import type { EarlierTwoFactor } from '../owner-changes/earlier-values.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import type { PasswordProofNeeds } from '../proof/prove-owner.ts';
import { endUnderWay } from '../sessions/end-under-way.ts';
import { isProvedBrowser } from '../sessions/known-device.ts';
import { distrustDevices } from '../sessions/known-device-store.ts';
import { lockSignedIn, reportWayIn } from '../sessions/ways-in-changes.ts';
import { countWithdrawal } from '../users/user-store.ts';
import { newSecret, uriOf } from './totp.ts';
import { cancelReset } from './two-factor-reset-store.ts';
import {
  confirmSecret,
  findTwoFactor,
  forgetTwoFactor,
  hasTwoFactor,
  insertUnconfirmed,
  proveTwoFactor,
  putConfirmed,
  replaceRecoveryCodes,
  type StoredTwoFactor,
  useStep,
} from './two-factor-store.ts';
import { findStep, guardCode, openSecret, sealSecret } from './verify-two-factor-code.ts';

export interface TwoFactorNeeds extends PasswordProofNeeds, ReportChangeNeeds {
  productName: string;
}

export async function beginTwoFactor(needs: TwoFactorNeeds, owner: Owner) {
  const secret = newSecret();
  const sealed = await sealSecret(needs, owner.id, secret);
  const now = needs.clock.now();
  const isPut = await needs.database.transaction((tx) => insertUnconfirmed(tx, owner.id, sealed, now));
  if (!isPut) refuse('two-factor-on');
  return { secret, uri: uriOf(secret, { issuer: needs.productName, label: owner.email }) };
}

interface Confirming {
  owner: Owner;
  code: string;
  /** The token that identifies the browser. */
  device: string | null;
}

/** @returns the recovery codes. Only their digests are stored. */
export async function confirmTwoFactor(needs: TwoFactorNeeds, input: Confirming) {
  const { owner, code, device } = input;
  const found = await findTwoFactor(needs.database, owner.id);
  if (!found) refuse('two-factor-off');
  if (found.confirmedAt) refuse('two-factor-on');
  await guardCode(needs, owner.id, { code, device: null });
  const step = await findStep(needs, found, code);
  if (step === null) refuse('second-step-refused');
  return needs.database.transaction(async (tx) => {
    await lockSignedIn(tx, owner);
    if (!(await confirmSecret(tx, owner.id, found.sealedSecret, needs.clock.now()))) refuse('two-factor-on');
    await useStep(tx, owner.id, step);
    await endUnderWay(needs, tx, { userId: owner.id, sessions: 'none', browsers: { except: device } });
    await distrustDevices(tx, owner.id);
    if (await isProvedBrowser(needs, tx, { userId: owner.id, token: device })) {
      await proveTwoFactor(tx, owner.id, needs.clock.now());
    }
    const codes = await makeRecoveryCodes(needs, tx, owner.id);
    await reportWayIn(needs, tx, { userId: owner.id, kind: 'two-factor-on' });
    return codes;
  });
}

export async function renewRecoveryCodes(needs: TwoFactorNeeds, owner: Owner): Promise<string[]> {
  return needs.database.transaction(async (tx) => {
    await lockSignedIn(tx, owner);
    if (!(await hasTwoFactor(tx, owner.id))) refuse('two-factor-off');
    const codes = await makeRecoveryCodes(needs, tx, owner.id);
    await countWithdrawal(tx, owner.id); // the previous codes no longer work
    await reportWayIn(needs, tx, { userId: owner.id, kind: 'recovery-codes-renewed' });
    return codes;
  });
}

/** @param device the token that identifies this browser, which stays known */
export async function endTwoFactor(needs: TwoFactorNeeds, owner: Owner, device: string | null): Promise<void> {
  await needs.database.transaction(async (tx) => {
    await lockSignedIn(tx, owner);
    await endUnderWay(needs, tx, { userId: owner.id, sessions: 'none', browsers: { except: device } });
    const { sealedSecret, ...earlier } = (await turnOffTwoFactor(tx, owner.id)) ?? refuse('two-factor-off');
    // Sealed again with the change, so that both last equally long if the secret of the service is rotated.
    const secret = await openSecret(needs, owner.id, sealedSecret);
    await reportWayIn(needs, tx, { userId: owner.id, kind: 'two-factor-off', earlier: { ...earlier, secret } });
  });
}

/** Also ends an operator's reset and the trust in browsers. @returns what was turned off, or null if it was not on */
export async function turnOffTwoFactor(tx: Transaction, userId: string): Promise<StoredTwoFactor | null> {
  const stored = await forgetTwoFactor(tx, userId);
  await cancelReset(tx, userId);
  await distrustDevices(tx, userId);
  return stored;
}

/**
 * Turns it on again as it was, in place of one that was turned on in the meantime.
 * @throws {Refusal} if it can no longer be opened
 */
export async function restoreTwoFactor(
  needs: Pick<ReportChangeNeeds, 'keyring' | 'clock'>,
  tx: Transaction,
  userId: string,
  { secret, ...earlier }: EarlierTwoFactor,
): Promise<void> {
  if (secret === null) refuse('change-link-expired');
  await turnOffTwoFactor(tx, userId);
  const sealedSecret = await sealSecret(needs, userId, secret);
  await putConfirmed(tx, userId, { ...earlier, sealedSecret }, needs.clock.now());
}

async function makeRecoveryCodes(
  { keyring, clock }: TwoFactorNeeds,
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesAtOnce }, () => newTypedCode(25, 5)); // 125 random bits
  const digests = codes.map((code) => keyring.digest('recovery-code', readTypedCode(code)));
  await replaceRecoveryCodes(tx, userId, digests, clock.now());
  return codes;
}
