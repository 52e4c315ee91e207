// Has Drizzle loaded from its CommonJS build. Its ES modules re-export each other by stars, and linking those takes half a second of
// every start and leaves 130 MB of garbage (docs/performance.md). The code is the same.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, context, next) =>
    next(name, name.startsWith('drizzle-orm') ? { ...context, conditions: ['node', 'require'] } : context),
});
