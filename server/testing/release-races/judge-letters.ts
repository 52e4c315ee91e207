// Judges the emails of a race: exactly those that are due for what happened, to each who is due one. Each email has a key, and the keys that
// are expected follow from the acts and the requests.
import { numbered } from '../../src/vaults/recipients/new-link.ts';
import type { Facts, Race } from './race.ts';

/** @returns a sentence for each thing that is wrong */
export function judgeLetters(race: Race, facts: Facts): string[] {
  const keys = facts.letters.flatMap(({ onceKey }) => onceKey ?? []);
  const stayed = race.firstExecutors.filter((id) => facts.executors.some((executor) => executor.id === id));
  return [
    ...judgeReleases(facts, keys, stayed),
    ...judgeRequests(race, facts, keys, stayed),
    ...judgeCheckIn(facts, keys, stayed),
  ];
}

/** @param optional keys of emails to people who came or went during the race */
function compare(keys: readonly string[], prefix: RegExp, due: readonly string[], isOptional = (_: string) => false) {
  const found = keys.filter((key) => prefix.test(key));
  const missing = due.filter((key) => !found.includes(key)).map((key) => `the email ${key} is missing`);
  const extra = found.filter((key) => !due.includes(key) && !isOptional(key));
  return [...missing, ...extra.map((key) => `the email ${key} is not due`)];
}

function judgeReleases(facts: Facts, keys: readonly string[], stayed: readonly string[]): string[] {
  const { vault, times } = facts;
  const each = (count: number, key: (number: number) => string[]) =>
    Array.from({ length: count }, (_, n) => key(n)).flat();
  const first = (number: number) => numbered(`recipient-invitation/${vault.id}`, number);
  const undone = (number: number) => numbered(`release-undone/${vault.id}`, number);
  const ofRelease = each(times('vault-released'), (n) => [first(n), numbered(`vault-released/${vault.id}`, n)]);
  const ofUndo = each(times('release-undone'), (n) => [undone(n), ...stayed.map((id) => `${undone(n)}/${id}`)]);
  const isToSomebodyElse = (key: string) =>
    !stayed.some((id) => key.endsWith(id)) && /[0-9a-f-]{36}\/.*[0-9a-f-]{36}$/.test(key);
  return [
    ...compare(keys, /^(recipient-invitation|vault-released)\//, ofRelease),
    ...compare(
      keys.filter((key) => !key.endsWith('/recipient')),
      /^release-undone\//,
      ofUndo,
      isToSomebodyElse,
    ),
    ...each(times('release-undone'), (n) => judgeUndone(facts, first(n), `${undone(n)}/recipient`)),
    ...compare(keys, /^correction\/.*\/made$/, []).slice(times('correction-made')),
    ...(keys.filter((key) => /^correction\/.*\/made$/.test(key)).length < times('correction-made')
      ? ['the email of a correction that was made is missing']
      : []),
  ];
}

/** A recipient who got an email about a release is notified that it was undone, and nobody else. */
function judgeUndone({ letters }: Facts, first: string, undone: string): string[] {
  const hasLeft = letters.some(({ onceKey, status }) => onceKey === first && status === 'sent');
  const mayHaveFresh = letters.some(({ kind, status }) => kind === 'recipient-fresh-link' && status === 'sent');
  const isNotified = letters.some(({ onceKey }) => onceKey === undone);
  if (hasLeft && !isNotified) return ['a recipient who got an email is not notified of its undo'];
  return isNotified && !hasLeft && !mayHaveFresh ? ['a recipient who got no email is notified of an undo'] : [];
}

/** Which steps of a request are mailed to whom. */
function judgeRequests(
  race: Race,
  { requests, executors }: Facts,
  keys: readonly string[],
  stayed: readonly string[],
): string[] {
  const due: string[] = [];
  const toOwner = { asked: 'asked', waiting: 'started' } as const;
  const known = new Set([...race.firstExecutors, ...executors.map(({ id }) => id)]);
  for (const { id, waitsFrom, agreedByName, endedWhy } of requests) {
    const wasAsked = waitsFrom === null || agreedByName !== null || endedWhy === 'lapsed';
    const steps = [...(wasAsked ? (['asked'] as const) : []), ...(waitsFrom ? (['waiting'] as const) : [])];
    for (const step of steps) {
      due.push(`release-wait/${toOwner[step]}/${id}`, ...stayed.map((one) => `executor-wait/${step}/${id}/${one}`));
    }
    if (!endedWhy || endedWhy === 'released' || endedWhy === 'dated') continue;
    if (!endedWhy.endsWith('deleted')) due.push(`release-wait/${endedWhy}/${id}`);
    due.push(...stayed.map((one) => `executor-wait/${endedWhy}/${id}/${one}`));
  }
  const isOptional = (key: string) => {
    const [, step = '', request = '', executor] = key.split('/');
    const isOfRequest = requests.find(({ id }) => id === request);
    if (!isOfRequest) return false;
    if (/half|last|day|reminder/.test(step) && !executor) return isOfRequest.waitsFrom !== null;
    // Who goes on alone after the choice was turned off had asked before.
    if (step === 'asked' && race.hasChanged.settings) return true;
    return executor !== undefined && known.has(executor) && !stayed.includes(executor);
  };
  return compare(keys, /^(release-wait|executor-wait)\//, due, isOptional);
}

/** The executors of a vault that chose it are asked once, if the owner did not answer. */
function judgeCheckIn({ letters, times }: Facts, _: readonly string[], stayed: readonly string[]): string[] {
  const asked = letters.filter(({ kind }) => kind === 'executor-check-in');
  const max = times('executors-asked') * 3;
  if (asked.length > max)
    return [`${asked.length} executors were asked about a silence that ${times('executors-asked')} acts name`];
  const toStayed = asked.filter(({ onceKey }) => stayed.some((id) => onceKey?.includes(id))).length;
  const fewest = times('executors-asked') * stayed.length;
  return toStayed < fewest ? [`${toStayed} executors who stayed were asked about a silence, instead of ${fewest}`] : [];
}
