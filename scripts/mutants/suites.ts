// What `npm run mutants` mutates, in suites, each with the tests that must notice. Rules are mutated with their own tests alone.

export interface Suite {
  /** Each part runs on its own: what it mutates, and the tests that must notice. */
  parts: { mutate: string[]; tests: string[] }[];
  /** Its tests open a database, so a mutant of a constant, which would need the whole suite once more, is left to the rules. */
  usesDatabase?: boolean;
}

const operations = (mutate: string[], tests: string[]): Suite => ({ parts: [{ mutate, tests }], usesDatabase: true });

const rules = [
  'server/src/vault-access/guess-rules.ts',
  'server/src/vault-access/code-rules.ts',
  'server/src/payments/settlement-rules.ts',
  'server/src/payments/price-rules.ts',
  'server/src/purchases/place-rules.ts',
  'server/src/recipients/answer-rules.ts',
  'server/src/vaults/vault-rules.ts',
  'server/src/sessions/session-rules.ts',
  'server/src/users/deletion-rules.ts',
  'server/src/http/network.ts',
  'server/src/http/rate-limiter.ts',
  'server/src/http/require-our-origin.ts',
  'server/src/http/require-proof.ts',
  'server/src/keys/keyring.ts',
  'server/src/keys/log-names.ts',
];

export const suites: Record<string, Suite> = {
  rules: { parts: rules.map((file) => ({ mutate: [file], tests: [file.replace(/\.ts$/, '.test.ts')] })) },
  release: operations(
    ['server/src/release/*.ts', 'server/src/vaults/release-store.ts'],
    ['server/src/release/*.test.ts'],
  ),
  'vault-access': operations(
    ['server/src/vault-access/*.ts', '!server/src/vault-access/*-rules.ts', 'server/src/recipients/link-store.ts'],
    ['server/src/vault-access/*.test.ts'],
  ),
  settlement: operations(
    [
      'server/src/payments/{settle-payment,apply-settlement,settle-dispute,upsert-purchase,refund-purchase}.ts',
      'server/src/payments/{move-plan,move-vaults,receive-webhook,complete-payment,webhook-event-store}.ts',
    ],
    ['server/src/payments/{settle-payment,settlement-outcomes,disputes,receive-webhook,changed-purchase}.test.ts'],
  ),
  places: operations(
    ['server/src/purchases/*.ts', '!server/src/purchases/*-rules.ts'],
    ['server/src/purchases/*.test.ts'],
  ),
  keys: operations(
    ['server/src/keys/{master-secret,installation-store}.ts'],
    ['server/src/keys/master-secret.test.ts'],
  ),
  authorization: operations(
    [
      'server/src/http/{routes,limit-call,parse-input}.ts',
      'server/src/sessions/{read-owner,session-store,session-cookies,account-links,account-link-store,suspend-owner}.ts',
    ],
    ['server/src/sessions/*.test.ts', 'server/src/http/{limit-call,routes}.test.ts'],
  ),
};
