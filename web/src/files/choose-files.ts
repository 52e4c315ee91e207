// Checks each picked, dropped or recorded file before upload, and refuses by name what a vault does not accept.
import { acceptedPickerTypes, declaredFile, fileTypeOf } from '@remembrance/contract/files.ts';
import { filesPerVault, maxFileBytes } from '@remembrance/contract/limits.ts';
import { isRecording } from '@remembrance/contract/recordings.ts';

export interface ChosenFile {
  key: string;
  file: File;
  mimeType: string;
  /** Written before the file is uploaded. */
  caption?: string;
}

interface Choice {
  files: ChosenFile[];
  /** One sentence for each refused file. */
  refusals: string[];
}

const maxMegabytes = maxFileBytes / (1024 * 1024);
const unknownType = 'application/octet-stream';
const pickerExtensions = acceptedPickerTypes.filter((type) => type.startsWith('.'));
const pickerMediaKinds = acceptedPickerTypes.filter((type) => type.endsWith('/*')).map((type) => type.slice(0, -1));

/** Types that some systems do not report to the browser. */
const typeByExtension: Record<string, string> = {
  '.heic': 'image/heic',
  '.heif': 'image/heif',
  '.avif': 'image/avif',
  '.jxl': 'image/jxl',
  '.dng': 'image/x-adobe-dng',
  '.m4a': 'audio/mp4',
  '.flac': 'audio/flac',
  '.opus': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.amr': 'audio/amr',
  '.wma': 'audio/x-ms-wma',
  '.caf': 'audio/x-caf',
  '.aiff': 'audio/aiff',
  '.mid': 'audio/midi',
  '.mkv': 'video/x-matroska',
  '.mts': 'video/mp2t',
  '.m2ts': 'video/mp2t',
  '.flv': 'video/x-flv',
  '.vob': 'video/mpeg',
  '.asf': 'video/x-ms-asf',
  '.3g2': 'video/3gpp2',
  '.mov': 'video/quicktime',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

let lastKey = 0;

/** Adds the acceptable files to those already chosen, in order. `others` is how many more files the vault has. */
export function chooseFiles(chosen: readonly ChosenFile[], added: readonly File[], others = 0): Choice {
  const choice: Choice = { files: [...chosen], refusals: [] };
  for (const file of added) {
    const refusal = refusalOf(file, choice.files.length + others);
    if (refusal) choice.refusals.push(refusal);
    else choice.files.push({ key: `file-${++lastKey}`, file, mimeType: mimeTypeOf(file) });
  }
  return choice;
}

/** The type sent to the service: from the browser, else from the file name, else plain bytes. */
export function mimeTypeOf(file: Pick<File, 'name' | 'type'>): string {
  const mimeType = file.type || typeByExtension[extensionOf(file.name)] || unknownType;
  return declaredFile.shape.mimeType.safeParse(mimeType).success ? mimeType : unknownType;
}

function refusalOf(file: File, alreadyChosen: number): string | undefined {
  const name = isRecording(file.name) ? 'The recording' : file.name;
  if (alreadyChosen >= filesPerVault) return `${name} was not added: a vault holds at most ${filesPerVault} files.`;
  if (file.size === 0) return `${name} was not added: it is empty.`;
  if (file.size > maxFileBytes) return `${name} was not added: it is larger than ${maxMegabytes} MB.`;
  const mimeType = mimeTypeOf(file);
  if (!isOffered(file.name, mimeType)) {
    return `${name} was not added: only pictures, songs, videos, PDF, Word and text files can be added.`;
  }
  const declared = declaredFile.safeParse({ fileName: file.name, fileType: fileTypeOf(mimeType), mimeType });
  return declared.success
    ? undefined
    : `${name} was not added: ${declared.error.issues[0]?.message ?? 'its name is not supported'}.`;
}

function isOffered(name: string, mimeType: string): boolean {
  if (pickerMediaKinds.some((kind) => mimeType.startsWith(kind))) return true;
  return pickerExtensions.some((extension) => extension === extensionOf(name));
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}
