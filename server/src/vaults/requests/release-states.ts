// The states of a vault's release, and every transition between them: who may, under which condition, and what follows. The operations ask
// `transitionOf` what an event does; docs/design/flows/release-states.md is drawn from this table, and a test walks it.
import type { ActEvent } from '../../records/acts/act-words.ts';

/**
 * `ready`: nobody has asked. `withdrawn`: the vault or the account is being deleted, and nothing releases it. `read`: the recipient has proven
 * who they are.
 */
export const releaseStates = ['ready', 'asked', 'waiting', 'withdrawn', 'released', 'read'] as const;
export type ReleaseState = (typeof releaseStates)[number];
/** The states of a request that is open. */
export type OpenState = Extract<ReleaseState, 'asked' | 'waiting'>;

/** Every event, with who causes it. */
export const releaseEvents = {
  press: { who: 'an executor', words: 'presses “Release Vault”' },
  silence: { who: 'the check-in', words: 'ends a round without an answer' },
  'press-again': { who: 'the executor who asked', words: 'presses again' },
  object: { who: 'an executor', words: 'objects' },
  answer: { who: 'the owner', words: 'answers the check-in, or signs in' },
  stop: { who: 'the owner', words: 'stops it, by the link or signed in' },
  due: { who: 'the clock', words: 'reaches the end of the wait, or of the 14 days' },
  date: { who: 'the clock', words: 'reaches the release date' },
  edit: { who: 'the owner', words: 'edits the vault' },
  delete: { who: 'the owner', words: 'deletes the vault' },
  'delete-account': { who: 'the owner', words: 'asks to delete the account' },
  restore: { who: 'the owner', words: 'restores the vault, or keeps the account' },
  'withdraw-code': { who: 'the owner', words: 'removes the executor who asked or agreed, or renews their code' },
  'lapse-plan': { who: 'the payment service', words: 'ends the plan' },
  undo: { who: 'the owner', words: 'undoes the release' },
  prove: { who: 'the recipient', words: 'proves who they are' },
} as const;
export type ReleaseEvent = keyof typeof releaseEvents;

export interface ReleaseFacts {
  /** The owner chose it, and there still are two executors or more. */
  mustAgree: boolean;
  /** The owner chose a waiting period. */
  waits: boolean;
  /** The first email about the wait has reached a mail server, or was given up. Its owner had time to read it. */
  isOwnerWarned: boolean;
  /** The executor who acts is the one who asked. */
  isAsker: boolean;
  /** The owner chose that an unanswered check-in releases the vault, and a wait that is long enough. */
  releasesInSilence: boolean;
  /** A check-in without an answer has opened the request. */
  bySilence: boolean;
}
export const noFacts: ReleaseFacts = {
  mustAgree: false,
  waits: false,
  isOwnerWarned: false,
  isAsker: false,
  releasesInSilence: false,
  bySilence: false,
};

/** The conditions, by the words in the picture. */
const guards = {
  'no choice': ({ mustAgree, waits }: ReleaseFacts) => !mustAgree && !waits,
  'two must agree': ({ mustAgree }: ReleaseFacts) => mustAgree,
  'a wait, and nobody has to agree': ({ mustAgree, waits }: ReleaseFacts) => waits && !mustAgree,
  'a wait': ({ waits }: ReleaseFacts) => waits,
  'no wait': ({ waits }: ReleaseFacts) => !waits,
  'the owner was warned': ({ isOwnerWarned }: ReleaseFacts) => isOwnerWarned,
  'two must agree, their own request, or a silence': ({ mustAgree, isAsker, bySilence }: ReleaseFacts) =>
    mustAgree || isAsker || bySilence,
  'the owner chose it and a wait of 14 days or more, and nobody has to agree': (facts: ReleaseFacts) =>
    facts.releasesInSilence && !facts.mustAgree,
  'a silence opened it': ({ bySilence }: ReleaseFacts) => bySilence,
} satisfies Record<string, (facts: ReleaseFacts) => boolean>;

/** Why a request ended without a release by it. */
export type EndedWhy =
  | 'stopped'
  | 'answered'
  | 'objected'
  | 'lapsed'
  | 'dated'
  | 'deleted'
  | 'account-deleted'
  | 'code-withdrawn';
