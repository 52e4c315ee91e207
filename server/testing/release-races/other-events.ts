// What executors and recipients do in a race.
import { api } from '@remembrance/contract/api.ts';
import { questions } from '@remembrance/contract/testing/cast.ts';
import type { RaceEvent } from './owner-events.ts';
import { type Facts, firstToken, type Race } from './race.ts';

/** A random executor's code, as it is before the race. */
const codeOf = ({ codes, choices }: Race): string => choices.pick([...codes.values(), ...(codes.size > 0 ? [] : [''])]);

const press: RaceEvent = (race, { times }) => {
  const accessCode = codeOf(race);
  const known = race.choices.happens(0.5) ? { releasesUndone: times('release-undone') } : {};
  const params = { vaultId: race.vault.id };
  return () => race.app.caller().call(api.releaseVault, { params, body: { accessCode, ...known } });
};

const object: RaceEvent = (race) => {
  const body = { accessCode: codeOf(race), reason: 'We spoke yesterday.' };
  return () => race.app.caller().call(api.objectToRelease, { params: { vaultId: race.vault.id }, body });
};

const correct: RaceEvent = (race) => {
  const body = { accessCode: codeOf(race), email: `right-${race.vault.recipientEmail}` };
  return () => race.app.caller().call(api.correctRecipient, { params: { vaultId: race.vault.id }, body });
};

const tokenOf = ({ app }: Race, { vault, times }: Facts): string =>
  firstToken(app, vault.id, vault.recipientEmail, times('release-undone'));

const answer: RaceEvent = (race, facts) => {
  const { recipientEmail: email } = facts.vault;
  const token = tokenOf(race, facts);
  return async () => {
    const caller = race.app.caller();
    const verified = await caller.call(api.verifyAccessEmail, { body: { token, email } });
    if (verified.statusCode !== 200) return verified;
    const answered = await caller.call(api.verifyAccessAnswers, { body: { token, answers: questions } });
    if (answered.statusCode !== 200) return answered;
    race.readers.push({ caller, token });
    race.reads += 1;
    return answered;
  };
};

const freshLink: RaceEvent = (race, facts) => {
  const token = tokenOf(race, facts);
  return () => race.app.caller().call(api.requestFreshLink, { body: { token } });
};

export const otherEvents: Record<string, RaceEvent> = {
  press,
  object,
  'correct the recipient': correct,
  'answer rightly': answer,
  'fresh link': freshLink,
};
