// Starts the draft of a new vault from another vault: its title, message, executors and chosen files, but never its recipient or
// questions. The next form of this tab continues it; drafts that exist stay.
import type { Executor } from '@remembrance/contract/executors.ts';
import type { VaultFile } from '@remembrance/contract/files.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { copiedFile } from '../../files/upload/copied-file.ts';
import { browserStore, isStorageEnabled } from '../../form/sealed-drafts.ts';
import type { CopiedContent } from './copied-content.ts';
import { readDraft, saveDraft } from './draft.ts';
import { addDraftFiles, sameFileKey } from './draft-files.ts';
import { startOwnDraft } from './own-draft.ts';
import { emptyVaultForm } from './vault-form.ts';

interface Copied {
  ownerId: string;
  vault: Pick<Vault, 'id' | 'title' | 'message'>;
  executors: readonly Executor[];
  files: readonly VaultFile[];
}

/** @returns false if this browser stores nothing, or not everything */
export async function copyToDraft({ ownerId, vault, executors, files }: Copied, now: Date): Promise<boolean> {
  const store = browserStore();
  if (!store || !isStorageEnabled()) return false;
  const stored = files.map((file, at) => ({ file: fileFor(vault.id, file, at), caption: file.caption }));
  const [first] = executors;
  const content: CopiedContent = {
    from: vault.title,
    // A process of version 1.0.0 refuses a field that it does not know.
    executors: executors.map(({ name, email, secondEmail, note }) => ({
      name,
      email,
      note,
      ...(secondEmail && { secondEmail }),
    })),
  };
  const values = {
    ...emptyVaultForm,
    title: vault.title,
    message: vault.message,
    executorName: first?.name ?? '',
    executorEmail: first?.email ?? '',
    executorSecondEmail: first?.secondEmail ?? '',
    copied: JSON.stringify(content),
  };
  const captions = Object.fromEntries(
    stored.flatMap(({ file, caption }) => (caption ? [[sameFileKey(file), caption]] : [])),
  );
  const draftId = startOwnDraft(ownerId);
  saveDraft(store, { draftId, values, captions }, now);
  const areFilesStored = await addDraftFiles(
    draftId,
    stored.map(({ file }) => file),
    now,
  );
  return areFilesStored && readDraft(store, draftId, now) !== undefined;
}

/** Files of one name are distinguished by their time. */
function fileFor(
  vaultId: string,
  { id: fileId, fileName, mimeType, sizeBytes, createdAt }: VaultFile,
  at: number,
): File {
  const facts = { type: mimeType, lastModified: Date.parse(createdAt) + at };
  return copiedFile(fileName, facts, { vaultId, fileId, sizeBytes });
}
