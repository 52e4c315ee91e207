// What happened to a vault, as sentences for its owner. What belongs together is one sentence. Pure.
import type { ActivityEvent, ActivityLine } from '@remembrance/contract/activity.ts';

type Words = (line: ActivityLine, recipientName: string) => string;

/** The text after the actor's name. */
const deeds: Record<ActivityEvent, Words> = {
  'vault-created': () => 'created the vault',
  'vault-edited': ({ fields }) => editDeed(fields),
  'vault-activated': () => 'activated the vault',
  'vault-released': ({ actor }) => `released the vault${actor === 'service' ? ' on its date' : ''}`,
  'release-asked': () => 'asked for the release of the vault',
  'release-agreed': () => 'agreed to the release of the vault',
  'release-objected': () => 'ended the request for the release',
  'release-stopped': () => 'stopped the release',
  'release-lapsed': () => 'ended a request for the release, because no second executor agreed',
  'release-settings-changed': () => 'changed what happens before a release',
  'release-undone': () => 'undid the release',
  'vault-deleted': () => 'deleted the vault',
  'file-added': () => 'added a file',
  'file-removed': () => 'removed a file',
  'file-downloaded': () => 'downloaded a file',
  'executor-added': ({ executor }) => `named ${executor ?? 'somebody'} as executor`,
  'executor-changed': ({ executor }) => (executor ? `changed an executor to ${executor}` : 'changed an executor'),
  'executor-confirmed': () => 'confirmed that the email with the code arrived',
  'code-issued': ({ executor }) => `sent a code to ${executor ?? 'an executor'}`,
  'code-sent-again': ({ executor }) =>
    `sent the same code to ${executor ?? 'an executor'} again, because somebody asked for it`,
  'code-sent-to-second': ({ executor }) =>
    `sent the same code to the second address of ${executor ?? 'an executor'}, because it may not have arrived`,
  'executors-asked': () => 'asked your executors whether it is time, because you had not answered',
  'check-in-answered': () => 'answered that you are well, or used your account',
  'executor-asked-yearly': ({ executor }) => `asked ${executor ?? 'an executor'} whether they still have the code`,
  'code-wanted': () => 'asked for a new code, which you have to agree to',
  'code-used': () => 'used the code and saw the summary of the vault',
  'link-sent': (_, recipientName) => `sent a link to ${recipientName}`,
  'delivery-changed': () => 'changed what happens if our email is not opened',
  'help-asked': () => 'asked for help, because our email was not opened',
  'correction-asked': (_, recipientName) => `asked us to write to another address of ${recipientName}`,
  'correction-stopped': () => 'stopped the correction of the address',
  'correction-made': (_, recipientName) => `changed the address of ${recipientName}`,
  'recipient-knows': (_, recipientName) => `said that ${recipientName} knows`,
  'rehearsal-sent': () => 'sent you the emails of a rehearsal',
  'everything-downloaded': () => 'saved a copy of everything',
  'link-closed': () => 'said that the link is not for them, so we closed it',
  'link-reported': () => 'said that the link is not for them, but it still works',
  'reminder-chosen': () => 'asked to be reminded later',
  'email-verified': () => 'entered the right address',
  'email-wrong': () => 'entered a wrong address',
  'answers-right': () => 'answered the questions and opened the vault',
  'answers-wrong': () => 'gave wrong answers',
  'mailbox-code-sent': (_, recipientName) => `asked us to send a code to ${recipientName}`,
  'mailbox-code-right': () => 'entered the code from the mailbox',
  'mailbox-code-wrong': () => 'entered a wrong code',
  'questions-paused': () => 'gave several wrong answers, so the questions were paused',
  'questions-locked': () => 'gave too many wrong answers, so the questions were closed',
  'questions-reopened': () => 'opened the questions again',
  'payment-seen': () => 'received a payment',
  'trial-started': () => 'started the free month',
  'change-disowned': () => 'used the link in an email to report that a change was not yours',
  'change-undone': () => 'undid a change with the link in its email',
  'vault-state-shown': () => 'looked at the status of the vault, without its content',
  'letter-resent': () => 'sent an email again',
};

