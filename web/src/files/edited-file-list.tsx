// The files of a vault in its edit form: reordered, captioned, replaced, removed and added. Nothing changes before the save.
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { useId, useRef, useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { EditedFileRow } from './edited-file-row.tsx';
import { describeFile, moveFile, writeWords } from './edited-files.ts';
import { FileDrop } from './file-drop.tsx';
import { Recorder } from './recorder/recorder.tsx';
import type { EditedFiles } from './use-edited-files.ts';

export function EditedFileList({ edited }: { edited: EditedFiles }) {
  const { files, setFiles, refusals, steps } = edited;
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isFull = files.length >= filesPerVault;
  function move(key: string, by: -1 | 1) {
    const moved = moveFile(files, key, by);
    const place = moved.findIndex((file) => file.key === key) + 1;
    const file = moved[place - 1];
    setFiles(moved);
    if (file) setSaid(`${describeFile(file).name} is now ${place} of ${moved.length}.`);
  }
  function remove(key: string) {
    setFiles(files.filter((file) => file.key !== key));
    heading.current?.focus();
  }
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 ref={heading} id={id} tabIndex={-1} className="font-display text-title-sm outline-none">
          Files
        </h2>
        <p className="mt-1.5 text-muted text-sm">
          {`${files.length} of ${filesPerVault} files, in the order in which they are shown. Nothing changes until you save.`}
        </p>
      </div>
      {files.length > 0 && (
        <ul aria-labelledby={id}>
          {files.map((file, at) => (
            <EditedFileRow
              key={file.key}
              file={file}
              isFirst={at === 0}
              isLast={at === files.length - 1}
              step={'chosen' in file.source ? steps[file.source.chosen.key] : undefined}
              onMove={(by) => move(file.key, by)}
              onReplace={(chosen) => edited.replace(file.key, chosen)}
              onCopy={isFull ? undefined : (copy) => edited.addCopy(file.key, copy)}
              onRemove={() => remove(file.key)}
              onWords={(words) => setFiles(writeWords(files, file.key, words))}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {refusals.length > 0 && (
        <Notice variant="danger" isAnnounced>
          <ul className="grid gap-1">
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Recorder onRecorded={(recording) => edited.add([recording])} isDisabled={isFull} />
      <FileDrop onFiles={edited.add} buttonRef={chooseButton} />
    </section>
  );
}
