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
  routes.owner(contract.beginTwoFactor, ({ owner, body }) => beginTwoFactor(needs, { owner, password: body.password }));
  routes.owner(contract.confirmTwoFactor, async ({ owner, body }) => ({
    recoveryCodes: await confirmTwoFactor(needs, { owner, code: body.code }),
  }));
  routes.owner(contract.renewRecoveryCodes, async ({ owner, body }) => ({
    recoveryCodes: await renewRecoveryCodes(needs, { owner, password: body.password }),
  }));
  routes.owner(contract.endTwoFactor, async ({ owner, body }) => {
    await endTwoFactor(needs, { owner, password: body.password });
    return {};
  });
}
