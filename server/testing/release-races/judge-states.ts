// Judges how a race has ended: in a legal state, with an act for each thing that happened, and by the owner's choice.
import { isWithdrawn } from '../../src/vaults/recipients/link-store.ts';
import type { Facts, Race } from './race.ts';

/** @returns a sentence for each thing that is wrong */
export function judgeStates(race: Race, facts: Facts): string[] {
  const faults: string[] = [];
  const expectThat = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault);
  };
  const { vault, requests, times, links, isWithdrawn: isEnded } = facts;
  const isReleased = vault.status === 'released';
  expectThat(['active', 'released', 'deleting'].includes(vault.status), `its status is ${vault.status}`);
  expectThat(isReleased === (vault.releasedAt !== null), 'its status and its time of release differ');
  const released = times('vault-released') - times('release-undone');
  expectThat(released === (isReleased ? 1 : 0), `its acts say ${released} releases, its status is ${vault.status}`);
  const open = requests.filter(({ endedAt }) => !endedAt);
  expectThat(
    open.length <= (isReleased || isEnded ? 0 : 1),
    `${open.length} requests are open, and it is ${vault.status}`,
  );
  const opened = links.filter(({ securityAnswersProvided }) => securityAnswersProvided);
  const wasRead = times('answers-right') > 0;
  expectThat(!wasRead || isReleased, 'it was read, and its release undone');
  expectThat(
    opened.every((link) => !isWithdrawn(link)),
    'a link that was opened by the right answers was withdrawn',
  );
  expectThat(race.reads === times('answers-right'), 'its acts do not say how often it was read');
  for (const [why, act] of [...endings]) {
    const ended = requests.filter(({ endedWhy }) => endedWhy === why).length;
    expectThat(ended === times(act), `${ended} requests ended as ${why}, and ${times(act)} acts say ${act}`);
  }
  faults.push(...judgeCorrection(facts), ...judgeRequests(race, facts));
  return faults;
}

const endings = [
  ['stopped', 'release-stopped'],
  ['objected', 'release-objected'],
  ['lapsed', 'release-lapsed'],
] as const;

function judgeCorrection({ vault, times }: Facts): string[] {
  const { correctionState: state, correctionEmail, recipientEmail, status } = vault;
  const faults: string[] = [];
  const ended = times('correction-made') + times('correction-stopped');
  if (ended > times('correction-asked')) faults.push('a correction was made or stopped more than once');
  if (state === 'made' && status === 'released' && recipientEmail !== correctionEmail)
    faults.push('a correction was made, and the address is another');
  return faults;
}

/** Without a choice nobody asks; with one, nobody but who may releases, and not before the time. */
function judgeRequests({ plan, hasChanged }: Race, { requests, acts, letters }: Facts): string[] {
  const hasChoice = plan.mustAgree || plan.waitHours > 0;
  if (!hasChoice) return requests.length > 0 ? ['there is a request without a choice of the owner'] : [];
  if (hasChanged.settings) return [];
  const faults: string[] = [];
  const byExecutor = acts.filter(({ event, actor }) => event === 'vault-released' && actor === 'executor').length;
  const released = requests.filter(({ endedWhy }) => endedWhy === 'released');
  if (released.length !== byExecutor)
    faults.push(`${byExecutor} releases by executors, and ${released.length} requests that released`);
  for (const { id, waitsFrom, dueAt, endedAt, askedBy, agreedBy } of released) {
    if (plan.mustAgree && (agreedBy === null || agreedBy === askedBy))
      faults.push('one executor alone has released it');
    const isOver = waitsFrom !== null && endedAt !== null && dueAt <= endedAt;
    const hours = waitsFrom ? (dueAt.getTime() - waitsFrom.getTime()) / 3_600_000 : 0;
    if (plan.waitHours > 0 && !(isOver && hours === plan.waitHours))
      faults.push('it was released before its wait was over');
    const warning = letters.find(({ onceKey }) => onceKey === `release-wait/started/${id}`);
    const isWarned = warning?.status === 'failed' || (warning?.sentAt ?? dueAt) < (endedAt ?? dueAt);
    if (plan.waitHours > 0 && !isWarned) faults.push('it was released before its owner could be warned');
  }
  return faults;
}
