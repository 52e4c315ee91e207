// Where a sign-in comes from, as far as a session and a letter may tell of it.
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import type { SessionCookies } from './session-cookies.ts';

export interface Visitor {
  network: string;
  userAgent: string;
  /** The token this browser keeps to be known again. */
  device: string | null;
  /** The origin links are made with. */
  origin: string;
}

const maxUserAgent = 500;

export function visitorOf(request: FastifyRequest, origin: string, cookies: SessionCookies): Visitor {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgent);
  return { network: networkOf(request), userAgent, device: cookies.readDevice(request), origin };
}
