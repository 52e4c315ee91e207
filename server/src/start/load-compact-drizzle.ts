// Makes Node load Drizzle's CommonJS build. Its ES modules use star re-exports, and linking those takes half a second of
// every start and leaves 130 MB of garbage (docs/design/performance.md). The code is the same.
import { type ResolveFnOutput, registerHooks } from 'node:module';

/** Node would parse Drizzle's list of exports, 180 KB, for each file that imports it. */
const found = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(name, context, next) {
    if (!name.startsWith('drizzle-orm')) return next(name, context);
    const result = found.get(name) ?? next(name, { ...context, conditions: ['node', 'require'] });
    found.set(name, result);
    return { ...result, shortCircuit: true };
  },
});
