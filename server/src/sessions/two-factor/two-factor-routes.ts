// The calls about the second step.
import * as contract from '@remembrance/contract/two-factor.ts';
import type { Routes } from '../../http/routes.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  type TwoFactorNeeds,
} from './change-two-factor.ts';

export function twoFactorRoutes(routes: Routes, needs: TwoFactorNeeds): void {
  routes.owner(contract.beginTwoFactor, ({ owner }) => beginTwoFactor(needs, owner));
  routes.owner(contract.confirmTwoFactor, async ({ owner, body }) => ({
    recoveryCodes: await confirmTwoFactor(needs, { owner, code: body.code }),
  }));
  routes.owner(contract.renewRecoveryCodes, async ({ owner }) => ({
    recoveryCodes: await renewRecoveryCodes(needs, owner),
  }));
  routes.owner(contract.endTwoFactor, async ({ owner }) => {
    await endTwoFactor(needs, owner);
    return {};
  });
}
