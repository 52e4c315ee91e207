// The files chosen for a vault: each with its picture, a caption and a remove button, or with its progress while uploading.
import { fileTypeOf, shownSize } from '@remembrance/contract/files.ts';
import { X } from 'lucide';
import type { MouseEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/progress.tsx';
import { CaptionField } from './caption-field.tsx';
import { ChangedFileNote } from './changed-file-note.tsx';
import { FileCompatibility } from './copies/file-compatibility.tsx';
import { PlaceNote } from './copies/place-note.tsx';
import { FileRow } from './file-row.tsx';
import { recordingNamesOf, useShownName } from './shown-name.ts';
import { useThumbnail } from './thumbnail.tsx';
import type { ChosenFile } from './upload/choose-files.ts';
import { sizeOf, sourceOf } from './upload/copied-file.ts';
import type { UploadStep } from './upload/upload-file.ts';

interface ChosenFileListProps {
  files: readonly ChosenFile[];
  onCaption: (key: string, caption: string) => void;
  onRemove: (key: string) => void;
  /** Adds a copy that more browsers can show, after the file. Undefined if the vault is full. */
  onCopy: ((key: string, copy: File) => void) | undefined;
  /** Replaces the file by one with the same content. */
  onReplace: (key: string, file: File) => void;
  /** Where the focus goes when no file is left. */
  onEmptied: () => void;
}

export default function ChosenFileList({
  files,
  onCaption,
  onRemove,
  onCopy,
  onReplace,
  onEmptied,
}: ChosenFileListProps) {
  const names = recordingNamesOf(files);
  const remove = (key: string) => (event: MouseEvent) => {
    const row = event.currentTarget.closest('li');
    const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button');
    onRemove(key);
    if (neighbour) neighbour.focus();
    else onEmptied();
  };
  return (
    <ul aria-label="Files in this vault">
      {files.map((chosen, at) => (
        <ChosenFileRow
          key={chosen.key}
          chosen={chosen}
          recordingName={names.get(chosen.key)}
          isFirst={at === 0}
          onCaption={(caption) => onCaption(chosen.key, caption)}
          onRemove={remove(chosen.key)}
          onCopy={onCopy && ((copy) => onCopy(chosen.key, copy))}
          onReplace={(file) => onReplace(chosen.key, file)}
        />
      ))}
    </ul>
  );
}

export interface NamedFile {
  chosen: ChosenFile;
  /** Its title if it is a recording made here. */
  recordingName: string | undefined;
}

interface ChosenFileRowProps extends NamedFile {
  isFirst: boolean;
  onCaption: (caption: string) => void;
  onRemove: (event: MouseEvent) => void;
  onCopy: ((copy: File) => void) | undefined;
  onReplace: (file: File) => void;
}

function ChosenFileRow({ chosen, recordingName, isFirst, onCaption, onRemove, onCopy, onReplace }: ChosenFileRowProps) {
  const { file, mimeType, caption = '' } = chosen;
  const row = useChosenRow({ chosen, recordingName });
  const remove = (
    <button
      type="button"
      aria-label={`Remove ${row.name}`}
      onClick={onRemove}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-vellum hover:text-garnet"
    >
      <Icon of={X} className="size-5" />
    </button>
  );
  return (
    <FileRow {...row} action={remove}>
      <ChangedFileNote file={file} />
      <PlaceNote file={file} name={row.name} onRemoved={onReplace} />
      <FileCompatibility file={file} mimeType={mimeType} onCopy={onCopy} />
      <CaptionField name={row.name} caption={caption} hasHint={isFirst} onChange={onCaption} />
    </FileRow>
  );
}

/** What every list shows of a file on this device. */
export function useChosenRow({ chosen: { file, mimeType }, recordingName }: NamedFile) {
  const type = fileTypeOf(mimeType);
  const picture = useThumbnail({ type, sizeBytes: file.size, source: sourceOf(file) ? '' : file });
  const name = useShownName(file.name, sourceOf(file) ? '' : file, recordingName);
  return {
    name,
    isNamedByUs: recordingName !== undefined,
    type,
    size: shownSize(sizeOf(file)),
    picture,
  };
}

interface UploadProgressProps {
  name: string;
  sizeBytes: number;
  step: UploadStep;
}

export function UploadProgress({ name, sizeBytes, step }: UploadProgressProps) {
  const percent = percentOf(step, sizeBytes);
  return (
    <>
      <Progress label={`Upload of ${name}`} percent={percent} />
      <p className={`mt-1.5 text-sm ${isWaiting(step) ? 'text-garnet' : 'text-muted'}`}>
        {progressText(step, percent)}
      </p>
    </>
  );
}

const isWaiting = ({ state }: UploadStep): boolean => state === 'connection-lost' || state === 'service-trouble';

/** What an upload is waiting for. It continues by itself. */
export const waitingWords = {
  'connection-lost': 'The connection was lost. The upload continues as soon as you are online again.',
  'service-trouble': 'The service is having trouble. The upload continues automatically.',
};
const copyWords = 'The file was changed or moved on this device. We send the version that you chose.';

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
    case 'copying':
      return 'We are copying it from your other vault';
    case 'connection-lost':
    case 'service-trouble':
      return waitingWords[step.state];
    case 'stored':
      return 'Stored';
  }
}
