// One file of a vault that is edited: its picture, caption and transcript, its place in the order, and what can be done with it.
import { ArrowDown, ArrowUp, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ChangedFileNote } from './changed-file-note.tsx';
import { UploadProgress } from './chosen-file-list.tsx';
import { describeFile, type EditedFile, type FileWords } from './edited-files.ts';
import { FileCompatibility } from './file-compatibility.tsx';
import { FileLabel } from './file-label.tsx';
import { FileRow } from './file-row.tsx';
import { sizeWords } from './size-words.ts';
import { useThumbnail } from './thumbnail.tsx';
import { TranscriptField } from './transcript-field.tsx';
import type { UploadStep } from './upload-file.ts';

interface EditedFileRowProps {
  file: EditedFile;
  isFirst: boolean;
  isLast: boolean;
  step?: UploadStep | undefined;
  onMove: (by: -1 | 1) => void;
  onReplace: (file: File) => void;
  /** Adds a copy after it. Undefined where no place is left. */
  onCopy: ((copy: File) => void) | undefined;
  onRemove: () => void;
  onWords: (words: Partial<FileWords>) => void;
}

export function EditedFileRow({ file, step, onReplace, onCopy, onWords, ...order }: EditedFileRowProps) {
  const { name, type, sizeBytes } = describeFile(file);
  const { source, caption } = file;
  const content = 'stored' in source ? source.stored.downloadUrl : source.chosen.file;
  const picture = useThumbnail({ type, sizeBytes, source: content });
  return (
    <FileRow
      name={name}
      type={type}
      size={sizeWords(sizeBytes)}
      picture={picture ?? undefined}
      action={<OrderButtons name={name} {...order} />}
    >
      {step && 'chosen' in source && <UploadProgress chosen={source.chosen} step={step} />}
      {'chosen' in source && (
        <>
          <ChangedFileNote file={source.chosen.file} />
          <FileCompatibility file={source.chosen.file} mimeType={source.chosen.mimeType} onCopy={onCopy} />
        </>
      )}
      <TextField
        label={<FileLabel what="Caption" name={name} />}
        isOptional
        value={caption}
        maxLength={300}
        onChange={(event) => onWords({ caption: event.currentTarget.value })}
        hint="Shown to the recipient instead of the file name, such as “Us at the lake, 1987”."
      />
      {(type === 'music' || type === 'video') && (
        <TranscriptField name={name} transcript={file.transcript} onChange={(transcript) => onWords({ transcript })} />
      )}
      <ReplaceButton name={name} onReplace={onReplace} />
    </FileRow>
  );
}

type OrderButtonsProps = Pick<EditedFileRowProps, 'isFirst' | 'isLast' | 'onMove' | 'onRemove'> & { name: string };

function OrderButtons({ name, isFirst, isLast, onMove, onRemove }: OrderButtonsProps) {
  return (
    <div className="flex">
      <IconButton label={`Move ${name} up`} Icon={ArrowUp} isDisabled={isFirst} onPress={() => onMove(-1)} />
      <IconButton label={`Move ${name} down`} Icon={ArrowDown} isDisabled={isLast} onPress={() => onMove(1)} />
      <IconButton label={`Remove ${name}`} Icon={X} onPress={onRemove} />
    </div>
  );
}

interface IconButtonProps {
  label: string;
  Icon: LucideIcon;
  isDisabled?: boolean;
  onPress: () => void;
}

/** At the end of its reach it stays focusable, so that the focus is not lost while a file is moved there. */
function IconButton({ label, Icon, isDisabled = false, onPress }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onPress()}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-vellum hover:text-ink aria-disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  );
}

function ReplaceButton({ name, onReplace }: { name: string; onReplace: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        className="sr-only"
        aria-label={`Replacement for ${name}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onReplace(file);
          currentTarget.value = '';
        }}
      />
      <Button variant="secondary" size="compact" aria-label={`Replace ${name}`} onClick={() => input.current?.click()}>
        Replace
      </Button>
    </div>
  );
}
