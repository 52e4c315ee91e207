// Creates a vault with its files: first the vault, then each file in turn. If a file cannot be uploaded, the vault is deleted.
// If the response to the creation is lost, a retry finds the same vault.
import { fileSizeText } from '@remembrance/contract/files.ts';
import { createVault, deleteVault, type Vault } from '@remembrance/contract/vaults.ts';
import type { ChosenFile } from '../../files/choose-files.ts';
import { declarationOf, uploadChosenFile } from '../../files/upload-chosen-file.ts';
import { UploadFailed, type UploadStep } from '../../files/upload-file.ts';
import { call, callPath } from '../../lib/call.ts';
import { createRepeatKey } from '../../lib/repeat-key.ts';
import type { NewVault } from './vault-form.ts';

export class FileNotUploaded extends Error {
  override name = 'FileNotUploaded';
  /** What can be done about it, where the service says so. */
  readonly advice: string;
  constructor(fileName: string, { statusText, advice }: UploadFailed) {
    super(`Failed to upload ${fileName}: ${statusText}`);
    this.advice = advice;
  }
}

export interface FilledVault {
  vault: NewVault;
  files: readonly ChosenFile[];
  signal: AbortSignal;
}

/** Held by the module, so that visiting the pricing page and returning does not lose it. */
const creationKey = createRepeatKey();

export async function createFilledVault(
  { vault, files, signal }: FilledVault,
  report: (fileKey: string, step: UploadStep) => void,
): Promise<Vault> {
  const body = { ...vault, uploadedFiles: files.map(declareFile) };
  const created = await creationKey.during((repeatKey) => call(createVault, { body, repeatKey }));
  const stopGuarding = removeIfPageCloses(created.id);
  try {
    for (const chosen of files) await uploadOneFile(created.id, chosen, signal, (step) => report(chosen.key, step));
    return created;
  } catch (error) {
    await removeVault(created.id);
    throw error;
  } finally {
    stopGuarding();
  }
}

const declareFile = (chosen: ChosenFile) => ({ ...declarationOf(chosen), fileSize: fileSizeText(chosen.file.size) });

async function uploadOneFile(
  vaultId: string,
  chosen: ChosenFile,
  signal: AbortSignal,
  report: (step: UploadStep) => void,
): Promise<void> {
  try {
    await uploadChosenFile({ vaultId, chosen, signal }, report);
  } catch (error) {
    throw error instanceof UploadFailed ? new FileNotUploaded(chosen.file.name, error) : error;
  }
}

/** Deletes an incomplete vault now, or as soon as the device is online again. */
async function removeVault(id: string): Promise<void> {
  const remove = () => call(deleteVault, { params: { id } });
  await remove().catch(() => window.addEventListener('online', () => void remove().catch(() => {}), { once: true }));
}

function removeIfPageCloses(id: string): () => void {
  const path = callPath(deleteVault.path, { id });
  const remove = () => void fetch(path, { method: deleteVault.method, credentials: 'include', keepalive: true });
  window.addEventListener('pagehide', remove);
  return () => window.removeEventListener('pagehide', remove);
}
