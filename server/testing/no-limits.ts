// A rate limiter without limits, for tests that are not about limits.
import type { RateLimiter } from '../src/http/rate-limiter.ts';

export const noLimits: RateLimiter = {
  count: async () => ({ tries: 1, left: 1, endsAt: new Date(0) }),
  take: async () => {},
  putBack: async () => {},
};
