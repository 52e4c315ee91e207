// The check-in: how often we ask an owner whether they are well, what follows without an answer, and the yearly question about codes.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, linkToken } from './text.ts';

export const checkInMonths = [1, 3, 6, 12] as const;

/** Far more vaults than any plan has places for. */
const maxVaults = 1000;

export const checkIn = z.object({
  /** We ask after so many months without a sign of the owner. Null: never. */
  months: z.nullable(z.literal([...checkInMonths])),
  /** When we ask next, unless the owner shows up. Null while we ask, or never do. */
  nextAt: z.nullable(z.string()),
  /** Until when the owner does not want to be asked. */
  pausedUntil: z.nullable(z.string()),
  /** Since when we wait for an answer, and when executors were asked because there was none. */
  openSince: z.nullable(z.string()),
  silentAt: z.nullable(z.string()),
  /** Whether we email the owner and the executors once a year. */
  yearly: z.boolean(),
  vaults: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      executors: z.int(),
      /** Whether we ask its executors. */
      asks: z.boolean(),
      /** Whether we release it after its wait instead of asking them. */
      releases: z.boolean(),
      /** Whether the owner may choose that: its wait is long enough, and nobody has to agree. */
      canRelease: z.boolean(),
    }),
  ),
});
export type CheckIn = z.output<typeof checkIn>;

export const getCheckIn = endpoint({
  method: 'GET',
  path: '/api/account/check-in',
  summary:
    'Returns how often we ask the owner whether they are well, and what happens to each vault without an answer.',
  access: 'owner',
  reply: checkIn,
});

export const chooseCheckIn = endpoint({
  method: 'PUT',
  path: '/api/account/check-in',
  summary:
    'Sets how often we ask the owner whether they are well, what happens to each vault without an answer, and whether we send the yearly emails. Asking less often, and a release that comes sooner, need a proof.',
  access: 'owner',
  proof: 'sometimes',
  limit: { tries: 60, seconds: 600 },
  body: z.strictObject({
    months: z.nullable(z.literal([...checkInMonths], 'Please choose 1, 3, 6 or 12 months')),
    pausedUntil: z.nullable(instant('Please choose a valid day')),
    /** The vaults whose executors we ask. */
    vaultIds: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxVaults)),
    /** Those of them that we release after their wait instead. If missing, this choice does not change. */
    releaseIds: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxVaults))),
    yearly: z.boolean(),
  }),
  reply: checkIn,
  refusals: ['vault-not-found', 'pause-not-possible', 'long-wait-needed'],
});

export const answerCheckIn = endpoint({
  method: 'POST',
  path: '/api/check-in/answer',
  summary: 'Answers “I am well” by the link in our email. A repeat changes nothing.',
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({
    /** False if it was answered before. */
    isNew: z.boolean(),
    /** When we ask next. Null if the owner no longer wants to be asked. */
    nextAt: z.nullable(z.string()),
  }),
  refusals: ['check-in-link-unknown'],
});

export const answerYearly = endpoint({
  method: 'POST',
  path: '/api/executor/yearly',
  summary:
    'Answers the yearly email to an executor: they have the code, need a new one, for which we ask the owner, or do not want to be asked again.',
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken(), answer: z.enum(['have-it', 'send-new', 'stop-asking']) }),
  reply: z.object({ ownerName: z.string() }),
  refusals: ['yearly-link-unknown'],
});

export const sendWantedCode = endpoint({
  method: 'POST',
  path: '/api/account/send-wanted-code',
  summary: 'Sends a new code to an executor who asked for one. The owner agrees by the link in our email.',
  access: 'anyone',
  limit: { tries: 30, seconds: 60, durable: true },
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ executorName: z.string() }),
  refusals: ['wanted-code-link-unknown', 'vault-unreadable', 'letter-limit-reached'],
});
