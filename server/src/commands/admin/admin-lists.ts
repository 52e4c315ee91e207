// The operator's look-ups, which change nothing: whose account an address is, which letters were given up or wait, and the
// service's status. Ids and states only: nobody's name, title or address.

import type { Services } from '../../services.ts';
import { type Answer, CommandRefused } from '../run/command-line.ts';
import { type AskService, askService } from './ask-service.ts';
import { type LetterRow, listOpenLetters, type PersonFound, readCounts, readPerson } from './overview-store.ts';

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '';

export async function find({ database }: Pick<Services, 'database'>, email: string): Promise<Answer> {
  const found = await readPerson(database, email);
  const lines = describePerson(found);
  if (lines.length === 0)
    throw new CommandRefused('No owner, executor or recipient has this address, and no account this id.');
  const { user, ...others } = found;
  const account = user && {
    id: user.id,
    createdAt: user.createdAt,
    isConfirmed: user.emailVerified,
    suspendedAt: user.suspendedAt,
    deletedAt: user.deletedAt,
  };
  return { text: lines.join('\n'), facts: { account, ...others } };
}

function describePerson({ user, reports, waiting, vaults, executorOf, recipientOf }: PersonFound): string[] {
  const states = [
    user && !user.emailVerified && 'address not confirmed',
    user?.suspendedAt && `suspended since ${day(user.suspendedAt)}`,
    user?.deletedAt && `deleted on ${day(user.deletedAt)}`,
    reports > 0 && `${reports} ${reports === 1 ? 'report' : 'reports'}`,
    user?.reportedAt && `reported on ${day(user.reportedAt)}, not cleared`,
    waiting > 0 && `${waiting} emails wait`,
  ].filter(Boolean);
  return [
    ...(user ? [['account', user.id, `since ${day(user.createdAt)}`, ...states].join('  ')] : []),
    ...vaults.map(({ id, status, paymentStatus, scheduledReleaseDate }) =>
      ['vault', id, status, paymentStatus, scheduledReleaseDate && `on ${day(scheduledReleaseDate)}`]
        .filter(Boolean)
        .join('  '),
    ),
    ...executorOf.map((id) => `executor of vault  ${id}`),
    ...recipientOf.map((id) => `recipient of vault  ${id}`),
  ];
}

/** @param isFailed whether to list letters that were given up instead of waiting ones */
export async function showLetters({ database }: Pick<Services, 'database'>, isFailed: boolean): Promise<Answer> {
  const { letters, total } = await listOpenLetters(database, isFailed ? 'failed' : 'waiting');
  const facts = { total, letters };
  if (total === 0) return { text: isFailed ? 'No email was given up.' : 'No email is waiting.', facts };
  const more = total > letters.length ? [`… and ${total - letters.length} older emails`] : [];
  const next = isFailed ? ['To retry an email: npm run admin -- resend-letter <letter> --reason "<why>"'] : [];
  return { text: [...letters.map(describeLetter), ...more, ...next].join('\n'), facts };
}

const describeLetter = ({ id, kind, vaultId, attempts, lastError, createdAt }: LetterRow): string =>
  [
    `${createdAt.toISOString().slice(0, 16)}  ${id}  ${kind}`,
    ...(vaultId ? [`of vault ${vaultId}`] : []),
    `${attempts} tries`,
    ...(lastError ? [lastError] : []),
  ].join('  ');

type StatusNeeds = Pick<Services, 'database' | 'clock' | 'readHealth' | 'config'>;

export async function showStatus(needs: StatusNeeds, ask: AskService = askService): Promise<Answer> {
  const { database, clock, readHealth, config } = needs;
  const now = clock.now();
  const reported = await ask(config);
  const { owners, vaults, waiting, failed, due, overdue } = await readCounts(database, now);
  const ofService = (reported ?? []).map((part) => ({ ...part, age: `, for ${formatAge(part.since, now)}` }));
  const own = (await readHealth()).map((part) => ({ age: '', ...ofService.find(isSame(part)), ...part }));
  const failing = [
    ...own,
    ...ofService.filter((part) => !own.some(isSame(part))).map((part) => ({ ...part, cause: '' })),
  ];
  const left = due > overdue.length ? [`  … and ${due - overdue.length} more`] : [];
  const lines = [
    failing.length === 0 ? 'Everything works.' : 'Some parts do not work:',
    ...failing.map(({ part, age, problem, cause }) => `  ${part}${age}: ${problem}${cause ? `\n    ${cause}` : ''}`),
    ...(reported ? [] : ['The service does not answer here, so its jobs were not checked.']),
    `owners: ${owners}`,
    `vaults: ${vaults.map(({ status, count }) => `${count} ${status}`).join(', ') || 'none'}; ${due} releases overdue`,
    ...overdue.map(({ id, dueAt }) => `  vault ${id} is overdue for ${formatAge(dueAt, now)}`),
    ...left,
    `emails: ${waiting} waiting, ${failed} given up`,
  ];
  return {
    text: lines.join('\n'),
    facts: {
      failing: failing.map(({ age: _, ...part }) => part),
      isServiceAnswering: reported !== null,
      owners,
      vaults: Object.fromEntries(vaults.map(({ status, count }) => [status, count])),
      overdueReleases: { count: due, oldest: overdue },
      letters: { waiting, failed },
    },
  };
}

const isSame =
  ({ part }: { part: string }) =>
  (other: { part: string }): boolean =>
    other.part === part;

/** "5 minutes", "3 hours" or "4 days", rounded down. */
function formatAge(since: Date | string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(since).getTime()) / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2 * 24 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / (24 * 60))} days`;
}
