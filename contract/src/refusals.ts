// Every refusal of the service: a stable code, its HTTP status, and a sentence that says what a person can do.
import { accountRefusals } from './account-refusals.ts';
import { followUpRefusals } from './follow-up-refusals.ts';
import { paymentRefusals } from './payment-refusals.ts';
import { recipientRefusals } from './recipient-refusals.ts';
import { releaseRefusals } from './release-refusals.ts';
import { requestRefusals } from './request-refusals.ts';
import { vaultRefusals } from './vault-refusals.ts';

export const refusals = {
  ...requestRefusals,
  ...accountRefusals,
  ...vaultRefusals,
  ...recipientRefusals,
  ...followUpRefusals,
  ...releaseRefusals,
  ...paymentRefusals,
} as const;

export type RefusalCode = keyof typeof refusals;
