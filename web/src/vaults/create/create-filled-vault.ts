// Creates a vault with its files: first the vault, then each file in turn. If a file cannot be uploaded, the vault is deleted.
// If the response to the creation is lost, a retry finds the same vault, from this page and after a reload.
import { fileSizeText, listFiles, type VaultFile } from '@remembrance/contract/files.ts';
import { createVault, deleteVault, type Vault } from '@remembrance/contract/vaults.ts';
import { accountHeaders, call, callPath } from '../../lib/call.ts';
import type { ChosenFile } from '../files/upload/choose-files.ts';
import { sizeOf } from '../files/upload/copied-file.ts';
import { checkReadable, declarationOf, uploadChosenFile } from '../files/upload/upload-chosen-file.ts';
import type { UploadStep } from '../files/upload/upload-file.ts';
import { creationKey } from './draft/draft.ts';
import type { NewVault } from './draft/vault-form.ts';

export interface FilledVault {
  vault: NewVault;
  files: readonly ChosenFile[];
  signal: AbortSignal;
}

type Report = (fileKey: string, step: UploadStep) => void;

/** The key stays the same until the last file is stored: a page that dies between two files finds its vault again. */
export const createFilledVault = (filled: FilledVault, report: Report): Promise<Vault> =>
  creationKey.during((repeatKey) => createAndFill(filled, repeatKey, report));

async function createAndFill({ vault, files, signal }: FilledVault, repeatKey: string, report: Report): Promise<Vault> {
  // Before anything is sent: an unreadable file would stop the creation half-way.
  for (const chosen of files) await checkReadable(chosen);
  // A process of version 1.0.0 refuses a field that it does not know, even a blank one.
  const { recipientSecondEmail, executorSecondEmail, ...known } = vault;
  const second = {
    ...(recipientSecondEmail && { recipientSecondEmail }),
    ...(executorSecondEmail && { executorSecondEmail }),
  };
  const body = { ...known, ...second, uploadedFiles: files.map(declareFile) };
  const created = await call(createVault, { body, repeatKey });
  // Another tab, or this page before its reload, may have stored files under the same key, so we remove nothing until we know.
  const stored = files.length > 0 ? await call(listFiles, { params: { id: created.id } }) : [];
  const stopGuarding = removeIfPageCloses(created.id);
  try {
    for (const chosen of withoutStored(files, stored)) {
      await uploadChosenFile({ vaultId: created.id, chosen, signal }, (step) => report(chosen.key, step));
    }
    return created;
  } catch (error) {
    await removeVault(created.id);
    throw error;
  } finally {
    stopGuarding();
  }
}

/** The files that the vault does not have yet. Each stored file counts once. */
function withoutStored(files: readonly ChosenFile[], stored: readonly VaultFile[]): ChosenFile[] {
  const left = [...stored];
  return files.filter(({ file }) => {
    const at = left.findIndex(({ fileName, sizeBytes }) => fileName === file.name && sizeBytes === sizeOf(file));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const declareFile = (chosen: ChosenFile) => ({ ...declarationOf(chosen), fileSize: fileSizeText(sizeOf(chosen.file)) });

/** Deletes an incomplete vault now, or as soon as the device is online again. */
async function removeVault(id: string): Promise<void> {
  const remove = () => call(deleteVault, { params: { id } });
  await remove().catch(() => window.addEventListener('online', () => void remove().catch(() => {}), { once: true }));
}

function removeIfPageCloses(id: string): () => void {
  const path = callPath(deleteVault.path, { id });
  const init = { method: deleteVault.method, credentials: 'include', keepalive: true } as const;
  const remove = () => void fetch(path, { ...init, headers: accountHeaders() });
  window.addEventListener('pagehide', remove);
  return () => window.removeEventListener('pagehide', remove);
}
