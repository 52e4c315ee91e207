// Runs one race: in one or two rounds several things happen at once; then it is judged.

import { signInAgain } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { choicesOf } from './choices.ts';
import { judgeDelivery, judgeReaders } from './judge-delivery.ts';
import { judgeLetters } from './judge-letters.ts';
import { judgeStates } from './judge-states.ts';
import { otherEvents } from './other-events.ts';
import { type Happening, jobEvents, ownerEvents, type RaceEvent } from './owner-events.ts';
import { type Facts, prepareRace, type Race, readCodes, readRace } from './race.ts';

const events: Record<string, RaceEvent> = { ...ownerEvents, ...jobEvents, ...otherEvents };

/** How often an event is chosen in each state, if not once. */
const weights: Record<Race['plan']['state'], Record<string, number>> = {
  ready: { press: 6, due: 3, undo: 2 },
  asked: { press: 6, object: 4, stop: 3, 'stop by link': 2, due: 3, 'reissue a code': 2 },
  waiting: { press: 2, object: 4, stop: 3, 'stop by link': 3, due: 8, 'reissue a code': 2, 'remove an executor': 2 },
  released: { press: 4, undo: 5, 'undo by link': 4, 'answer rightly': 6, due: 2, 'fresh link': 2, 'emails leave': 3 },
};
const ofUnopened: Record<string, number> = {
  'correct the recipient': 8,
  'stop the correction': 6,
  'corrections job': 8,
  'follow-up job': 2,
};
const ofSilent: Record<string, number> = { 'check-in job': 12, 'answer the check-in': 6, 'sign in': 3 };
/** These end nearly everything else. */
const rare = new Set(['delete vault', 'delete account', 'turn the choice off', 'remove an executor']);

/** @returns what is wrong afterwards, each a sentence with what happened; nothing if all is well */
export async function runRace(app: TestApp, seed: number): Promise<string[]> {
  const race = await prepareRace(app, choicesOf(seed));
  const faults: string[] = [];
  const rounds = race.choices.happens(0.4) ? 2 : 1;
  for (let round = 0; round < rounds; round += 1) faults.push(...(await runRound(race, round)));
  const facts = await readRace(race);
  faults.push(...judgeStates(race, facts), ...judgeLetters(race, facts));
  faults.push(...(await judgeDelivery(race, facts)));
  return faults.map((fault) => `seed ${seed}: ${fault}\n    ${race.log.join('\n    ')}`);
}

async function runRound(race: Race, round: number): Promise<string[]> {
  const { app, choices, plan, log } = race;
  const before = await readRace(race);
  passTime(race, before);
  if (round > 0 && !plan.isSilent && !before.user.deletedAt) await signInAgain(race.vault.owner, app);
  const now = round === 0 ? plan.state : nowOf(before);
  const chosen = Array.from({ length: choices.between(2, 5) }, () => chooseEvent(race, now));
  const prepared = chosen.flatMap((name) => {
    const happening = events[name]?.(race, before);
    return happening ? [{ name, happening, turns: choices.between(0, 25) }] : [];
  });
  const outcomes = await Promise.all(prepared.map(runOne));
  log.push(outcomes.map(({ name, words }) => `${name}: ${words}`).join(', '));
  const withdrawn = await readCodes(race);
  return [
    ...outcomes.flatMap(({ fault }) => fault ?? []),
    ...(await judgeCodes(race, withdrawn)),
    ...(await judgeReaders(race)),
  ];
}

function nowOf({ vault, requests }: Facts): Race['plan']['state'] {
  if (vault.status === 'released') return 'released';
  const open = requests.find(({ endedAt }) => !endedAt);
  return (open?.state as 'asked' | 'waiting' | undefined) ?? 'ready';
}

function chooseEvent({ choices, plan }: Race, state: Race['plan']['state']): string {
  const more = { ...weights[state], ...(plan.isUnopened && ofUnopened), ...(plan.isSilent && ofSilent) };
  const names = Object.keys(events).flatMap((name) => Array<string>(more[name] ?? 1).fill(name));
  const name = choices.pick(names);
  return rare.has(name) && choices.happens(0.4) ? choices.pick(names) : name;
}

/** Nothing, or until something is due. */
function passTime({ app, choices }: Race, { requests, vault }: Facts): void {
  const open = requests.find(({ endedAt }) => !endedAt);
  const due = [open?.dueAt, vault.scheduledReleaseDate, vault.correctionDueAt].flatMap((at) => at ?? []);
  const now = app.clock.now();
  const ahead = due.filter((at) => at > now);
  if (ahead.length > 0 && choices.happens(0.6)) app.clock.moveTo(choices.pick(ahead));
  else if (choices.happens(0.2)) app.clock.pass({ hours: choices.pick([1, 25]) });
}

interface Outcome {
  name: string;
  words: string;
  fault?: string;
}

async function runOne({
  name,
  happening,
  turns,
}: {
  name: string;
  happening: Happening;
  turns: number;
}): Promise<Outcome> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  try {
    const answer = (await happening()) as { statusCode?: number; body?: string } | undefined;
    const status = answer?.statusCode;
    if (status === undefined) return { name, words: 'done' };
    const code = /"code":"([a-z-]+)"/.exec(answer?.body ?? '')?.[1];
    return {
      name,
      words: status < 400 ? String(status) : `${status} ${code}`,
      ...(status >= 500 && { fault: `${name} was answered ${status}` }),
    };
  } catch (error) {
    return { name, words: 'failed', fault: `${name} failed: ${error instanceof Error ? error.stack : error}` };
  }
}

/** A code that was withdrawn in this round has asked for nothing that is still open. */
async function judgeCodes(race: Race, withdrawn: readonly string[]): Promise<string[]> {
  const { requests } = await readRace(race);
  const open = requests.find(({ endedAt }) => !endedAt);
  const isTheirs = [open?.askedBy, open?.agreedBy].some((id) => id && withdrawn.includes(id));
  return isTheirs ? ['a request of a withdrawn code is still open'] : [];
}
