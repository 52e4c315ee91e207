// The files of the form, with a copy in this browser that survives a reload.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { type ChosenFile, chooseFiles } from '../../files/choose-files.ts';
import { hasSignedOut } from '../../sessions/forget-on-sign-out.ts';
import { clearDraftFiles, isStored, readDraftFiles, storeDraftFiles } from './draft-files.ts';

/** @param held the files that this page still has in memory */
export function useDraftFiles(ownerId: string, held: readonly ChosenFile[]) {
  const [files, setFiles] = useState(held);
  const [isRead, setRead] = useState(false);
  const [copied, setCopied] = useState<{ files: typeof files; unsaved: readonly File[] }>();
  const isEnded = useRef(false);
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    let isLeft = false;
    const wasStored = new Set(held.filter(({ file }) => isStored(file)).map(({ file }) => nameOf(file)));
    void readDraftFiles(ownerId, new Date()).then((stored) => {
      if (isLeft) return;
      const missing = stored.filter((file) => !wasStored.has(nameOf(file)));
      if (missing.length > 0) setFiles((now) => [...chooseFiles([], missing).files, ...now].slice(0, filesPerVault));
      setRead(true);
    });
    return () => {
      isLeft = true;
    };
  }, [ownerId, held]);

  useEffect(() => {
    if (!isRead) return;
    const save = async () => {
      if (isEnded.current || hasSignedOut()) return;
      const chosen = files.map(({ file }) => file);
      setCopied({ files, unsaved: await storeDraftFiles(ownerId, chosen, new Date()) });
    };
    queue.current = queue.current.then(save);
  }, [files, isRead, ownerId]);

  /** Once the vault is kept or discarded; a draft that stays keeps its files. */
  function endFiles({ savesDraft }: { savesDraft: boolean }): void {
    isEnded.current = true;
    if (!savesDraft) queue.current = queue.current.then(() => clearDraftFiles(ownerId));
  }
  const unsaved = copied?.files === files ? copied.unsaved : undefined;
  return { files, setFiles, unsaved, endFiles };
}

/** A file read again is another object; its name, size and time tell that it is the same. */
const nameOf = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`;
