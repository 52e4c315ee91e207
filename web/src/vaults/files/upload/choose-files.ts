// Checks each picked, dropped or recorded file before upload, and refuses by name what a vault does not accept. It takes every kind.
import { declaredFile, fileTypeOf } from '@remembrance/contract/files.ts';
import { filesPerVault, maxFileBytes } from '@remembrance/contract/limits.ts';
import { isRecording } from '@remembrance/contract/recordings.ts';
import { sizeOf } from './copied-file.ts';
import { mimeTypeOf } from './mime-type.ts';

export interface ChosenFile {
  key: string;
  file: File;
  mimeType: string;
  /** The owner can write it before the file is uploaded. */
  caption?: string;
}

interface Choice {
  files: ChosenFile[];
  /** One sentence for each refused file. */
  refusals: string[];
}

const maxMegabytes = maxFileBytes / (1024 * 1024);

let lastKey = 0;

/** Adds the acceptable files to those already chosen, in order. `others` is the number of other files in the vault. */
export function chooseFiles(chosen: readonly ChosenFile[], added: readonly File[], others = 0): Choice {
  const choice: Choice = { files: [...chosen], refusals: [] };
  for (const file of added) {
    const refusal = refusalOf(file, choice.files.length + others);
    if (refusal) choice.refusals.push(refusal);
    else choice.files.push({ key: `file-${++lastKey}`, file, mimeType: mimeTypeOf(file) });
  }
  return choice;
}

function refusalOf(file: File, alreadyChosen: number): string | undefined {
  const name = isRecording(file.name) ? 'The recording' : `“${file.name}”`;
  if (alreadyChosen >= filesPerVault) return `${name} was not added: a vault holds at most ${filesPerVault} files.`;
  if (sizeOf(file) === 0) return `${name} was not added: it is empty.`;
  if (file.size > maxFileBytes) return `${name} was not added: it is larger than ${maxMegabytes} MB.`;
  const mimeType = mimeTypeOf(file);
  const declared = declaredFile.safeParse({ fileName: file.name, fileType: fileTypeOf(mimeType), mimeType });
  return declared.success
    ? undefined
    : `${name} was not added: ${declared.error.issues[0]?.message ?? 'its name is not supported'}.`;
}
