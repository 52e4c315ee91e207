// What the recipient reads about a file: its title, kind, duration and size. Pure.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { type FileType, shownSize } from '@remembrance/contract/files.ts';
import { withLength } from '@remembrance/contract/recordings.ts';

type DescribedFile = Pick<AccessibleFile, 'fileName' | 'fileType' | 'sizeBytes' | 'caption'>;

interface Recorded {
  /** A recording's name: 'A recording' or 'Recording 2'. */
  recordingName?: string | undefined;
  /** Its duration, once known. */
  seconds?: number | undefined;
}

/** The caption, otherwise 'A recording, 2 minutes' for a recording, otherwise the file name. */
export function titleOf(file: DescribedFile, { recordingName, seconds }: Recorded): string {
  if (file.caption !== '') return file.caption;
  return recordingName ? withLength(recordingName, seconds) : file.fileName;
}

/** The facts that the title omits: 'A film, 2 minutes', 'film.mp4' and '12.40 MB'. */
export function factsOf(file: DescribedFile, { recordingName, seconds }: Recorded): string[] {
  const isTitled = file.caption !== '';
  return [
    recordingName && !isTitled ? '' : withLength(recordingName ?? kinds[file.fileType], seconds),
    isTitled && !recordingName ? file.fileName : '',
    shownSize(file.sizeBytes),
  ].filter((fact) => fact !== '');
}

const kinds: Record<FileType, string> = {
  document: 'A document',
  art: 'A picture',
  music: 'A sound file',
  video: 'A film',
  message: 'A text',
};
