// The files of the form, with a copy in this browser that survives a reload.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { type ChosenFile, chooseFiles } from '../../files/choose-files.ts';
import { hasSignedOut } from '../../sessions/forget-on-sign-out.ts';
import { clearDraftFiles, isStored, readDraftFiles, storeDraftFiles } from './draft-files.ts';
import { forgetPieces, recoverRecordings } from './draft-recordings.ts';

/** @param held the files that this page still has in memory */
export function useDraftFiles(draftId: string, held: readonly ChosenFile[]) {
  const [files, setFiles] = useState(held);
  const [isRead, setRead] = useState(false);
  const [recovered, setRecovered] = useState<readonly File[]>([]);
  const [copied, setCopied] = useState<{ files: typeof files; unsaved: readonly File[] }>();
  const isEnded = useRef(false);
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    let isLeft = false;
    const wasStored = new Set(held.filter(({ file }) => isStored(file)).map(({ file }) => nameOf(file)));
    void readAgain(draftId).then(({ stored, recordings }) => {
      if (isLeft) return;
      const missing = [...stored.filter((file) => !wasStored.has(nameOf(file))), ...recordings];
      if (missing.length > 0) setFiles((now) => [...chooseFiles([], missing).files, ...now].slice(0, filesPerVault));
      setRecovered(recordings);
      setRead(true);
    });
    return () => {
      isLeft = true;
    };
  }, [draftId, held]);

  useEffect(() => {
    if (!isRead) return;
    const save = async () => {
      if (isEnded.current || hasSignedOut()) return;
      const chosen = files.map(({ file }) => file);
      const unsaved = await storeDraftFiles(draftId, chosen, new Date());
      const stored = chosen.filter((file) => !unsaved.includes(file));
      await forgetPieces(
        draftId,
        stored.map(({ name }) => name),
      );
      setCopied({ files, unsaved });
    };
    queue.current = queue.current.then(save);
  }, [files, isRead, draftId]);

  /** Once the vault is kept or discarded; a draft that stays keeps its files. */
  function endFiles({ savesDraft }: { savesDraft: boolean }): void {
    isEnded.current = true;
    if (!savesDraft) queue.current = queue.current.then(() => clearDraftFiles(draftId));
  }
  const unsaved = copied?.files === files ? copied.unsaved : undefined;
  return { files, setFiles, unsaved, recovered, endFiles };
}

/** What an earlier page has left: the files of the draft, and the recordings that it did not end. */
async function readAgain(draftId: string) {
  const stored = await readDraftFiles(draftId, new Date());
  const names = new Set(stored.map(({ name }) => name));
  const recordings = await recoverRecordings(draftId, new Date());
  return { stored, recordings: recordings.filter(({ name }) => !names.has(name)) };
}

/** A file read again is another object; its name, size and time tell that it is the same. */
const nameOf = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`;
