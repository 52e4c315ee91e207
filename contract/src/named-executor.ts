// A person whom an owner names as an executor. It has its own file because the create page loads it without the calls about executors.
import * as z from 'zod/mini';
import { isSecondSame, secondAddressSame } from './delivery.ts';
import { executorsPerVault, lengths } from './limits.ts';
import { blankableEmail, blankablePersonName, email, optional, orBlank, plainNote } from './text.ts';

const secondEmail = () => optional(blankableEmail('Valid email required'));

export const namedExecutor = z
  .strictObject({
    name: blankablePersonName(),
    email: email('Valid email required'),
    /** Blank for none. If missing, it does not change, unless the first address does: then there is none. */
    secondEmail: secondEmail(),
    /** If missing, the note does not change. */
    note: optional(plainNote(lengths.executorNote)),
  })
  .check(
    z.refine((input) => !isSecondSame(input.secondEmail ?? '', input.email), {
      error: secondAddressSame,
      path: ['secondEmail'],
    }),
  );

const tooManyExecutors = `A vault has at most ${executorsPerVault} executors`;

/** The fields of a new vault about its executors. */
export const executorFields = {
  executorName: orBlank(blankablePersonName()),
  executorEmail: orBlank(blankableEmail('Valid email is required')),
  executorSecondEmail: secondEmail(),
  /** The owner's note for that executor. */
  executorNote: optional(plainNote(lengths.executorNote)),
  /** Further executors, such as those of a vault that is copied. */
  moreExecutors: optional(z.array(namedExecutor).check(z.maxLength(executorsPerVault - 1, tooManyExecutors))),
};
