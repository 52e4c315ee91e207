// The facts about a sign-in's origin that a session and a letter may record.
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../http/network.ts';
import type { SessionCookies } from './session-cookies.ts';

export interface Visitor {
  network: string;
  userAgent: string;
  /** The token that identifies this browser. */
  device: string | null;
  /** The origin for links. */
  origin: string;
}

const maxUserAgent = 500;

export function visitorOf(request: FastifyRequest, origin: string, cookies: SessionCookies): Visitor {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgent);
  return { network: networkOf(request), userAgent, device: cookies.readDevice(request), origin };
}
