// The tests of one file of rules for `npm run mutants`, without the database that the other tests of the server share. They are named
// here, because a mutant of a constant is met by everything that this configuration includes.
import { defineConfig } from 'vitest/config';

const include: string[] = JSON.parse(process.env.MUTANT_TESTS ?? '[]');

export default defineConfig({ test: { environment: 'node', include, testTimeout: 60_000 } });
