// What the recipient reads about a file: its title, what it is, how long it lasts, how large it is. Pure.
import type { FileType } from '@remembrance/contract/files.ts';
import { sizeWords } from '../files/size-words.ts';

interface DescribedFile {
  fileName: string;
  fileType: FileType;
  sizeBytes: number;
  caption: string;
}

/** The recorder of the create form names its files so. */
const recordedName = /^recorded-(?:audio|video)-\d+\.webm$/;

/** The caption, else 'A recording, 2 minutes' for a recording, else the file name. */
export function titleOf(file: DescribedFile, seconds?: number): string {
  if (file.caption !== '') return file.caption;
  return recordedName.test(file.fileName) ? joined('A recording', durationWords(seconds)) : file.fileName;
}

/** What the title does not say: 'A film, 2 minutes · film.mp4 · 12.40 MB'. */
export function factsOf(file: DescribedFile, seconds?: number): string {
  const isRecording = recordedName.test(file.fileName);
  const isTitled = file.caption !== '';
  const kind = isRecording ? 'A recording' : kinds[file.fileType];
  return [
    isRecording && !isTitled ? '' : joined(kind, durationWords(seconds)),
    isTitled && !isRecording ? file.fileName : '',
    sizeWords(file.sizeBytes),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}

const kinds: Record<FileType, string> = {
  document: 'A document',
  art: 'A picture',
  music: 'A sound file',
  video: 'A film',
  message: 'A text',
};

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

/** 'About 40 seconds' is what people ask for, so seconds are rounded to minutes from one on. Empty where it is not known. */
export function durationWords(seconds = Number.NaN): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return '';
  if (seconds < 59.5) return counted(Math.max(1, Math.round(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  return [counted(Math.floor(minutes / 60), 'hour'), minutes % 60 > 0 ? counted(minutes % 60, 'minute') : '']
    .filter((part) => part !== '')
    .join(' ');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The words of captions in WebVTT, without their times, names and marks. */
export const spokenWords = (webVtt: string): string =>
  webVtt
    .split(/\r?\n\r?\n/)
    .filter((block) => block.includes('-->'))
    .map((block) =>
      block
        .slice(block.indexOf('\n', block.indexOf('-->')) + 1)
        .replace(/<[^>]*>/g, '')
        .trim(),
    )
    .join('\n');
