// Races over real connections: what must happen once happens once under concurrent calls.
import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@remembrance/contract/api.ts';
import { filesPerVault, guesses, pendingFilesPerVault } from '@remembrance/contract/limits.ts';
import { problemOf } from '@remembrance/contract/testing/caller.ts';
import * as cast from '@remembrance/contract/testing/cast.ts';
import { createCaller } from '../support/caller.ts';
import { requestUpload } from '../support/owner.ts';
import { type Attack, newOwner, newVault, type OpenVault, releaseBy, type Target, times, tokenOf } from './target.ts';

type Breach = (words: string) => void;
const executors = 8;
const headStartMilliseconds = 6;
const hour = 3600;

async function expectReleasedOnce(target: Target, vault: OpenVault, statuses: number[], breach: Breach): Promise<void> {
  const granted = statuses.filter((status) => status === 200).length;
  if (granted > 1) breach(`a vault was released ${granted} times`);
  await tokenOf(target, vault);
  const letters = await target.mailbox.lettersTo(vault.recipientEmail);
  if (letters.length !== 1) breach(`a recipient got ${letters.length} letters for one release`);
}

const releaseAgainstReleases = async (target: Target, breach: Breach) => {
  const vault = await newVault(target, await newOwner(target));
  const answers = await times(executors, () => releaseBy(target, vault));
  const statuses = answers.map(({ status }) => status);
  if (statuses.some((status) => ![200, 409].includes(status))) breach(`releases were answered ${statuses.join(' ')}`);
  if (!statuses.includes(200)) breach('of many releases at once none was granted');
  await expectReleasedOnce(target, vault, statuses, breach);
  return executors;
};

const releaseAgainstSchedule = async (target: Target, breach: Breach) => {
  const scheduledReleaseDate = new Date(Date.now() + movedSeconds * 1000 + hour * 1000).toISOString();
  const vault = await newVault(target, await newOwner(target), { scheduledReleaseDate });
  movedSeconds += hour + 60;
  const moved = target.server.sendMessage({ moveClockSeconds: hour + 60 }, 'movedTo');
  const answers = await times(executors, async (number) => {
    await delay(number * headStartMilliseconds);
    return releaseBy(target, vault);
  });
  await moved;
  await expectReleasedOnce(
    target,
    vault,
    answers.map(({ status }) => status),
    breach,
  );
  return executors;
};
let movedSeconds = 0;

const editAgainstRelease = async (target: Target, breach: Breach) => {
  const owner = await newOwner(target);
  const vault = await newVault(target, owner);
  const { id, title, recipientEmail } = vault;
  const body = { title, recipientName: 'Rosa Lindqvist', recipientEmail, message: 'Changed.' };
  const [edited, released] = await Promise.all([
    owner.call(api.editVault, { params: { id }, body }),
    delay(Math.random() * headStartMilliseconds).then(() => releaseBy(target, vault)),
  ]);
  const seen = await owner.ask(api.getVault, { params: { id } });
  if (released.status !== 200) breach(`a release beside an edit was answered ${released.status}`);
  const wanted = edited.status < 300 ? 'Changed.' : vault.message;
  if (seen.message !== wanted) breach(`an edit answered ${edited.status} beside a release left another message`);
  return 2;
};

const deleteAgainstRelease = async (target: Target, breach: Breach) => {
  const owner = await newOwner(target);
  const vault = await newVault(target, owner);
  const [deleted, released] = await Promise.all([
    owner.call(api.deleteVault, { params: { id: vault.id } }),
    delay(Math.random() * headStartMilliseconds).then(() => releaseBy(target, vault)),
  ]);
  if (deleted.status < 300 === released.status < 300)
    breach(`a deletion was answered ${deleted.status} and a release at once ${released.status}`);
  const seen = await owner.call(api.getVault, { params: { id: vault.id } });
  const left = seen.status === 200;
  if (left !== released.status < 300) breach(`a vault is ${left ? 'there' : 'gone'} after ${released.status}`);
  return 2;
};

const placesForFiles = async (target: Target, breach: Breach) => {
  const owner = await newOwner(target);
  const { id } = await newVault(target, owner);
  const asked = await times(4 * pendingFilesPerVault, (number) =>
    requestUpload(owner, id, `${number}.txt`).then(
      () => true,
      () => false,
    ),
  );
  const granted = asked.filter(Boolean).length;
  // An owner who never paid has room for the files of one vault, all of the largest size.
  if (granted !== filesPerVault) breach(`${granted} places for files were given where ${filesPerVault} are`);
  return asked.length;
};

const wrongAnswers = async (target: Target, breach: Breach) => {
  const vault = await newVault(target, await newOwner(target));
  await releaseBy(target, vault);
  const token = await tokenOf(target, vault);
  const recipient = createCaller(target.url);
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: vault.recipientEmail } });
  const sent = await times(30, () =>
    recipient.call(api.verifyAccessAnswers, { body: { token, answers: cast.wrongAnswers } }),
  );
  const compared = sent.filter((reply) => problemOf(reply).code === 'answers-refused').length;
  if (compared > guesses.withoutCode) breach(`${compared} wrong answers at once were compared`);
  if (sent.some(({ status }) => status < 300)) breach('a wrong answer opened a vault');
  return sent.length;
};

const rounds = [
  ...[releaseAgainstReleases, releaseAgainstSchedule, editAgainstRelease, deleteAgainstRelease],
  ...[placesForFiles, wrongAnswers],
];

export const races: Attack = {
  async run(target, breach) {
    let tries = 0;
    for (let round = 0; round < 3 * target.size; round += 1)
      for (const race of rounds) tries += await race(target, breach);
    return tries;
  },
};
