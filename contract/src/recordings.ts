// The names of recordings made in the create form: the recipient's page and their copy use the same ones. Pure.

/** The file names that the recorder of the create form gives. */
const recordedName = /^recorded-(?:audio|video)-\d{1,20}\.(?:webm|mp4|m4a)$/;

export const isRecording = (fileName: string): boolean => recordedName.test(fileName);

interface NamedFile {
  id: string;
  fileName: string;
}

/** The title of each recording among these files, by its id: 'A recording' if it is the only one, otherwise 'Recording 2'. */
export function recordingNames(files: readonly NamedFile[]): ReadonlyMap<string, string> {
  const recordings = files.filter(({ fileName }) => isRecording(fileName));
  const name = (index: number) => (recordings.length === 1 ? 'A recording' : `Recording ${index + 1}`);
  return new Map(recordings.map(({ id }, index) => [id, name(index)]));
}

/** 'A recording, 6 seconds'; without the duration if it is not known. */
export const withLength = (name: string, seconds?: number): string =>
  [name, durationWords(seconds)].filter((part) => part !== '').join(', ');

/**
 * Complete seconds, as players count them: 1.9 seconds show as 0:01 there. From one minute on they are rounded to 'About 3 minutes',
 * as people would say. Empty if it is not known.
 */
export function durationWords(seconds = Number.NaN): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return '';
  if (seconds < 60) return counted(Math.max(1, Math.floor(seconds)), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return counted(minutes, 'minute');
  return [counted(Math.floor(minutes / 60), 'hour'), minutes % 60 > 0 ? counted(minutes % 60, 'minute') : '']
    .filter((part) => part !== '')
    .join(' ');
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
