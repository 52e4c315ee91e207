// What a new vault has from another vault of its owner besides its text: the other vault's title and its executors. One field of the form
// and of the draft holds it, as JSON.
import { attempt } from '../../../lib/browser/attempt.ts';

export interface CopiedExecutor {
  name: string;
  email: string;
  secondEmail?: string;
  note: string;
}

export interface CopiedContent {
  /** The title of the other vault. */
  from: string;
  /** The first is in the form's own fields. */
  executors: readonly CopiedExecutor[];
}

export const readCopied = (field: string): CopiedContent | undefined =>
  field === '' ? undefined : attempt(() => JSON.parse(field) as CopiedContent);

interface Typed {
  executorName: string;
  executorEmail: string;
  executorSecondEmail: string;
  copied: string;
}

interface SentExecutors {
  executorName: string;
  executorEmail: string;
  executorSecondEmail: string;
  executorNote?: string;
  moreExecutors?: CopiedExecutor[];
}

/** The executors as they are sent: the form's, with the note of the same person, then the others. An empty field is filled by the next. */
export function executorsToSend({ executorName, executorEmail, executorSecondEmail, copied }: Typed): SentExecutors {
  const [first, ...others] = readCopied(copied)?.executors ?? [];
  const isBlank = (executorName + executorEmail + executorSecondEmail).trim() === '';
  const next = isBlank ? others.shift() : undefined;
  const own = next ?? { name: executorName, email: executorEmail, secondEmail: executorSecondEmail, note: '' };
  const note = first && isSame(first.email, own.email) ? first.note : own.note;
  const more = others.filter(({ email }) => !isSame(email, own.email));
  return {
    executorName: own.name,
    executorEmail: own.email,
    executorSecondEmail: own.secondEmail ?? '',
    ...(note && { executorNote: note }),
    ...(more.length > 0 && { moreExecutors: more }),
  };
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
