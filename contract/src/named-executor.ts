// A person whom an owner names as an executor. It has its own file because the create page loads it without the calls about executors.
import * as z from 'zod/mini';
import { executorsPerVault, lengths } from './limits.ts';
import { blankableEmail, blankablePersonName, email, optional, orBlank, plainNote } from './text.ts';

export const namedExecutor = z.strictObject({
  name: blankablePersonName(),
  email: email('Valid email required'),
  /** If missing, the note does not change. */
  note: optional(plainNote(lengths.executorNote)),
});

const tooManyExecutors = `A vault has at most ${executorsPerVault} executors`;

/** The fields of a new vault about its executors. */
export const executorFields = {
  executorName: orBlank(blankablePersonName()),
  executorEmail: orBlank(blankableEmail('Valid email is required')),
  /** The owner's note for that executor. */
  executorNote: optional(plainNote(lengths.executorNote)),
  /** Further executors, such as those of a vault that is copied. */
  moreExecutors: optional(z.array(namedExecutor).check(z.maxLength(executorsPerVault - 1, tooManyExecutors))),
};
