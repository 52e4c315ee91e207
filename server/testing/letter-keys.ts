// For tests: the keys of letters in a folder of their own, which the end of the run removes.
import path from 'node:path';
import { createLetterKeys } from '../src/keys/letter-keys.ts';
import type { Clock } from '../src/lib/clock.ts';
import { makeTestFolder } from './test-folder.ts';

export const testLetterKeys = (clock: Clock) => createLetterKeys(path.join(makeTestFolder(), 'letter-keys'), clock);