const fieldNames: Record<string, string> = {
  title: 'the title',
  recipientName: "the recipient's name",
  recipientEmail: "the recipient's address",
  message: 'the message',
  scheduledReleaseDate: 'the release date',
  files: 'the files',
  questions: 'the questions',
};

const dateDeeds: Record<string, string> = {
  releaseDateSet: 'set a release date',
  releaseDateRemoved: 'removed the release date',
};

function editDeed(fields: readonly string[]): string {
  const others = fields.filter((field) => !dateDeeds[field]);
  const changed = `changed ${listed(others.map((field) => fieldNames[field] ?? 'something'))}`;
  const [ofDate] = fields.flatMap((field) => dateDeeds[field] ?? []);
  if (!ofDate) return changed;
  return others.length === 0 ? ofDate : `${changed}, and ${ofDate}`;
}

/** Anyone who has the link can do these; the others need the answers or access to the mailbox. */
const byAnyoneWithLink: readonly ActivityEvent[] = [
  ...(['email-wrong', 'answers-wrong', 'mailbox-code-wrong', 'mailbox-code-sent'] as const),
  ...(['questions-paused', 'questions-locked', 'email-verified'] as const),
  ...(['link-closed', 'link-reported', 'reminder-chosen'] as const),
];

export interface ActivityRow extends Pick<ActivityLine, 'number' | 'at'> {
  sentence: string;
}

/** @param lines newest first; a creation, and files that were added or removed one after the other, become one row */
export function rowsOf(lines: readonly ActivityLine[], recipientName: string): ActivityRow[] {
  const groups: [ActivityLine, ...ActivityLine[]][] = [];
  // From the oldest on, so that a creation comes before what belongs to it.
  for (const line of [...lines].reverse()) {
    // An executor's first code is sent before the payment is recorded.
    const last = groups.find(([{ event }]) => event !== 'code-issued');
    const group = last?.[0].event === 'vault-created' ? last : groups[0];
    if (group && belongsTo(group[0], line)) group.push(line);
    else groups.unshift([line]);
  }
  return groups.map((group) => ({ ...group[0], sentence: sentenceOfGroup(group, recipientName) }));
}

const hourMilliseconds = 3_600_000;
const areFiles: readonly ActivityEvent[] = ['file-added', 'file-removed'];
const ofCreation: readonly ActivityEvent[] = ['file-added', 'trial-started', 'vault-activated'];

function belongsTo(first: ActivityLine, { actor, event, at }: ActivityLine): boolean {
  if (areFiles.includes(first.event)) return event === first.event && actor === first.actor;
  const milliseconds = new Date(at).getTime() - new Date(first.at).getTime();
  return first.event === 'vault-created' && ofCreation.includes(event) && milliseconds < hourMilliseconds;
}

function sentenceOfGroup(group: readonly [ActivityLine, ...ActivityLine[]], recipientName: string): string {
  const [first] = group;
  const added = group.filter(({ event }) => event === first.event || event === 'file-added').length;
  if (areFiles.includes(first.event) && added > 1)
    return `${subjectOf(first, recipientName)} ${first.event === 'file-added' ? 'added' : 'removed'} ${added} files.`;
  if (group.length === 1) return actSentence(first, recipientName);
  const has = (event: ActivityEvent) => group.some((line) => line.event === event);
  const files = added - 1;
  const withFiles = files === 0 ? '' : ` with ${files === 1 ? 'a file' : `${files} files`}`;
  const then = has('trial-started')
    ? ', and the free month began'
    : has('vault-activated')
      ? ', and it became active'
      : '';
  return `You created the vault${withFiles}${then}.`;
}

export function actSentence(line: ActivityLine, recipientName: string): string {
  const because = line.reason ? `, because: ${line.reason}` : '.';
  return `${subjectOf(line, recipientName)} ${deeds[line.event](line, recipientName)}${because}`;
}

function subjectOf({ actor, event, executor }: ActivityLine, recipientName: string): string {
  if (actor === 'owner') return 'You';
  if (actor === 'executor') return executor ?? 'An executor';
  if (actor === 'recipient') return byAnyoneWithLink.includes(event) ? 'Somebody with the link' : recipientName;
  return actor === 'operator' ? 'The operator' : 'The service';
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? 'the vault') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
