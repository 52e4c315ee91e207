// The files of the form, with a copy in this browser that survives a reload.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { type ChosenFile, chooseFiles } from '../../files/upload/choose-files.ts';
import type { DraftCaptions } from './draft.ts';
import { clearDraftFiles, isStored, readDraftFiles, sameFileKey, storeDraftFiles } from './draft-files.ts';
import { forgetPieces, recoverRecordings } from './draft-recordings.ts';

interface DraftStart {
  /** The files that this page still has in memory. */
  files: readonly ChosenFile[];
  captions: DraftCaptions;
}

export function useDraftFiles(draftId: string, { files: held, captions }: DraftStart) {
  const [files, setFiles] = useState(held);
  const [isRead, setRead] = useState(false);
  /** Recordings that an earlier page did not finish. */
  const [recovered, setRecovered] = useState<readonly File[]>([]);
  const [copied, setCopied] = useState<{ keys: string; unsaved: readonly File[] }>();
  /** A changed caption is no reason to store a file again. */
  const keys = files.map(({ key }) => key).join();
  const isEnded = useRef(false);
  const queue = useRef(Promise.resolve());

  useEffect(() => {
    let isLeft = false;
    const wasStored = new Set(held.filter(({ file }) => isStored(file)).map(({ file }) => sameFileKey(file)));
    void readAgain(draftId).then(({ stored, recordings }) => {
      if (isLeft) return;
      const missing = [...stored.filter((file) => !wasStored.has(sameFileKey(file))), ...recordings];
      if (missing.length > 0) setFiles((now) => [...captioned(missing, captions), ...now].slice(0, filesPerVault));
      setRecovered(recordings);
      setRead(true);
    });
    return () => {
      isLeft = true;
    };
  }, [draftId, held, captions]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are the same while their keys are
  useEffect(() => {
    if (!isRead) return;
    const save = async () => {
      if (isEnded.current) return;
      const chosen = files.map(({ file }) => file);
      const unsaved = await storeDraftFiles(draftId, chosen, new Date());
      const stored = chosen.filter((file) => !unsaved.includes(file));
      await forgetPieces(
        draftId,
        stored.map(({ name }) => name),
      );
      setCopied({ keys, unsaved });
    };
    queue.current = queue.current.then(save);
  }, [keys, isRead, draftId]);

  /** Called once the vault is created or discarded; a draft that stays keeps its files. */
  function endFiles({ savesDraft }: { savesDraft: boolean }): void {
    isEnded.current = true;
    if (!savesDraft) queue.current = queue.current.then(() => clearDraftFiles(draftId));
  }
  /** Files that this browser could not copy; undefined while it is copying them. */
  const unsaved = copied?.keys === keys ? copied.unsaved : undefined;
  return { files, setFiles, areFilesRead: isRead, unsaved, recovered, endFiles };
}

/** What a previous page left behind: the draft's files, and recordings that it did not finish. */
async function readAgain(draftId: string) {
  const stored = await readDraftFiles(draftId, new Date());
  const names = new Set(stored.map(({ name }) => name));
  const recordings = await recoverRecordings(draftId, new Date());
  return { stored, recordings: recordings.filter(({ name }) => !names.has(name)) };
}

const captioned = (files: readonly File[], captions: DraftCaptions): ChosenFile[] =>
  chooseFiles([], files).files.map((chosen) => ({ ...chosen, caption: captions[sameFileKey(chosen.file)] ?? '' }));
