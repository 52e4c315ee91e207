// Who may import whom: the ladder of ARCHITECTURE.md as rules. `npm run check` runs it and makes sure that it has read
// every file, since without @swc/core (it cannot use TypeScript 7) it reads none and finds nothing wrong.

// The twelve districts and the folders of each, in order. A district whose own name comes last also has files of its own.
const districts = [
  ...rooms('platform', ['lib', 'database/schema', 'database/embedded', 'database']),
  ...rooms('keys', ['formats', 'secret', 'master', 'vault']),
  ...rooms('records', ['acts', 'journal']),
  ...rooms('letters', ['templates', 'mailers', 'ledger', 'bounces', 'sending']),
  // The clock sends the operator a letter about a problem.
  'records/clock',
  'http',
  ...rooms('people', ['users', 'owner-changes', 'passwords', 'sessions', 'passkeys', 'proof', 'two-factor']),
  ...rooms('people', ['openid', 'sign-in']),
  'plans',
  ...rooms('files', ['storage', 'scan', 'stored', 'upload', 'download']),
  'files',
  ...rooms('vaults', ['executors', 'recipients', 'vault', 'create', 'edit', 'delete', 'vault-access', 'release']),
  'vaults',
  ...rooms('payments', ['gateway', 'settlement', 'checkout', 'webhooks', 'billing']),
  'payments',
  'account',
  ...rooms('operations', ['transparency', 'restore', 'health', 'metrics', 'dev']),
];
/** Code that is composed of the districts and of the root files. It is not a district itself, and nothing above imports it. */
const composition = [
  ...['settings', 'start'],
  ...rooms('commands', ['run', 'admin', 'doctor', 'backup', 'keys', 'move', 'restore', 'stripe-check', 'verify']),
  'commands',
];
const webLadder = [
  ...['lib/browser', 'lib'],
  ...['ui', 'ui/page', 'ui/styles', 'ui/seal', 'ui/fields'],
  ...rooms('people', ['sessions', 'forms', 'proof', 'sign-in']),
  ...['plans/share', 'plans'],
  ...rooms('vaults/files', ['shown', 'upload', 'copies', 'recorder']),
  ...rooms('vaults', ['files', 'executors', 'status', 'form']),
  ...rooms('vaults/create', ['draft', 'sections', 'review']),
  ...rooms('vaults', ['create', 'edit/state', 'edit/parts', 'edit', 'details', 'dashboard', 'release']),
  ...rooms('vaults/vault-access', ['proof', 'opened', 'preview']),
  'vaults/vault-access',
  ...['payments/checkout', 'payments/billing', 'account'],
  ...['site/landing/install', 'site/landing/vault', 'site/legal', 'site', 'site/landing'],
  ...['app', 'app/entry'],
];
function rooms(district, names) {
  return names.map((name) => `${district}/${name}`);
}
const test = '\\.test\\.tsx?$';
const anyOf = (names) => `(${names.join('|')})`;
/** The files of these folders, without those of the folders inside them. */
const filesIn = (workspace, folders) => `^${workspace}/src/${anyOf(folders)}/[^/]+$`;

/** A folder may import itself and any earlier folder on the ladder, but no later folder, no folder outside the ladder, and no root file. */
const steps = (workspace, ladder, ...others) =>
  ladder.map((folder, position) => ({
    name: `${workspace}-ladder-${folder}`,
    severity: 'error',
    from: { path: filesIn(workspace, [folder]), pathNot: test },
    to: { path: `^${workspace}/src/`, pathNot: [filesIn(workspace, ladder.slice(0, position + 1)), ...others] },
  }));

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    ...steps('server', districts),
    ...steps('server', composition, filesIn('server', districts), '^server/src/[^/]+$'),
    ...steps('web', webLadder),
    forbid(
      'every-folder-is-on-the-ladder',
      {
        path: ['^server/src/[^/]+/', '^web/src/[^/]+/'],
        pathNot: [filesIn('server', [...districts, ...composition]), filesIn('web', webLadder), test],
      },
      {},
    ),
    forbid('no-cycles', {}, { circular: true }),
    forbid('every-import-is-found', {}, { couldNotResolve: true }),
    forbid(
      'contract-imports-zod-only',
      { path: '^contract/', pathNot: [test, '^contract/testing/(any-character|fixed-seed|retyped)\\.ts$'] },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    forbid(
      'workspaces-meet-in-the-contract',
      { path: '^(sandbox|server|web|e2e|lab)/', pathNot: '^lab/(webhooks|speed)/' },
      // These start servers from Debian's packages and do not import our code.
      {
        path: '^(server|web|e2e|lab)/',
        pathNot: ['^$1/', '^server/testing/(rados-gateway|debian-cluster|free-port)\\.ts$'],
      },
    ),
    // The webhook run kills a server process between any two of its statements, so it is built from the server's parts.
    forbid(
      'the-webhook-run-is-made-of-the-server',
      { path: '^lab/webhooks/' },
      { path: '^(web|e2e|lab)/', pathNot: ['^lab/webhooks/', '^lab/support/(random|run-folder)\\.ts$'] },
    ),
    // The speed run fills databases without using the calls, and creates the secrets that its requests contain.
    forbid('the-speed-run-fills-databases', { path: '^lab/speed/' }, { path: '^(sandbox|web|e2e)/' }),
    forbid(
      'the-sandbox-is-named-by-the-composition-root',
      {
        path: '^(server|web|e2e|lab)/',
        pathNot: [test, '^server/src/([^/]+\\.ts$|start/|commands/)', '^server/test(ing|s)/', '^lab/webhooks/'],
      },
      { path: '^sandbox/' },
    ),
    forbid(
      'rules-are-pure',
      { path: '-rules\\.tsx?$' },
      {
        path: [
          '-(store|routes)\\.ts$',
          '^server/src/(platform/database|http)/',
          '^node_modules/(?!zod/)',
          '^(node:)?(fs|http|net|child_process)',
        ],
      },
    ),
    forbid(
      'stores-hold-queries-only',
      { path: '^server/src/([^/]+)/.*-store\\.ts$' },
      {
        pathNot: ['^contract/', '^server/src/(platform|$1)/', '-(store|rules)\\.ts$', '^node_modules/drizzle-orm/'],
      },
    ),
    forbid(
      'ui-knows-no-domain',
      { path: '^web/src/ui/', pathNot: test },
      // Both sides use the same code to draw a seal.
      { path: ['^contract/(?!src/draw-seal\\.ts$)', '^web/src/(?!ui/|lib/)'] },
    ),
    forbid(
      'no-test-code-in-production',
      { path: '^(contract|sandbox|server|web)/src/', pathNot: test },
      { path: ['^server/test(ing|s)/', '^(contract|sandbox|web)/testing/', test, '^(e2e|lab)/'] },
    ),
    forbid(
      'no-development-packages-in-production',
      {
        path: ['^(contract|sandbox|server|web)/src/', '^web/(build/|vite\\.config)'],
        pathNot: [test, '^web/build/(cut-fonts|engrave|engrave-motto|web-support)\\.ts$'],
      },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web|server)/dist/' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
