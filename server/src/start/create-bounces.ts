// Creates what reads bounces: their mailbox, if one is set, and what this process knows about it.
import type { BounceMailbox } from '../letters/bounces/bounce-mailbox.ts';
import { type BounceWatch, createBounceWatch } from '../letters/bounces/bounce-watch.ts';
import type { Foundation } from './create-foundation.ts';

interface Bounces {
  /** Null without the setting. */
  bounceMailbox: BounceMailbox | null;
  bounceWatch: BounceWatch | null;
  readBounces: (signal: AbortSignal) => Promise<void>;
}

export async function createBounces({
  config,
  log,
  clock,
  keyring,
  jobDatabase: database,
}: Foundation): Promise<Bounces> {
  const bounceMailbox = await openMailbox(config.mail.bounceMailboxUrl);
  if (!bounceMailbox) return { bounceMailbox, bounceWatch: null, readBounces: async () => {} };
  const bounceWatch = createBounceWatch(clock);
  const { readBounces } = await import('../letters/bounces/read-bounces.ts');
  const logBounces = (message: string, counts: Record<string, number>) => log.info(counts, message);
  const needs = { database, clock, keyring, bounceMailbox, bounceWatch, logBounces };
  return { bounceMailbox, bounceWatch, readBounces: (signal: AbortSignal) => readBounces(needs, signal) };
}

/** The IMAP library is large, so only a start that needs it loads it. */
async function openMailbox(url: string | undefined): Promise<BounceMailbox | null> {
  if (!url) return null;
  const { createImapMailbox } = await import('../letters/bounces/imap-mailbox.ts');
  return createImapMailbox({ url });
}
