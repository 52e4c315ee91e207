// The signed links of files expire: when to renew them, and what players and downloads can ask.
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';

export type Renewal = 'renewed' | 'session-over' | 'not-reached';

export interface FreshLinks {
  refresh: () => Promise<Renewal>;
  areStale: () => boolean;
  /** Whether the proofs are needed again before new links can be issued. */
  isSessionOver: boolean;
}

/** Links are renewed after two thirds of their lifetime, so that a link that was just clicked still works. */
export const renewAfterMilliseconds = (downloadLinkMinutes * 60 * 1000 * 2) / 3;

export const areLinksStale = (renewedAt: Date, now: Date): boolean =>
  now.getTime() - renewedAt.getTime() >= renewAfterMilliseconds;
