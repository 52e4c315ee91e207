// The refusals of the calls that follow a release whose email nobody opens.

import type { RefusalEntry } from './refusal-entry.ts';
import { proposalsPerRelease } from './release-limits.ts';

export const followUpRefusals = {
  'second-address-same': {
    status: 409,
    title: 'The same address',
    detail: 'This is the recipient’s first address already. Please give another one, or leave it empty.',
  },
  'correction-not-open': {
    status: 409,
    title: 'Nothing to correct',
    detail:
      'We ask you only if our email was not opened for some days, or may not have arrived. Enter your code again to see how far it has come.',
  },
  'correction-used': {
    status: 409,
    title: 'Already corrected',
    detail: 'The address can be corrected once. If the new one is wrong too, please write to us.',
  },
  'proposals-used': {
    status: 409,
    title: 'Asked often enough',
    detail: `You have asked for another address ${proposalsPerRelease} times. If another executor asks for the right one, you can agree to it.`,
  },
  'correction-same-address': {
    status: 409,
    title: 'The same address',
    detail: 'We have already written to this address. Please give the one that the recipient reads.',
  },
  'correction-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link no longer works. If you have a newer email, please use the link in it.',
  },
  'correction-over': {
    status: 409,
    title: 'Nothing to stop',
    detail: 'The correction has taken effect or has ended. If you need help, please write to us.',
  },
} as const satisfies Record<string, RefusalEntry>;
