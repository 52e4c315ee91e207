// The suites that `npm run mutants` mutates, with the tests that must detect each. A rules file is mutated with only its own tests.
import path from 'node:path';

export interface Suite {
  mutate: string[];
  tests: string[];
  /** Its tests open a database. A mutant of a constant would need the entire suite again, so only the rules mutate constants. */
  usesDatabase: boolean;
}

const rules = [
  'server/src/vaults/vault-access/guess-rules.ts',
  'server/src/letters/ledger/code-rules.ts',
  'server/src/payments/settlement/settlement-rules.ts',
  'server/src/payments/settlement/price-rules.ts',
  'server/src/plans/place-rules.ts',
  'server/src/vaults/recipients/answer-rules.ts',
  'server/src/vaults/edit/vault-rules.ts',
  'server/src/people/sessions/session-rules.ts',
  'server/src/people/sessions/session-cookies.ts',
  'server/src/people/users/deletion-rules.ts',
  'server/src/vaults/vault-access/recipient-session.ts',
  'server/src/http/network.ts',
  'server/src/http/rate-limiter.ts',
  'server/src/http/require-our-origin.ts',
  'server/src/http/require-proof.ts',
  'server/src/keys/formats/encrypted-stream.ts',
  'server/src/keys/master/key-file.ts',
  'server/src/keys/vault/executor-code.ts',
  'server/src/keys/secret/mailed-secret.ts',
  'server/src/keys/secret/log-names.ts',
  'server/src/keys/master/master-keys.ts',
  'server/src/keys/vault/vault-texts.ts',
];

const operations: Record<string, Omit<Suite, 'usesDatabase'>> = {
  release: {
    mutate: ['server/src/vaults/release/*.ts', 'server/src/vaults/stores/release-store.ts'],
    tests: ['server/src/vaults/{release/*,stores/release-store}.test.ts', 'server/tests/statements.test.ts'],
  },
  'recipient-links': {
    mutate: [
      'server/src/vaults/vault-access/{open-link,open-vault,send-fresh-link,show-content,vault-access-routes}.ts',
      'server/src/vaults/recipients/link-store.ts',
    ],
    tests: [
      'server/src/vaults/vault-access/{steps,guess-states,link-limits,vault-access,write-copy,preview}.test.ts',
      'server/src/vaults/recipients/link-store.test.ts',
    ],
  },
  'recipient-proofs': {
    mutate: ['server/src/vaults/vault-access/{verify-*,send-code,code-store,guess-store,reopen-questions}.ts'],
    tests: ['server/src/vaults/vault-access/{steps,guess-states}.test.ts'],
  },
  settlement: {
    mutate: ['server/src/payments/*/{settle-payment,apply-settlement,upsert-purchase,move-vaults}.ts'],
    tests: ['server/src/payments/*/{apply-settlement,settlement-outcomes,refund-purchase}.test.ts'],
  },
  'payment-events': {
    mutate: [
      'server/src/payments/*/{receive-webhook,webhook-event-store,settle-dispute,complete-payment,refund-purchase}.ts',
    ],
    tests: ['server/src/payments/*/{receive-webhook,settle-dispute,complete-payment,refund-purchase}.test.ts'],
  },
  places: {
    mutate: ['server/src/plans/{free-places,purchase-store,purchase-check-store}.ts'],
    tests: ['server/src/plans/*.test.ts'],
  },
  'master-secret': {
    mutate: ['server/src/keys/*/{master-secret,secrets-file,installation-store}.ts'],
    tests: ['server/src/keys/*/{master-secret,rotate-secret}.test.ts'],
  },
  secrets: {
    mutate: ['server/src/keys/*/{rotate-secret,digest-store}.ts'],
    tests: ['server/src/keys/secret/rotate-secret.test.ts', 'server/tests/secret-rotation.test.ts'],
  },
  'vault-keys': {
    mutate: ['server/src/keys/*/{rotate-keys,vault-keys,vault-key-store}.ts'],
    tests: ['server/src/keys/*/{rotate-keys,rewrap-keys}.test.ts', 'server/tests/key-service.test.ts'],
  },
  authorization: {
    mutate: ['server/src/http/limit-call.ts', 'server/src/people/sessions/read-owner.ts'],
    tests: ['server/src/people/sessions/read-owner.test.ts', 'server/src/http/limit-call.test.ts'],
  },
  sessions: {
    mutate: ['server/src/people/sessions/{session-store,suspend-owner,account-links,account-link-store}.ts'],
    tests: ['server/src/people/sessions/{session-store,suspend-owner,account-links}.test.ts'],
  },
};

export const suites: Record<string, Suite> = {
  ...Object.fromEntries(
    rules.map((file) => [
      path.basename(file, '.ts'),
      { mutate: [file], tests: [file.replace(/\.ts$/, '.test.ts')], usesDatabase: false },
    ]),
  ),
  keyring: {
    mutate: ['server/src/keys/secret/keyring.ts'],
    tests: ['server/src/keys/secret/keyring*.test.ts'],
    usesDatabase: false,
  },
  'compact-jwe': {
    mutate: ['server/src/keys/formats/compact-jwe.ts'],
    tests: ['server/src/keys/*/{compact-jwe,vault-texts}.test.ts'],
    usesDatabase: false,
  },
  'key-services': {
    mutate: ['server/src/keys/*/{service-keys,kms-keys,transit-keys,open-master-keys}.ts'],
    tests: ['server/src/keys/*/{every-ring,service-keys,open-master-keys}.test.ts'],
    usesDatabase: false,
  },
  calls: {
    mutate: ['server/src/http/{routes,parse-input}.ts'],
    tests: ['server/src/http/{routes,route-kinds,parse-input}.test.ts'],
    usesDatabase: false,
  },
  ...Object.fromEntries(Object.entries(operations).map(([name, suite]) => [name, { ...suite, usesDatabase: true }])),
};

/** All suites without a database. */
export const rulesOnly = Object.keys(suites).filter((name) => !suites[name]?.usesDatabase);
