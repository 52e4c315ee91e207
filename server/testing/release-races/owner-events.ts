// What an owner, the payment service and the jobs do in a race. Each prepares what it needs, and returns what then happens at once with others;
// null if it cannot happen now.
import { api } from '@remembrance/contract/api.ts';
import { deriveSecret } from '../../src/keys/secret/mailed-secret.ts';
import { ownerName } from '../../src/people/users/owner-name.ts';
import { runCheckIns } from '../../src/vaults/check-in/run-check-ins.ts';
import { removeExecutor } from '../../src/vaults/executors/correct-executor.ts';
import { makeDueCorrections } from '../../src/vaults/release/correct-recipient.ts';
import { followUpReleases } from '../../src/vaults/release/follow-up.ts';
import { remindOfWaits } from '../../src/vaults/release/remind-of-waits.ts';
import { releaseChange } from '../../src/vaults/release/undo-link.ts';
import { changeVaultsOn } from '../../src/vaults/vault/vault-payment-store.ts';
import { signInBy } from '../people.ts';
import { releaseDue, stop } from '../waiting-vaults.ts';
import type { Facts, Race } from './race.ts';

export type Happening = () => Promise<unknown>;
export type RaceEvent = (race: Race, facts: Facts) => Happening | null;

const secretOf = ({ app }: Race, of: string, salt: string) =>
  deriveSecret(app.services.keyring, { form: 'token', of, salt });
const params = ({ vault: { id } }: Race) => ({ id });

function stopByLink(race: Race, { requests }: Facts): Happening | null {
  const request = requests.at(-1);
  if (!request) return null;
  const token = secretOf(race, `release-stop ${request.id}`, request.stopSalt);
  return () => race.app.caller().call(api.stopRelease, { body: { token } });
}

function undoByLink({ app }: Race, { vault, user, times }: Facts): Happening | null {
  const { releasedAt } = vault;
  if (!releasedAt) return null;
  const released = { vault: { ...vault, releasedAt }, owner: user, executor: null };
  const { secret } = releaseChange(app.services, released, times('release-undone'));
  const token = deriveSecret(app.services.keyring, secret);
  return () => app.caller().call(api.undoOwnerChange, { body: { token, putBack: true, changedMind: true } });
}

function stopCorrection(race: Race, { vault }: Facts): Happening | null {
  const { id, releasedAt, correctionState } = vault;
  if (!releasedAt || !correctionState) return null;
  const of = `stop-correction ${id} ${releasedAt.toISOString()}`;
  const token = secretOf(race, of, race.app.services.keyring.label());
  return () => race.app.caller().call(api.stopCorrection, { body: { token } });
}

function answerCheckIn(race: Race, { user: { id, checkInSalt } }: Facts): Happening | null {
  if (!checkInSalt) return null;
  const token = secretOf(race, `check-in ${id}`, checkInSalt);
  return () => race.app.caller().call(api.answerCheckIn, { body: { token } });
}

function reissueCode(race: Race, { executors }: Facts): Happening | null {
  if (executors.length === 0) return null;
  const executorId = race.choices.pick(executors).id;
  return () => race.vault.owner.call(api.reissueCode, { params: { id: race.vault.id, executorId } });
}

/** As the link in the email about an executor who was added does it. */
function remove({ app, vault, choices, hasChanged }: Race, { executors, user }: Facts): Happening | null {
  if (executors.length < 2) return null;
  const of = {
    ownerId: user.id,
    ownerName: ownerName(user),
    vaultId: vault.id,
    executorId: choices.pick(executors).id,
  };
  return async () => {
    hasChanged.settings = true;
    await app.database.transaction((tx) => removeExecutor(app.services, tx, of)).catch(asRefusal);
  };
}

/** A refusal is an answer; anything else is a fault. */
function asRefusal(error: unknown): void {
  if (!(error instanceof Error && error.name === 'Refusal')) throw error;
}

function turnChoiceOff(race: Race, { vault: { waitHours, mustAgree } }: Facts): Happening | null {
  if (waitHours === 0 && !mustAgree) return null;
  const was = { waitHours: waitHours as Race['plan']['waitHours'], mustAgree };
  const to = race.choices.happens(0.5) ? { waitHours: 0 as const, mustAgree } : { ...was, mustAgree: false };
  return async () => {
    race.hasChanged.settings = true;
    return race.vault.owner.call(api.changeReleaseSettings, { params: params(race), body: { ...to, was } });
  };
}

function edit(race: Race): Happening {
  const { owner } = race.vault;
  const recipientEmail = `other-${race.vault.recipientEmail}`;
  const body = race.choices.happens(0.5) ? { title: `Edited ${race.choices.between(1, 99)}` } : { recipientEmail };
  return () => owner.call(api.editVault, { params: params(race), body });
}

const setPayment =
  (paymentStatus: 'lapsed' | 'paid'): RaceEvent =>
  ({ app }, { vault: { purchaseId } }) =>
    purchaseId && (() => app.database.transaction((tx) => changeVaultsOn(tx, purchaseId, { paymentStatus })));

export const ownerEvents: Record<string, RaceEvent> = {
  stop:
    ({ vault }) =>
    () =>
      stop(vault),
  'stop by link': stopByLink,
  undo: (race) => () => race.vault.owner.call(api.undoRelease, { params: params(race) }),
  'undo by link': undoByLink,
  edit,
  'delete vault': (race) => () => race.vault.owner.call(api.deleteVault, { params: params(race) }),
  'delete account': (race) => () => race.vault.owner.call(api.deleteAccount),
  'sign in':
    ({ app, vault }) =>
    () =>
      signInBy(app, app.caller(), vault.owner),
  'reissue a code': reissueCode,
  'remove an executor': remove,
  'turn the choice off': turnChoiceOff,
  'stop the correction': stopCorrection,
  'answer the check-in': answerCheckIn,
  'plan lapses': setPayment('lapsed'),
  'plan is paid': setPayment('paid'),
};

const job =
  (run: (race: Race) => Promise<unknown>): RaceEvent =>
  (race) =>
  () =>
    run(race);

export const jobEvents: Record<string, RaceEvent> = {
  due: job(({ app }) => releaseDue(app)),
  'check-in job': job(({ app }) => runCheckIns(app.services)),
  'corrections job': job(({ app }) => makeDueCorrections(app.services)),
  'follow-up job': job(({ app }) => followUpReleases(app.services)),
  'reminders job': job(({ app }) => remindOfWaits(app.services)),
  'emails leave': job(({ app }) => app.sendLetters()),
};
