// Creating a vault with its files: the record, then each file in turn. It ends whole or not at all: when a file cannot be
// brought in, the record goes again. Where the answer to the record was lost, trying again finds the same record.
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
  constructor(fileName: string, statusText: string) {
    super(`Failed to upload ${fileName}: ${statusText}`);
  }
}

export interface FilledVault {
  vault: NewVault;
  files: readonly ChosenFile[];
  signal: AbortSignal;
}

/** The page's own, so that a look at the prices and back does not lose it. */
const creationKey = createRepeatKey();

export async function createFilledVault(
  { vault, files, signal }: FilledVault,
  report: (fileKey: string, step: UploadStep) => void,
): Promise<Vault> {
  const body = { ...vault, uploadedFiles: files.map(announce) };
  const created = await creationKey.during((repeatKey) => call(createVault, { body, repeatKey }));
  const stopGuarding = removeIfPageCloses(created.id);
  try {
    for (const chosen of files) await bringIn(created.id, chosen, signal, (step) => report(chosen.key, step));
    return created;
  } catch (error) {
    await removeVault(created.id);
    throw error;
  } finally {
    stopGuarding();
  }
}

const announce = (chosen: ChosenFile) => ({ ...declarationOf(chosen), fileSize: fileSizeText(chosen.file.size) });

async function bringIn(
  vaultId: string,
  chosen: ChosenFile,
  signal: AbortSignal,
  report: (step: UploadStep) => void,
): Promise<void> {
  try {
    await uploadChosenFile({ vaultId, chosen, signal }, report);
  } catch (error) {
    throw error instanceof UploadFailed ? new FileNotUploaded(chosen.file.name, error.statusText) : error;
  }
}

/** A half-filled vault that cannot be removed now, because the connection is gone, is removed when it is back. */
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
