// The tests of `npm run test:long`, which end in .long.test.ts.
import { configOf } from './vitest.config.ts';

export default configOf({ isLong: true });
