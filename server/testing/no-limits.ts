// A rate limiter that counts nothing, for routes whose limits are not what a test is about.
import type { RateLimiter } from '../src/http/rate-limiter.ts';

export const noLimits: RateLimiter = {
  count: async () => ({ tries: 1, left: 1, endsAt: new Date(0) }),
  take: async () => {},
  putBack: async () => {},
};
