// The owner's edit of a vault: the changed fields alone, with the version they are based on.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { blankableProse, email, line, personName } from './text.ts';
import { blankableInstant, vault, vaultId } from './vaults.ts';

export const nothingChanged = 'Please change something before you save';

/** A field that is left out does not change. */
export const editVaultBody = z
  .strictObject({
    /** The version this edit is based on. One based on an older version is refused. Left out, nothing is compared. */
    version: z.optional(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))),
    title: z.optional(line(lengths.title, 'Title is required')),
    recipientName: z.optional(personName('Recipient name is required')),
    recipientEmail: z.optional(email('Valid email required')),
    message: z.optional(blankableProse(lengths.message)),
    /** null or blank cancels the scheduled release. Left out, it is unchanged. */
    scheduledReleaseDate: z.optional(z.nullable(blankableInstant)),
  })
  .check(
    z.refine(({ version: _, ...fields }) => Object.values(fields).some((value) => value !== undefined), nothingChanged),
  );

export const editVault = endpoint({
  method: 'PATCH',
  path: '/api/vaults/:id',
  summary:
    'Changes a vault that is not yet released. Counts as one edit when something changed after the activation. A new recipient requires a proof.',
  access: 'owner',
  proof: 'sometimes',
  params: vaultId,
  body: editVaultBody,
  reply: vault,
  isRepeatable: true,
  refusals: [
    'vault-not-found',
    'vault-released',
    'edit-conflict',
    'edit-limit-reached',
    'plan-lapsed',
    'repeated-differently',
  ],
});
