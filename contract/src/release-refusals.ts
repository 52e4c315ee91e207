// The refusals of the calls between an executor's press and the release.

import type { RefusalEntry } from './refusal-entry.ts';
import { objectionDays, withdrawalPauseDays } from './release-limits.ts';

export const releaseRefusals = {
  'no-open-request': {
    status: 409,
    title: 'Nothing to object to',
    detail:
      'There is no request for a release of this vault that you can end. Please enter your code again to see what has happened.',
  },
  'objected-already': {
    status: 409,
    title: 'You have objected already',
    detail: `You have objected within the last ${objectionDays} days, and everybody knows. If the others ask again, they can go on without you. Please speak with them, or with the owner, who can stop it.`,
  },
  'others-may-ask': {
    status: 409,
    title: 'Not now',
    detail: `You have withdrawn a release that was waiting. For ${withdrawalPauseDays} days the other executors can ask for it; then you can ask again.`,
  },
  'stop-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not complete, or its vault no longer exists. Please open it again from the email.',
  },
  'release-settings-changed': {
    status: 409,
    title: 'Changed somewhere else',
    detail: 'This was changed somewhere else in the meantime, so nothing was saved. Please look at it again.',
  },
  'long-wait-needed': {
    status: 409,
    title: 'A longer wait is needed',
    detail:
      'Only a vault that waits 14 days or more, and for which one executor is enough, is released after your silence. Please choose that first under “Before a release”. Nothing was saved.',
  },
  'two-executors-needed': {
    status: 409,
    title: 'One executor is missing',
    detail: 'Two executors can agree only if there are two. Please add another executor first.',
  },
} as const satisfies Record<string, RefusalEntry>;