/** What the emails to the owner and the executors tell, or the emails of a release. */
export type NoticeKind = 'asked' | 'waiting' | 'release' | EndedWhy;

export interface Transition {
  from: ReleaseState;
  on: ReleaseEvent;
  if?: keyof typeof guards;
  to: ReleaseState;
  /** The request ends for this reason. */
  ends?: EndedWhy | 'released';
  /** Who learns what, in the same transaction. */
  notifies?: NoticeKind;
  act?: ActEvent;
  /** Built by another operation, which is named here. */
  by?: string;
}

const released = { to: 'released', notifies: 'release', act: 'vault-released' } as const;
const wait = { to: 'waiting', notifies: 'waiting' } as const;
const undoReleasePath = 'undo-release.ts';

/** An event without a row in a state changes nothing there. Of several rows the first whose condition holds counts. */
export const releaseTransitions: readonly Transition[] = [
  { from: 'ready', on: 'press', if: 'two must agree', to: 'asked', notifies: 'asked', act: 'release-asked' },
  { from: 'ready', on: 'press', if: 'a wait', ...wait, act: 'release-asked' },
  { from: 'ready', on: 'press', if: 'no choice', ...released },
  {
    from: 'ready',
    on: 'silence',
    if: 'the owner chose it and a wait of 14 days or more, and nobody has to agree',
    ...wait,
    act: 'release-asked',
  },
  { from: 'ready', on: 'date', ...released },
  { from: 'ready', on: 'delete', to: 'withdrawn' },
  { from: 'ready', on: 'delete-account', to: 'withdrawn' },
  { from: 'withdrawn', on: 'restore', to: 'ready', by: 'account/' },

  { from: 'asked', on: 'press', if: 'a wait', ...wait, act: 'release-agreed' },
  { from: 'asked', on: 'press', if: 'no wait', ...released, ends: 'released' },
  // The second executor is gone, or the owner turned the choice off: nobody is left to agree.
  { from: 'asked', on: 'press-again', if: 'a wait, and nobody has to agree', ...wait, act: 'release-asked' },
  { from: 'asked', on: 'press-again', if: 'no choice', ...released, ends: 'released' },
  ...endingsOf('asked'),
  { from: 'asked', on: 'due', to: 'ready', ends: 'lapsed', notifies: 'lapsed', act: 'release-lapsed' },

  ...endingsOf('waiting'),
  {
    from: 'waiting',
    on: 'answer',
    if: 'a silence opened it',
    to: 'ready',
    ends: 'answered',
    notifies: 'answered',
    act: 'release-stopped',
  },
  { from: 'waiting', on: 'due', if: 'the owner was warned', ...released, ends: 'released' },

  { from: 'released', on: 'undo', to: 'ready', by: undoReleasePath },
  { from: 'released', on: 'prove', to: 'read', by: 'vault-access/' },
];

/** What ends an open request, whether it is only asked for or waits. */
function endingsOf(from: OpenState): Transition[] {
  return [
    {
      from,
      on: 'object',
      if: 'two must agree, their own request, or a silence',
      to: 'ready',
      ends: 'objected',
      notifies: 'objected',
      act: 'release-objected',
    },
    { from, on: 'stop', to: 'ready', ends: 'stopped', notifies: 'stopped', act: 'release-stopped' },
    { from, on: 'date', ...released, ends: 'dated' },
    { from, on: 'delete', to: 'withdrawn', ends: 'deleted', notifies: 'deleted' },
    { from, on: 'delete-account', to: 'withdrawn', ends: 'account-deleted', notifies: 'account-deleted' },
    { from, on: 'withdraw-code', to: 'ready', ends: 'code-withdrawn', notifies: 'code-withdrawn' },
  ] satisfies Transition[];
}

/** Null if the event changes nothing in this state. */
export const transitionOf = (state: ReleaseState, event: ReleaseEvent, facts: ReleaseFacts): Transition | null =>
  releaseTransitions.find(
    ({ from, on, if: condition }) => from === state && on === event && (!condition || guards[condition](facts)),
  ) ?? null;
