// Counts a call against its limit and reports the remainder in the headers RateLimit-Policy and RateLimit
// (draft-ietf-httpapi-ratelimit-headers). A program that reads them never exceeds the limit.
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../platform/lib/clock.ts';
import { type RateLimiter, refuseOver } from './rate-limiter.ts';

interface LimitNeeds {
  clock: Clock;
  rateLimiter: RateLimiter;
}

/** The name of the limit that every call has. Each call is counted separately. */
const policy = '"network"';

/** @throws {Refusal} too-many-requests with the time to try again */
export async function limitCall(
  { clock, rateLimiter }: LimitNeeds,
  { method, path, limit }: Endpoint,
  { network, reply }: { network: string; reply: FastifyReply },
): Promise<void> {
  const quota = await rateLimiter.count(`${method} ${path}`, network, limit);
  const seconds = Math.max(0, Math.ceil((quota.endsAt.getTime() - clock.now().getTime()) / 1000));
  reply.header('ratelimit-policy', `${policy};q=${quota.tries};w=${limit.seconds}`);
  reply.header('ratelimit', `${policy};r=${Math.max(0, quota.left)};t=${seconds}`);
  refuseOver(quota);
}
