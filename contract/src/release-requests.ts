// What happens between an executor's press and the release, if the owner chose it: a wait in which the owner can stop it, and a second
// executor who must agree.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { waitHoursChoices } from './release-limits.ts';
import { linkToken } from './text.ts';
import { releaseSettings } from './vault-parts.ts';
import { vaultId } from './vaults.ts';

const chosen = z.strictObject({ waitHours: z.literal([...waitHoursChoices]), mustAgree: z.boolean() });

export const changeReleaseSettings = endpoint({
  method: 'PUT',
  path: '/api/vaults/:id/release-settings',
  summary:
    'Sets how long a release by an executor waits, and whether two executors must agree. Shortening or turning off either requires a proof. Uses no edit.',
  access: 'owner',
  proof: 'sometimes',
  params: vaultId,
  body: z.strictObject({
    ...chosen.shape,
    /** The values that the owner saw. If they have changed since, nothing is saved. */
    was: chosen,
  }),
  reply: releaseSettings,
  refusals: ['vault-not-found', 'vault-released', 'release-settings-changed', 'two-executors-needed'],
});

export const stopReleaseOfVault = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/stop-release',
  summary:
    'Stops the release that an executor has asked for. Repeating the call changes nothing. Another stop within 60 days requires a proof.',
  access: 'owner',
  proof: 'sometimes',
  params: vaultId,
  /** False if there was none. */
  reply: z.object({ stopped: z.boolean() }),
  refusals: ['vault-not-found'],
});

const stopLimit = { tries: 30, seconds: 60, durable: true };
const stopBody = z.strictObject({ token: linkToken() });

/** A request as the link in the owner's email shows it. `stopped` and the states after it have ended. */
export const stoppableRelease = z.object({
  state: z.enum(['asked', 'waiting', 'stopped', 'objected', 'lapsed', 'released', 'ended']),
  vaultTitle: z.string(),
  recipientName: z.string(),
  /** Null if nobody asked: the owner did not answer a check-in, and had chosen that. */
  askedBy: z.nullable(z.string()),
  dueAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type StoppableRelease = z.output<typeof stoppableRelease>;

export const showStoppableRelease = endpoint({
  method: 'POST',
  path: '/api/stop-release/show',
  summary: "Shows the release that the link in the owner's email can stop. Changes nothing.",
  access: 'anyone',
  limit: stopLimit,
  body: stopBody,
  reply: stoppableRelease,
  refusals: ['stop-link-unknown'],
});

export const stopRelease = endpoint({
  method: 'POST',
  path: '/api/stop-release',
  summary:
    "Stops a release that an executor has asked for, by the link in the owner's email. If the request has ended, it shows how.",
  access: 'anyone',
  limit: stopLimit,
  body: stopBody,
  reply: stoppableRelease,
  refusals: ['stop-link-unknown'],
});
