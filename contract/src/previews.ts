// The owner's previews: the recipient's steps on a page, and the letters of the release as a rehearsal.
import * as z from 'zod/mini';
import { accessibleVault } from './access-state.ts';
import { endpoint } from './endpoint.ts';

const vaultId = z.strictObject({ id: z.string() });

const preview = z.object({ vault: accessibleVault, recipientEmail: z.string() });
export type Preview = z.output<typeof preview>;

export const previewVault = endpoint({
  method: 'GET',
  path: '/api/vaults/:id/preview',
  summary: 'The vault as its recipient will see it, for its owner. Makes no link, counts nothing and releases nothing.',
  access: 'owner',
  readsContent: true,
  params: vaultId,
  reply: preview,
  refusals: ['vault-not-found', 'vault-unreadable'],
});

export const rehearseRelease = endpoint({
  method: 'POST',
  path: '/api/vaults/:id/rehearsal',
  summary:
    'Mails the owner the letters that the executor and the recipient will get, marked and without a usable code or link. Once an hour.',
  access: 'owner',
  limit: { tries: 30, seconds: 600 },
  params: vaultId,
  reply: z.object({ nextAt: z.string() }),
  refusals: ['vault-not-found', 'rehearsed-recently'],
});
