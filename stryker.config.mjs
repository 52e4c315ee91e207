// Mutation testing: `npm run mutants` changes these files a little, one change at a time, and fails if no test fails. Only changes that
// no test can detect are disabled in the code, with the reason. For a part, name the files and their tests:
// TESTS='server/src/plans/*.test.ts' npm run mutants -- --mutate 'server/src/plans/*-rules.ts'
import os from 'node:os';
import path from 'node:path';

export default {
  mutate: [
    'server/src/keys/**/*.ts',
    'server/src/letters/ledger/code-rules.ts',
    'server/src/http/{limit-call,network,parse-input,rate-limiter,require-our-origin,require-proof,routes}.ts',
    'server/src/people/users/deletion-rules.ts',
    'server/src/people/sessions/{account-link-store,account-links,read-owner,suspend-owner}.ts',
    'server/src/people/sessions/session-{cookies,rules,store}.ts',
    'server/src/plans/{free-places,place-rules,purchase-check-store,purchase-store}.ts',
    'server/src/vaults/edit/vault-rules.ts',
    'server/src/vaults/recipients/{answer-rules,link-store}.ts',
    'server/src/vaults/release/*.ts',
    'server/src/vaults/stores/release-store.ts',
    'server/src/vaults/vault-access/{code-store,guess-rules,guess-store,open-link,open-vault,recipient-session}.ts',
    'server/src/vaults/vault-access/{reopen-questions,send-code,show-content,verify-*}.ts',
    'server/src/vaults/vault-access/vault-access-routes.ts',
    'server/src/payments/settlement/{apply-settlement,move-vaults,refund-purchase}.ts',
    'server/src/payments/settlement/{settle-dispute,settle-payment,settlement-rules,upsert-purchase}.ts',
    'server/src/payments/checkout/complete-payment.ts',
    'server/src/payments/webhooks/{receive-webhook,webhook-event-store}.ts',
    '!**/*.test.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  // Stryker would rewrite it with functions that TypeScript 7 no longer has. Nothing compiles here.
  tsconfigFile: 'none',
  mutator: { excludedMutations: ['OptionalChaining'] }, // the compiler refuses these changes
  // A change of a constant needs all tests again, so constants are only changed if TESTS names a few.
  ignoreStatic: !process.env.TESTS,
  thresholds: { high: 100, low: 100, break: 100 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false },
  concurrency: 1,
  // Stryker ends only what the time limit of a test cannot: an endless loop.
  timeoutFactor: 5,
  timeoutMS: 300_000,
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ['/data', '/docs', '/pictures', '/release', '/test-results', '/web/dist'],
  tempDirName: path.join(os.tmpdir(), `remembrance-mutants-${process.pid}`),
};
