// The owner's edit of a vault: only the changed fields, with the version they are based on.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fileId, savedFile } from './files.ts';
import { filesPerVault, lengths } from './limits.ts';
import { editedQuestions } from './questions.ts';
import { blankableProse, email, instant, line, optional, personName } from './text.ts';
import { dateInvalid, tooManyFiles, vault, vaultId } from './vaults.ts';

export const nothingChanged = 'Please change something before you save';
const dateKeptAndRemoved = 'Please either change the date or remove it';

/** A missing field does not change. */
export const editVaultBody = z
  .strictObject({
    /** The version this edit is based on. An edit of an older version is refused. If missing, nothing is compared. */
    version: z.optional(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))),
    title: z.optional(line(lengths.title, 'Title is required')),
    recipientName: z.optional(personName('Recipient name is required')),
    recipientEmail: z.optional(email('Valid email required')),
    message: optional(blankableProse(lengths.message)),
    /** Never blank: a partial date in a field reads as blank, and must not cancel a release. */
    scheduledReleaseDate: z.optional(instant(dateInvalid)),
    /** Cancels the scheduled release. */
    removesReleaseDate: z.optional(z.literal(true)),
    /** The files in their new order, including pending ones. Files that are not named stay, after the others. */
    files: z.optional(
      z.array(savedFile).check(
        z.maxLength(filesPerVault, tooManyFiles),
        z.refine((files) => new Set(files.map(({ id }) => id)).size === files.length, 'Please name each file once'),
      ),
    ),
    /** Files to remove. A file that is already gone causes no error. */
    removedFiles: z.optional(z.array(fileId).check(z.maxLength(filesPerVault, tooManyFiles))),
    /** Every question the vault should have afterwards. Changing them requires a proof. */
    questions: z.optional(editedQuestions),
  })
  .check(
    z.refine(({ version: _, ...fields }) => Object.values(fields).some((value) => value !== undefined), nothingChanged),
    z.refine(({ scheduledReleaseDate, removesReleaseDate }) => !(scheduledReleaseDate && removesReleaseDate), {
      error: dateKeptAndRemoved,
      path: ['scheduledReleaseDate'],
    }),
  );

export const editVault = endpoint({
  method: 'PATCH',
  path: '/api/vaults/:id',
  summary:
    'Changes a vault that is not yet released, with its files. Counts as one edit when something changed after the activation, except that removing or postponing the release date is free. A new recipient, new questions, a release date less than seven days ahead, and removing or postponing a date of an activated vault require a proof. More than an hour after the sign-in, so do a new message and a removed file of an activated vault.',
  access: 'owner',
  readsContent: true,
  proof: 'sometimes',
  params: vaultId,
  body: editVaultBody,
  reply: vault,
  isRepeatable: true,
  refusals: [
    'busy',
    'vault-not-found',
    'vault-released',
    'vault-unreadable',
    'edit-conflict',
    'edit-limit-reached',
    'plan-lapsed',
    'file-not-found',
    'too-many-files',
    'too-many-removed-files',
    'repeated-differently',
  ],
});
