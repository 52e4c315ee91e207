// The files chosen for a vault: each with a remove button, or with its progress while uploading.
import { fileSizeText, fileTypeOf } from '@remembrance/contract/files.ts';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Progress } from '../ui/progress.tsx';
import { ChangedFileNote } from './changed-file-note.tsx';
import type { ChosenFile } from './choose-files.ts';
import { FileCompatibility } from './file-compatibility.tsx';
import { FileRow } from './file-row.tsx';
import type { FindCopy } from './readable-file.ts';
import type { UploadStep } from './upload-file.ts';

interface ChosenFileListProps {
  files: readonly ChosenFile[];
  findCopy: FindCopy;
  onRemove: (key: string) => void;
  /** Adds a copy that more browsers show after the file. Undefined where no place is left. */
  onCopy: ((key: string, copy: File) => void) | undefined;
  /** Where the focus goes when no file is left. */
  onEmptied: () => void;
}

export function ChosenFileList({ files, findCopy, onRemove, onCopy, onEmptied }: ChosenFileListProps) {
  const remove = (key: string) => (event: MouseEvent) => {
    const row = event.currentTarget.closest('li');
    const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
    onRemove(key);
    if (neighbour) neighbour.focus();
    else onEmptied();
  };
  return (
    <ul aria-label="Files in this vault">
      {files.map((chosen) => (
        <FileRow
          key={chosen.key}
          {...filePropsOf(chosen)}
          action={
            <button
              type="button"
              aria-label={`Remove ${chosen.file.name}`}
              onClick={remove(chosen.key)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-vellum hover:text-garnet"
            >
              <X aria-hidden className="size-5" strokeWidth={1.75} />
            </button>
          }
        >
          <ChangedFileNote file={chosen.file} findCopy={findCopy} />
          <FileCompatibility
            file={chosen.file}
            mimeType={chosen.mimeType}
            onCopy={onCopy && ((copy) => onCopy(chosen.key, copy))}
          />
        </FileRow>
      ))}
    </ul>
  );
}

interface UploadListProps {
  files: readonly ChosenFile[];
  steps: Readonly<Record<string, UploadStep>>;
}

export function UploadList({ files, steps }: UploadListProps) {
  return (
    <ul aria-label="Files being uploaded">
      {files.map((chosen) => (
        <FileRow key={chosen.key} {...filePropsOf(chosen)}>
          <UploadProgress chosen={chosen} step={steps[chosen.key] ?? { state: 'waiting' }} />
        </FileRow>
      ))}
    </ul>
  );
}

export function UploadProgress({ chosen, step }: { chosen: ChosenFile; step: UploadStep }) {
  const percent = percentOf(step, chosen.file.size);
  return (
    <>
      <Progress label={`Upload of ${chosen.file.name}`} percent={percent} />
      <p className={`mt-1.5 text-sm ${isWaiting(step) ? 'text-garnet' : 'text-muted'}`}>
        {progressText(step, percent)}
      </p>
    </>
  );
}

const isWaiting = ({ state }: UploadStep): boolean => state === 'connection-lost' || state === 'service-trouble';

const filePropsOf = ({ file, mimeType }: ChosenFile) => ({
  name: file.name,
  type: fileTypeOf(mimeType),
  size: fileSizeText(file.size),
});

/** What an upload waits for. It starts again by itself. */
export const waitingWords = {
  'connection-lost': 'The connection was lost. The upload starts again as soon as it is back.',
  'service-trouble': 'The service is having trouble. The upload starts again by itself.',
};
const copyWords = 'The file was changed or moved on this device. It is sent as it was when you chose it.';

/** Shows at most 99 until the service confirms that the file is stored. */
function percentOf(step: UploadStep, sizeBytes: number): number {
  if (step.state === 'stored') return 100;
  return step.state === 'uploading' ? Math.min(99, Math.floor((step.sentBytes / sizeBytes) * 100)) : 0;
}

function progressText(step: UploadStep, percent: number): string {
  switch (step.state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'uploading':
      return step.isCopy ? `${percent} %. ${copyWords}` : `${percent} %`;
    case 'connection-lost':
    case 'service-trouble':
      return waitingWords[step.state];
    case 'stored':
      return 'Stored';
  }
}
