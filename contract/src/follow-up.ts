// What happens if the email of a release is not opened: the owner's choice before it, and what an executor can do afterwards.
import * as z from 'zod/mini';
import { accessCode } from './access-code.ts';
import { deliveryChoice } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { proofReasons } from './proof.ts';
import { blankableEmail, email, linkToken, optional } from './text.ts';
import { correction } from './vault-parts.ts';
import { vaultId } from './vaults.ts';

/** What an executor of a released vault sees, if the owner chose the follow-up. */
export const followUp = z.object({
  /** Whether we ask the executor: nobody opened the email for some days, or it may not have arrived. */
  isAsked: z.boolean(),
  /** The recipient's second address, which has the link too. */
  secondEmail: z.optional(z.string()),
  /** When an executor said that the recipient knows. */
  knownAt: z.nullable(z.string()),
  /** Whether a second executor has to agree to a correction. */
  mustAgree: z.optional(z.literal(true)),
  correction: z.nullable(
    z.object({ ...correction.shape, /** Whether the reader asked for it last. */ isMine: z.optional(z.literal(true)) }),
  ),
});
export type FollowUp = z.output<typeof followUp>;

export const changeDelivery = endpoint({
  method: 'PATCH',
  path: '/api/vaults/:id/delivery',
  summary:
    'Changes what happens if the email of a release is not opened: a second address, and whether we remind the recipient and then ask the executors. A missing field does not change.',
  access: 'owner',
  proof: 'always',
  limit: { tries: 30, seconds: 600 },
  params: vaultId,
  body: z.strictObject({
    /** Blank for none. */
    recipientSecondEmail: optional(blankableEmail('Valid email required')),
    followUp: z.optional(z.boolean()),
  }),
  reply: deliveryChoice,
  refusals: ['vault-not-found', 'vault-released', 'second-address-same'],
});

const byCode = {
  method: 'POST',
  access: 'anyone',
  limit: { tries: 60, seconds: 60, durable: true },
  params: z.strictObject({ vaultId: z.string() }),
} as const;

export const correctRecipient = endpoint({
  ...byCode,
  path: '/api/executor/correct-recipient/:vaultId',
  summary:
    'Corrects the address of a recipient who has not opened the email, once for each release. Where two must agree, a second executor has to ask for the same address. It takes effect after 24 hours, unless the owner stops it or the recipient proves who they are.',
  body: z.strictObject({ accessCode, email: email('Valid email required') }),
  reply: followUp,
  refusals: [
    'access-code-refused',
    'not-released',
    'correction-not-open',
    'correction-used',
    'proposals-used',
    'correction-same-address',
  ],
});

export const confirmRecipientKnows = endpoint({
  ...byCode,
  path: '/api/executor/recipient-knows/:vaultId',
  summary: 'Records that the executor has spoken to the recipient. We then no longer ask any executor.',
  body: z.strictObject({ accessCode }),
  reply: followUp,
  refusals: ['access-code-refused', 'not-released', 'correction-not-open'],
});

export const stopCorrection = endpoint({
  method: 'POST',
  path: '/api/vault-access/stop-correction',
  summary:
    "Stops a correction of the recipient's address, by the link in the owner's email. Repeating the call is safe.",
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ vaultTitle: z.string() }),
  refusals: ['correction-link-unknown', 'correction-over'],
});

export const stopCorrectionOfVault = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/stop-correction',
  summary: "Stops a correction of the recipient's address that waits. Repeating the call changes nothing.",
  access: 'owner',
  proof: 'always',
  proofReason: proofReasons.stoppedCorrection,
  limit: { tries: 30, seconds: 600 },
  params: vaultId,
  /** False if none was waiting any more. */
  reply: z.object({ stopped: z.boolean() }),
  refusals: ['vault-not-found'],
});
