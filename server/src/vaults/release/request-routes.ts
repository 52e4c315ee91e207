// The HTTP routes of what happens between a press and the release: an executor's objection, the owner's choice, and the owner's stop.
import { objectToRelease as objectCall } from '@remembrance/contract/release.ts';
import * as contract from '@remembrance/contract/release-requests.ts';
import type { Routes } from '../../http/routes.ts';
import { changeReleaseSettings, type SettingsNeeds } from './change-release-settings.ts';
import { type ObjectNeeds, objectToRelease } from './object-to-release.ts';
import { findChoice } from './show-choice.ts';
import { type StopNeeds, showStoppable, stopByLink, stopByOwner } from './stop-release.ts';
import { findCodeHolder } from './verify-executor.ts';

export type RequestRouteNeeds = ObjectNeeds & StopNeeds & SettingsNeeds;

export function requestRoutes(routes: Routes, needs: RequestRouteNeeds): void {
  routes.open(objectCall, async ({ params, body }) => {
    await objectToRelease(needs, { ...params, ...body });
    const holder = await findCodeHolder(needs, body.accessCode);
    return { release: await findChoice(needs.database, holder, needs.clock.now()) };
  });
  routes.open(contract.showStoppableRelease, ({ body }) => showStoppable(needs, body.token));
  routes.open(contract.stopRelease, ({ body }) => stopByLink(needs, body.token));
  routes.owner(contract.stopReleaseOfVault, async ({ params, owner }) => ({
    stopped: await stopByOwner(needs, { owner, vaultId: params.id }),
  }));
  routes.owner(contract.changeReleaseSettings, ({ params, body: { was, ...to }, owner }) =>
    changeReleaseSettings(needs, { owner, vaultId: params.id, to, was }),
  );
}
