// What this browser has proven about a link, in a signed cookie that lives half an hour: the address, or the answers too.
import { recipientSessionMinutes } from '@remembrance/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';

type Proven = 'questions' | 'granted';

export interface RecipientSessions {
  read(request: FastifyRequest, linkId: string): Proven | null;
  start(reply: FastifyReply, linkId: string, proven: Proven): void;
}

export function createRecipientSessions(needs: { keyring: Keyring; clock: Clock; secure: boolean }): RecipientSessions {
  // One cookie for each link, so that two vaults can be open in one browser.
  const nameOf = (linkId: string) => `vault_access_${linkId.slice(-12)}`;
  const signed = (linkId: string, proven: string, expires: string) => `${linkId} ${proven} ${expires}`;
  return {
    read(request, linkId) {
      const value = cookieOf(request, nameOf(linkId));
      const [proven = '', expires = '', signature = ''] = value.split('.');
      if (!needs.keyring.isSigned('recipient-session', signed(linkId, proven, expires), signature)) return null;
      if (Number(expires) <= needs.clock.now().getTime()) return null;
      return proven as Proven;
    },
    start(reply, linkId, proven) {
      const expires = String(minutesLater(needs.clock.now(), recipientSessionMinutes).getTime());
      const signature = needs.keyring.sign('recipient-session', signed(linkId, proven, expires));
      const attributes = `Path=/api/vault-access; HttpOnly; SameSite=Strict; Max-Age=${recipientSessionMinutes * 60}`;
      const cookie = `${nameOf(linkId)}=${proven}.${expires}.${signature}; ${attributes}${needs.secure ? '; Secure' : ''}`;
      reply.header('set-cookie', cookie);
    },
  };
}

function cookieOf(request: FastifyRequest, name: string): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
