// The districts of the API document: every call is in one of them, by its path.

interface Tag {
  name: string;
  description: string;
  paths: readonly string[];
}

export const apiTags: readonly Tag[] = [
  {
    name: 'sign-in',
    description: 'Accounts are created, confirmed and signed in to.',
    paths: ['auth', 'login', 'logout'],
  },
  {
    name: 'account',
    description:
      'The owner’s account: profile, ways in, sessions, proofs, export, undone changes, and the answer to a check-in.',
    paths: ['account', 'owner-changes', 'check-in'],
  },
  {
    name: 'vaults',
    description: 'The owner’s vaults, with their questions, executors, activity, and the stop of a release.',
    paths: ['vaults', 'stop-release'],
  },
  { name: 'files', description: 'The bytes of files, by signed links.', paths: ['uploads', 'downloads'] },
  { name: 'executors', description: 'What an executor does with a code.', paths: ['executor', 'send-again'] },
  {
    name: 'recipients',
    description: 'What a recipient does with a link, and what a reader of an email does who wants no more.',
    paths: ['vault-access', 'report-email'],
  },
  {
    name: 'payments',
    description: 'Plans, places, payments and their webhook.',
    paths: ['plans', 'billing', 'create-payment-intent', 'create-subscription', 'complete-payment', 'webhooks'],
  },
  {
    name: 'service',
    description: 'The installation: its health, its checkpoints and this document.',
    paths: ['service', 'health', 'transparency', 'openapi.json'],
  },
  { name: 'development', description: 'Only on a machine without a mail server.', paths: ['dev'] },
];

/** @throws if a call is in no district */
export function tagOf(path: string): string {
  const part = path.split('/')[2] ?? '';
  const tag = apiTags.find(({ paths }) => paths.includes(part));
  if (!tag) throw new Error(`${path} is in no district of the API document`);
  return tag.name;
}
