// The title and executors of another vault from which the owner copied a new one. One field of the form and of the draft holds them as JSON.
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
  /** The first executor is in the form's own fields. */
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

/** The executors as the form sends them: first its own, with the note of the same person, or the next if its fields are blank; then the others. */
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
