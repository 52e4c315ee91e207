// The area to drop files on, with a button to choose them. The page that receives the files decides which it accepts.
import { acceptedPickerTypes } from '@remembrance/contract/files.ts';
import { filesPerVault, maxFileBytes } from '@remembrance/contract/limits.ts';
import { CloudUpload } from 'lucide-react';
import type { Ref } from 'react';
import { useDropzone } from 'react-dropzone';
import { useMedia } from '../../../lib/browser/media.ts';
import { Notice } from '../../../ui/notice.tsx';

interface FileDropProps {
  onFiles: (files: File[]) => void;
  buttonRef: Ref<HTMLButtonElement>;
}

const pickerTypes = acceptedPickerTypes.join(',');

export function FileDrop({ onFiles, buttonRef }: FileDropProps) {
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files),
    noKeyboard: true,
    useFsAccessApi: false,
  });
  const isTouched = useMedia('(pointer: coarse)');
  const look = isDragActive ? 'border-primary bg-vellum' : 'border-control bg-surface';
  return (
    <div
      {...getRootProps()}
      className={`grid justify-items-center gap-2 rounded-card border border-dashed p-7 text-center ${look}`}
    >
      <input {...getInputProps({ accept: pickerTypes, 'aria-label': 'Files' })} />
      <CloudUpload aria-hidden className="size-7 text-brass" strokeWidth={1.5} />
      {isDragActive ? (
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
