// The area to drop files on, with a button to choose them. The page that receives the files decides which it accepts.
import { acceptedPickerTypes } from '@remembrance/contract/files.ts';
import { filesPerVault, maxFileBytes } from '@remembrance/contract/limits.ts';
import { CloudUpload } from 'lucide';
import { type Ref, useRef } from 'react';
import { useMedia } from '../../../lib/browser/media.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type OnFiles, useDroppedFiles } from './use-dropped-files.ts';

interface FileDropProps {
  /** Whether the vault has as many files as it can hold. Files dropped then are refused by name. */
  isFull: boolean;
  onFiles: OnFiles;
  buttonRef: Ref<HTMLButtonElement>;
}

const pickerTypes = acceptedPickerTypes.join(',');

export function FileDrop({ isFull, onFiles, buttonRef }: FileDropProps) {
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isDraggedOver = useDroppedFiles(area, onFiles);
  const isTouched = useMedia('(pointer: coarse)');
  const look = isDraggedOver ? 'border-primary bg-vellum' : 'border-control bg-surface';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button in it is for the keyboard
    <div
      ref={area}
      onClick={() => !isFull && input.current?.click()}
      className={`grid justify-items-center gap-2 rounded-card border border-dashed p-7 text-center ${look}`}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={pickerTypes}
        aria-label="Files"
        tabIndex={-1}
        className="block size-0 overflow-hidden opacity-0"
        onClick={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = ''; // so that the same file can be chosen again
        }}
      />
      <Icon of={CloudUpload} className="size-7 text-brass" strokeWidth={1.5} />
      {isFull ? (
        <button ref={buttonRef} type="button" aria-disabled className="min-h-11 rounded-field px-1 text-muted">
          {`All ${filesPerVault} files are added. Remove one to add another.`}
        </button>
      ) : isDraggedOver ? (
        <p className="flex min-h-11 items-center font-semibold">Drop the files here</p>
      ) : (
        <p>
          {!isTouched && <span className="font-semibold">Drag files here</span>}
          {!isTouched && <span> or </span>}
          <button ref={buttonRef} type="button" className="text-link min-h-11 rounded-field px-1">
            <span>{isTouched ? 'Choose photos or files' : 'choose from your device'}</span>
          </button>
        </p>
      )}
      <p className="text-muted text-sm">
        Images, audio, video, PDF, Word or text. Up to {filesPerVault} files, {maxFileBytes / (1024 * 1024)} MB each.
      </p>
    </div>
  );
}

export function RefusedFiles({ refusals }: { refusals: readonly string[] }) {
  if (refusals.length === 0) return null;
  return (
    <Notice variant="danger" isAnnounced>
      <ul className="grid gap-1">
        {refusals.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
      </ul>
    </Notice>
  );
}
