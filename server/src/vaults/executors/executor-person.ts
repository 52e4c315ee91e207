// Who an executor is: what an undo restores, and what a change makes of it. Without a database.
import { refusals } from '@remembrance/contract/refusals.ts';
import { formatPerson } from '../../people/owner-changes/report-change.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { ExecutorRow } from './executor-store.ts';

type Person = Pick<ExecutorRow, 'name' | 'email' | 'secondEmail' | 'note'>;

export interface PersonInput {
  name: string;
  email: string;
  /** Blank for none. */
  secondEmail?: string | undefined;
  /** If missing, the note does not change. */
  note?: string | undefined;
}

/** Without a second address it equals the state of version 1.0.0. */
export const personOf = ({ name, email, secondEmail, note }: Person) => ({
  name,
  email,
  note,
  ...(secondEmail && { secondEmail }),
});

export const isSameMailbox = (one: { email: string }, other: { email: string }): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase();

/** The second address belongs to the same person: it goes with the first, unless another is given with it. */
export const personAfter = (executor: Person, { name, email, note = executor.note, secondEmail }: PersonInput) => {
  const kept = isSameMailbox({ email }, executor) ? executor.secondEmail : null;
  return { name, email, note, secondEmail: secondEmail === undefined ? kept : secondEmail || null };
};

/** Whether a second address is removed or replaced. */
export const takesSecondAway = ({ secondEmail: before }: Person, { secondEmail: after }: Person): boolean =>
  before !== null && before.toLowerCase() !== after?.toLowerCase();

type Addresses = Pick<PersonInput, 'email'> & { secondEmail?: string | null | undefined };

/**
 * One person with two codes could agree with themselves.
 * @param names of the fields in the caller's body
 * @throws {Refusal} executor-named-already, at each field that names one
 */
export function refuseKnown(
  { email, secondEmail }: Addresses,
  others: readonly Addresses[],
  names: Record<'email' | 'secondEmail', string> = { email: 'email', secondEmail: 'secondEmail' },
): void {
  const known = others
    .flatMap((other) => [other.email, other.secondEmail ?? ''])
    .map((address) => address.toLowerCase());
  const refused = Object.entries({ [names.email]: email, [names.secondEmail]: secondEmail })
    .filter(([, address]) => address && known.includes(address.toLowerCase()))
    .map(([field]) => [field, refusals['executor-named-already'].detail]);
  if (refused.length > 0) refuse('executor-named-already', { fields: Object.fromEntries(refused) });
}

export const isSamePerson = (one: Person, other: Person): boolean =>
  formatExecutor(one) === formatExecutor(other) && one.note === other.note;

export const formatExecutor = ({ name, email, secondEmail }: Omit<Person, 'note'>): string =>
  formatPerson({ name, email: secondEmail ? `${email}, second address ${secondEmail}` : email });
