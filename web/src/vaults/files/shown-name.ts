// A file's title for its owner: a recording made here gets a title with its duration, as the recipient reads it. Its file name does not
// change.
import { recordingNames, withLength } from '@remembrance/contract/recordings.ts';
import { useEffect, useState } from 'react';
import { useAddress } from '../../lib/browser/use-address.ts';
import type { ChosenFile } from './upload/choose-files.ts';

/** The names of the recordings among chosen files, by key. */
export const recordingNamesOf = (files: readonly ChosenFile[]): ReadonlyMap<string, string> =>
  recordingNames(files.map(({ key, file }) => ({ id: key, fileName: file.name })));

/** @param file blank if it is not on this device */
export function useShownName(fileName: string, file: Blob | '', recordingName: string | undefined): string {
  const seconds = useMediaLength(recordingName === undefined ? '' : file);
  return recordingName === undefined ? fileName : withLength(recordingName, seconds);
}

/** In seconds. @param source blank for none */
function useMediaLength(source: Blob | ''): number | undefined {
  const address = useAddress(source);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (address === '') return;
    const player = document.createElement('audio');
    player.preload = 'metadata';
    player.onloadedmetadata = () => setSeconds(player.duration);
    player.src = address;
    return () => {
      player.onloadedmetadata = null;
      player.removeAttribute('src');
    };
  }, [address]);
  return seconds;
}
