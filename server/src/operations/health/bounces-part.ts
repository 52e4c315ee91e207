// Whether the mailbox that bounces come back to can be read, as the last run of the job found it: asking the mailbox each time is too slow.
import type { BounceWatch } from '../../letters/bounces/bounce-watch.ts';
import { type HealthPart, PartFails } from './read-health.ts';

export const bouncesPart = (watch: Pick<BounceWatch, 'findFailure'>): HealthPart => ({
  name: 'bounces',
  letterAfterMinutes: 60, // they wait in the mailbox
  async findProblem() {
    const failure = watch.findFailure();
    if (!failure) return null;
    const { cause, readAt } = failure;
    const age = readAt ? `It was last read at ${readAt.toISOString()}.` : 'It was not read since the start.';
    throw new PartFails('The mailbox of bounces cannot be read. Bounces wait there, and every email is sent.', {
      forOperator: `BOUNCE_IMAP_URL: ${cause}. ${age}`,
    });
  },
});
