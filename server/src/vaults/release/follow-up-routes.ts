// The HTTP routes about an email that nobody opened: the executor's, by the code, and the owner's stop, by the link in the email.
import * as contract from '@remembrance/contract/follow-up.ts';
import type { Routes } from '../../http/routes.ts';
import { type CorrectionNeeds, confirmRecipientKnows, correctRecipient } from './correct-recipient.ts';
import type { ExecutorReleaseNeeds } from './release-by-executor.ts';
import { showFollowUp } from './show-follow-up.ts';
import { stopCorrection, stopCorrectionOfVault } from './stop-correction.ts';
import { findCodeHolder } from './verify-executor.ts';

export function followUpRoutes(
  routes: Routes,
  given: CorrectionNeeds & Pick<ExecutorReleaseNeeds, 'clockWatch'>,
): void {
  // By a clock that is behind, a correction would be due as soon as the clock is right.
  const needs = { ...given, clock: { ...given.clock, now: given.clockWatch.likelyNow } };
  const shown = async ({ accessCode }: { accessCode: string }): Promise<contract.FollowUp> => {
    const found = await showFollowUp(needs, await findCodeHolder(needs, accessCode));
    if (!found) throw new Error('the follow-up of a vault has vanished');
    return found;
  };
  routes.open(contract.correctRecipient, async ({ params, body }) => {
    await correctRecipient(needs, { ...params, ...body });
    return shown(body);
  });
  routes.open(contract.confirmRecipientKnows, async ({ params, body }) => {
    await confirmRecipientKnows(needs, { ...params, ...body });
    return shown(body);
  });
  routes.open(contract.stopCorrection, async ({ body }) => ({ vaultTitle: await stopCorrection(needs, body.token) }));
  routes.owner(contract.stopCorrectionOfVault, async ({ params, owner }) => ({
    stopped: await stopCorrectionOfVault(needs, { ownerId: owner.id, vaultId: params.id }),
  }));
}
