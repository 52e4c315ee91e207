// The state of a vault's files during an edit. Nothing is sent before the save, which uploads the new files first. A retried save does
// not send uploaded files again.
import type { VaultFile } from '@remembrance/contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import {
  countFileChanges,
  type EditedFile,
  editedFileOf,
  editedFilesOf,
  formerNameOf,
  insertFile,
  replaceFile,
  savedFilesOf,
} from './edited-files.ts';
import { type ChosenFile, chooseFiles } from './upload/choose-files.ts';
import { uploadChosenFile } from './upload/upload-chosen-file.ts';
import type { UploadStep, UploadSteps } from './upload/upload-file.ts';

export type EditedFiles = ReturnType<typeof useEditedFiles>;

export function useEditedFiles(vaultId: string, stored: readonly VaultFile[]) {
  const [before] = useState(stored);
  const [files, setFiles] = useState<readonly EditedFile[]>(() => editedFilesOf(before));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const uploads = useUploads(vaultId);

  function choose(added: readonly File[], others: number, unreadable: readonly string[] = []): ChosenFile[] {
    const choice = chooseFiles([], added, others);
    setRefusals([...unreadable, ...choice.refusals]);
    return choice.files;
  }
  return {
    files,
    setFiles,
    /** One sentence for each file that was not accepted. */
    refusals,
    steps: uploads.steps,
    add(added: readonly File[], unreadable: readonly string[] = []) {
      const chosen = choose(added, files.length, unreadable);
      setFiles([...files, ...chosen.map(editedFileOf)]);
      return chosen.length === added.length;
    },
    replace(key: string, file: File) {
      const [chosen] = choose([file], files.length - 1);
      if (chosen) setFiles(replaceFile(files, key, chosen));
    },
    addCopy(key: string, copy: File) {
      const [chosen] = choose([copy], files.length);
      if (chosen) setFiles(insertFile(files, key, chosen));
    },
    /** The name of the stored file that this one replaces. */
    formerName: (file: EditedFile) => formerNameOf(before, file),
    /** How many changes a save would make. */
    changes: countFileChanges(before, files),
    /** Uploads the new files, and returns the part of the save about files. @throws {FileNotUploaded} */
    upload: async () => savedFilesOf(before, files, await uploads.run(files)),
    /** The service no longer has the uploaded files. The next save sends them again. */
    forgetUploads: uploads.forget,
  };
}

function useUploads(vaultId: string) {
  const [steps, setSteps] = useState<UploadSteps>({});
  const ids = useRef(new Map<string, string>());
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function uploadOne(chosen: ChosenFile): Promise<void> {
    const { key } = chosen;
    const signal = leaving.current?.signal ?? AbortSignal.abort();
    const report = (step: UploadStep) => setSteps((earlier) => ({ ...earlier, [key]: step }));
    ids.current.set(key, await uploadChosenFile({ vaultId, chosen, signal, isPending: true }, report));
  }
  return {
    steps,
    async run(files: readonly EditedFile[]): Promise<ReadonlyMap<string, string>> {
      setSteps({});
      for (const { source } of files) {
        if ('chosen' in source && !ids.current.has(source.chosen.key)) await uploadOne(source.chosen);
      }
      return ids.current;
    },
    forget: () => ids.current.clear(),
  };
}
