// The page with the picture of a release's states, drawn from the table in server/src/vaults/requests/release-states.ts.
import {
  type ReleaseEvent,
  type ReleaseState,
  releaseEvents,
  releaseStates,
  releaseTransitions,
  type Transition,
} from '../../server/src/vaults/requests/release-states.ts';

const meanings: Record<ReleaseState, string> = {
  ready: 'Nobody has asked for the release.',
  asked: 'One executor has asked, and a second has 14 days to agree.',
  waiting: 'The release waits, so that the owner can stop it.',
  withdrawn: 'The vault or the account is being deleted. Nothing releases it.',
  released: 'The recipient has an email with a link.',
  read: 'The recipient has proven who they are.',
};

const emails: Record<NonNullable<Transition['notifies']>, string> = {
  release: 'recipient, owner',
  asked: 'owner with the link that stops it, executors',
  waiting: 'owner with the link that stops it, executors',
  stopped: 'owner, executors',
  answered: 'owner, executors',
  objected: 'owner, executors',
  lapsed: 'owner, executors',
  'code-withdrawn': 'owner, executors',
  deleted: 'executors',
  'account-deleted': 'executors',
  dated: '',
};

export const releaseStatesPage = (): string => `# The states of a release

\`npm run generate\` writes this page from the table in server/src/vaults/requests/release-states.ts, which the service itself uses, and which a test
walks (STATE-1, STATE-2). [release.md](release.md) says how it works.

\`\`\`mermaid
stateDiagram-v2
${picture()}
\`\`\`

| state | meaning |
|---|---|
${releaseStates.map((state) => `| ${state} | ${meanings[state]} |`).join('\n')}

An event without a row changes nothing in that state. Of several rows the first whose condition holds counts.

| in | event | who | condition | then | the request ends as | emails to | act |
|---|---|---|---|---|---|---|---|
${releaseTransitions.map(rowOf).join('\n')}

These events change nothing in an open request: ${listed(eventsWithoutEffect())}.
`;

/** One arrow for all events that lead from one state to another. */
function picture(): string {
  const arrows = Map.groupBy(releaseTransitions, ({ from, to }) => `${from} --> ${to}`);
  const lines = [...arrows].map(([arrow, transitions]) => {
    const labels = new Set(transitions.map(({ on }) => on));
    return `  ${arrow}: ${[...labels].join(', ')}`;
  });
  return ['  [*] --> ready', ...lines, '  read --> [*]'].join('\n');
}

function rowOf({ from, on, if: condition, to, ends, notifies, act, by }: Transition): string {
  const { who, words } = releaseEvents[on];
  const outcome = by ? `${to} (${by})` : to;
  const cells = [from, `${on}: ${words}`, who, condition, outcome, ends, notifies && emails[notifies], act];
  return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
}

const eventsWithoutEffect = (): ReleaseEvent[] => {
  const having = new Set(
    releaseTransitions.filter(({ from }) => from === 'asked' || from === 'waiting').map(({ on }) => on),
  );
  const ofOpen: ReleaseEvent[] = ['edit', 'lapse-plan'];
  return ofOpen.filter((event) => !having.has(event));
};

const listed = (events: readonly ReleaseEvent[]): string =>
  events.map((event) => `${event} (${releaseEvents[event].who} ${releaseEvents[event].words})`).join(', ');
