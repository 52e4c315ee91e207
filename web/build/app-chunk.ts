// Chooses the modules for the chunks that pages share. Every page loads the first: the app's entry, and what the landing page's first
// screen shares with other pages.
// By default the bundler makes a chunk for each shared piece, and loading twenty small chunks is slow on a phone.
interface ModuleFacts {
  /** The modules that import it statically. */
  importers: readonly string[];
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null;
}

const starts = ['/src/app/entry/entry-client.tsx', '/src/app/home-page.tsx', '/src/site/landing/landing-page.tsx'];
/** A fifth of the first page's script, for forms on other pages. */
const schemas = /\/node_modules\/zod\//;
/** Their packages' index hides which pages use them. Three icons are on the landing page and on others. */
const hiddenByAnIndex =
  /\/lucide\/dist\/esm\/icons\/(?!arrow-down\.|check\.|download\.)|\/@tanstack\/.+\/(useMutation|mutationObserver)\./;
const landingOnly = /\/src\/site\/(landing\/(?!site-footer|install\/install-offer)|help-page|questions)/;

export function appChunk(id: string, graph: ModuleGraph): string | null {
  const visited = new Set<string>();
  const isReached = (module: string): boolean => {
    if (starts.some((start) => module.endsWith(start))) return true;
    if (visited.has(module)) return false;
    visited.add(module);
    return graph.getModuleInfo(module)?.importers.some(isReached) ?? false;
  };
  if (landingOnly.test(id) || hiddenByAnIndex.test(id) || !isReached(id)) return null;
  if (schemas.test(id)) throw new Error(`the first page would load the contract's schemas, through ${id}`);
  return 'app';
}

/** Small shared pieces in a few chunks: on a slow connection many requests wait longer than their bytes take. */
export const sharedChunks = [
  {
    // Public pages show prices without the contract's schemas, so this comes before the chunks that have them.
    name: 'prices',
    test: /\/contract\/src\/(answer-promise|plan-catalogue)\.ts|\/web\/src\/(lib\/money|plans\/lowest-price)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'parts',
    test: /\/web\/src\/(ui\/(card|focus-fallback|notice|section|fields\/(choice|text-field)|page\/page-(loading|part))|lib\/(browser\/time-zone|cookies|dates|error-text|one-at-a-time))\.tsx?|\/contract\/src\/(dates|delivery|digits|endpoint|iso|named-executor|problem|text|time-zone|typed-code)\.ts|\/lucide\/|\/zod\/v4\/mini\/coerce|\/@tanstack\//,
    minShareCount: 3,
  },
  {
    name: 'form',
    test: /\/react-hook-form\/|\/web\/src\/(lib\/form|people\/forms\/use-form-submission)\.ts/,
    minShareCount: 2,
  },
  {
    name: 'form-pages',
    test: /\/web\/src\/(lib\/link-page|people\/forms\/(account-fields|destination|form-page|mailbox|use-typed))/,
    minShareCount: 2,
  },
  {
    name: 'owner',
    test: /\/web\/src\/(app\/owner|people\/sessions\/forget|ui\/dialog|plans\/use|lib\/browser\/use-address|vaults\/files\/(file-row|shown\/(file-links|use-link-checks)|upload\/upload-chosen))|\/contract\/src\/recordings\.ts/,
    minShareCount: 2,
  },
  {
    // The calls of a session and of an account, apart from those of vaults: the pages that sign in need only these.
    name: 'account-calls',
    test: /\/contract\/src\/(account|passkeys|sessions)\.ts|\/web\/src\/people\/forms\/passkey-prompt/,
    minShareCount: 2,
  },
  {
    // The calls of an owner's pages, which most of them load together.
    name: 'calls',
    test: /\/contract\/src\/(answer-r|billing|graphemes|letters|proof|vault-parts|vaults)/,
    minShareCount: 2,
  },
  {
    // With its cipher, which no other owner's page needs.
    name: 'drafts',
    test: /\/web\/src\/vaults\/(create\/draft\/draft|form\/sealed-drafts)/,
    minShareCount: 2,
  },
  {
    name: 'vault-fields',
    test: /\/web\/src\/vaults\/form\/(past-date|recipient-fields)/,
    minShareCount: 2,
  },
  {
    name: 'sign-in',
    test: /\/web\/src\/people\/forms\/(check-new|signed-up)|\/contract\/src\/(openid|sign-in)\.ts/,
    minShareCount: 2,
  },
  {
    // Files as they are read.
    name: 'shown-files',
    test: /\/web\/src\/vaults\/files\/(finding|shown\/)|\/contract\/src\/captions\.ts/,
    minShareCount: 2,
  },
  {
    name: 'states',
    test: /\/web\/src\/vaults\/status\/(vault-states|wait-words)|\/contract\/src\/(activity|release-requests)\.ts/,
    minShareCount: 2,
  },
];
