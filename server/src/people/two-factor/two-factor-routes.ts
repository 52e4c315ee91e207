// The HTTP routes for the second step.
import * as contract from '@remembrance/contract/two-factor.ts';
import type { Routes } from '../../http/routes.ts';
import { distrustDevices } from '../sessions/known-device-store.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  type TwoFactorNeeds,
} from './change-two-factor.ts';

import { stopReset } from './reset-two-factor.ts';

export interface TwoFactorRouteNeeds extends TwoFactorNeeds {
  cookies: SessionCookies;
}

export function twoFactorRoutes(routes: Routes, needs: TwoFactorRouteNeeds): void {
  routes.owner(contract.beginTwoFactor, ({ owner }) => beginTwoFactor(needs, owner));
  routes.owner(contract.confirmTwoFactor, async ({ owner, body, request }) => ({
    recoveryCodes: await confirmTwoFactor(needs, {
      owner,
      code: body.code,
      device: needs.cookies.readDevice(request),
    }),
  }));
  routes.owner(contract.renewRecoveryCodes, async ({ owner }) => ({
    recoveryCodes: await renewRecoveryCodes(needs, owner),
  }));
  routes.owner(contract.distrustBrowsers, async ({ owner }) => {
    await distrustDevices(needs.database, owner.id);
    return {};
  });
  routes.open(contract.keepTwoFactor, async ({ body }) => {
    await stopReset(needs, body.token);
    return {};
  });
  routes.owner(contract.endTwoFactor, async ({ owner, request }) => {
    await endTwoFactor(needs, owner, needs.cookies.readDevice(request));
    return {};
  });
}
