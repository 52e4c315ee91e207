// The files of a vault in its edit form: reordered, captioned, replaced, removed and added. Nothing changes until the save.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useRef, useState } from 'react';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { EditedFileRow } from './edited-file-row.tsx';
import { describeFile, editedRecordingNames, moveFile, writeWords } from './edited-files.ts';
import { Recorder } from './recorder/recorder.tsx';
import { FileDrop, RefusedFiles } from './upload/file-drop.tsx';
import type { EditedFiles } from './use-edited-files.ts';

interface EditedFileListProps {
  edited: EditedFiles;
  /** The id of the form; the fields are outside its element. */
  formId: string;
}

export function EditedFileList({ edited, formId }: EditedFileListProps) {
  const { files, setFiles, refusals, steps } = edited;
  const [said, setSaid] = useState('');
  const chooseButton = useRef<HTMLButtonElement>(null);
  const names = editedRecordingNames(files);
  const isFull = files.length >= filesPerVault;
  function move(key: string, by: -1 | 1) {
    const moved = moveFile(files, key, by);
    const place = moved.findIndex((file) => file.key === key) + 1;
    const file = moved[place - 1];
    setFiles(moved);
    if (file) setSaid(`${names.get(file.key) ?? describeFile(file).name} is now ${place} of ${moved.length}.`);
  }
  return (
    <FocusFallback shown={files.map(({ key }) => key).join()} label="Files" className="grid gap-5">
      {files.length > 0 && (
        <ul aria-label="Files in this vault">
          {files.map((file, at) => (
            <EditedFileRow
              key={file.key}
              file={file}
              recordingName={names.get(file.key)}
              formerName={edited.formerName(file)}
              formId={formId}
              isFirst={at === 0}
              isLast={at === files.length - 1}
              step={'chosen' in file.source ? steps[file.source.chosen.key] : undefined}
              onMove={(by) => move(file.key, by)}
              onReplace={(chosen) => edited.replace(file.key, chosen)}
              onCopy={isFull ? undefined : (copy) => edited.addCopy(file.key, copy)}
              onRemove={() => setFiles(files.filter(({ key }) => key !== file.key))}
              onWords={(words) => setFiles(writeWords(files, file.key, words))}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <RefusedFiles refusals={refusals} />
      <Recorder onRecorded={(recording) => edited.add([recording])} isDisabled={isFull} />
      <FileDrop isFull={isFull} onFiles={edited.add} buttonRef={chooseButton} />
    </FocusFallback>
  );
}
