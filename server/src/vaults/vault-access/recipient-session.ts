// What this browser has proven for a link (address, mailbox, answers), in a signed cookie that is valid for half an hour.
import { recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import { readCookie, writeCookie } from '../../platform/lib/cookies.ts';

export interface RecipientSession {
  /** A random id that we set when the browser enters the address. */
  browserId: string;
  proven: 'address' | 'mailbox' | 'granted';
}

const order: readonly RecipientSession['proven'][] = ['address', 'mailbox', 'granted'];

/** Whether a proof reaches less than the browser has already: another of its tabs may have the letter open, and keeps it. */
export const isLower = (proof: RecipientSession, before: RecipientSession | null): boolean =>
  before !== null && order.indexOf(proof.proven) < order.indexOf(before.proven);

export interface RecipientSessions {
  read(request: FastifyRequest, linkId: string): RecipientSession | null;
  start(reply: FastifyReply, linkId: string, session: RecipientSession): void;
}

export function createRecipientSessions(needs: { keyring: Keyring; clock: Clock; secure: boolean }): RecipientSessions {
  // One cookie per link, so that two vaults can be open in one browser.
  const nameOf = (linkId: string) => `${needs.secure ? '__Host-' : ''}vault_access_${linkId.slice(-12)}`;
  const signed = (linkId: string, session: string, expires: string) => `${linkId} ${session} ${expires}`;
  return {
    read(request, linkId) {
      const value = readCookie(request, nameOf(linkId)) ?? '';
      const [browserId = '', proven = '', expires = '', signature = ''] = value.split('.');
      const text = signed(linkId, `${browserId} ${proven}`, expires);
      if (!needs.keyring.isSigned('recipient-session', text, signature)) return null;
      if (Number(expires) <= needs.clock.now().getTime()) return null;
      return { browserId, proven: proven as RecipientSession['proven'] };
    },
    start(reply, linkId, { browserId, proven }) {
      const expires = String(minutesLater(needs.clock.now(), recipientSessionMinutes).getTime());
      const signature = needs.keyring.sign('recipient-session', signed(linkId, `${browserId} ${proven}`, expires));
      const value = `${browserId}.${proven}.${expires}.${signature}`;
      const maxAgeSeconds = recipientSessionMinutes * 60;
      const line = writeCookie(nameOf(linkId), value, { maxAgeSeconds, secure: needs.secure, sameSite: 'strict' });
      reply.header('set-cookie', line);
    },
  };
}
