// Turning the second step on and off, and its recovery codes. Each change stands in one transaction with its audit line and
// the letter about it.
import { recoveryCodesAtOnce } from '@remembrance/contract/limits.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Owner } from '../../http/routes.ts';
import { refuse } from '../../lib/refusal.ts';
import { newTypedCode, readTypedCode } from '../../lib/typed-code.ts';
import { lockUser } from '../../users/user-store.ts';
import type { PasswordProofNeeds } from '../prove-owner.ts';
import { type TellChangeNeeds, tellSignInChange } from '../tell-sign-in-change.ts';
import { guardCode, sealContext } from './take-code.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';
import {
  confirm,
  findTwoFactor,
  hasSecondStep,
  putUnconfirmed,
  removeTwoFactor,
  replaceRecoveryCodes,
  takeStep,
} from './two-factor-store.ts';

export interface TwoFactorNeeds extends PasswordProofNeeds, TellChangeNeeds {
  productName: string;
}

export async function beginTwoFactor(needs: TwoFactorNeeds, owner: Owner) {
  const secret = newSecret();
  const sealed = await needs.keyring.seal(sealContext(owner.id), secret);
  const now = needs.clock.now();
  const isPut = await needs.database.transaction((tx) => putUnconfirmed(tx, owner.id, sealed, now));
  if (!isPut) refuse('two-factor-on');
  return { secret, uri: uriOf(secret, { issuer: needs.productName, label: owner.email }) };
}

/** @returns the recovery codes; nothing keeps them but their digests. */
export async function confirmTwoFactor(needs: TwoFactorNeeds, { owner, code }: { owner: Owner; code: string }) {
  const found = await findTwoFactor(needs.database, owner.id);
  if (!found) refuse('two-factor-off');
  if (found.confirmedAt) refuse('two-factor-on');
  await guardCode(needs, owner.id);
  const secret = await needs.keyring.open(sealContext(owner.id), found.sealedSecret);
  const step = stepOf(secret, code.replace(/\s/g, ''), needs.clock.now());
  if (step === null) refuse('second-step-refused');
  return needs.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    if (!(await confirm(tx, owner.id, found.sealedSecret, needs.clock.now()))) refuse('two-factor-on');
    await takeStep(tx, owner.id, step);
    const codes = await makeRecoveryCodes(needs, tx, owner.id);
    await tellSignInChange(needs, tx, owner.id, 'two-factor-on');
    return codes;
  });
}

export async function renewRecoveryCodes(needs: TwoFactorNeeds, owner: Owner): Promise<string[]> {
  return needs.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    if (!(await hasSecondStep(tx, owner.id))) refuse('two-factor-off');
    const codes = await makeRecoveryCodes(needs, tx, owner.id);
    await tellSignInChange(needs, tx, owner.id, 'recovery-codes-renewed');
    return codes;
  });
}

export async function endTwoFactor(needs: TwoFactorNeeds, owner: Owner): Promise<void> {
  await needs.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    if (!(await removeTwoFactor(tx, owner.id))) refuse('two-factor-off');
    await replaceRecoveryCodes(tx, owner.id, [], needs.clock.now());
    await tellSignInChange(needs, tx, owner.id, 'two-factor-off');
  });
}

async function makeRecoveryCodes(
  { keyring, clock }: TwoFactorNeeds,
  tx: Transaction,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesAtOnce }, () => newTypedCode(10, 5));
  const digests = codes.map((code) => keyring.digest('recovery-code', readTypedCode(code)));
  await replaceRecoveryCodes(tx, userId, digests, clock.now());
  return codes;
}
