// One file in the edit form: its picture, caption and transcript, and under "More" its position and its other actions.
import { shownSize } from '@remembrance/contract/files.ts';
import { isRecording } from '@remembrance/contract/recordings.ts';
import { ArrowDown, ArrowUp, type IconNode, RefreshCw, X } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/fields/file-picker.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CaptionField } from './caption-field.tsx';
import { ChangedFileNote } from './changed-file-note.tsx';
import { UploadProgress } from './chosen-file-list.tsx';
import { FileCompatibility } from './copies/file-compatibility.tsx';
import { PlaceNote } from './copies/place-note.tsx';
import { describeFile, type EditedFile, type FileWords } from './edited-files.ts';
import { FileRow } from './file-row.tsx';
import { EditorsFinding } from './finding.tsx';
import { useShownName } from './shown-name.ts';
import { useThumbnail } from './thumbnail.tsx';
import { TranscriptField } from './transcript-field.tsx';
import type { UploadStep } from './upload/upload-file.ts';

interface EditedFileRowProps extends FileActions {
  file: EditedFile;
  /** Its title if it is a recording made here. */
  recordingName: string | undefined;
  /** The name of the stored file that it replaces. */
  formerName: string | undefined;
  /** The id of the form; the fields are outside its element. */
  formId: string;
  step?: UploadStep | undefined;
  /** Adds a copy after it. Undefined if the vault is full. */
  onCopy: ((copy: File) => void) | undefined;
  onWords: (words: Partial<FileWords>) => void;
}

interface FileActions {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onReplace: (file: File) => void;
  onRemove: () => void;
}

export function EditedFileRow({
  file,
  recordingName,
  formerName,
  formId,
  step,
  onCopy,
  onWords,
  ...actions
}: EditedFileRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name: fileName, type, sizeBytes } = describeFile(file);
  const { source } = file;
  const name = useShownName(fileName, 'chosen' in source ? source.chosen.file : '', recordingName);
  const content = 'stored' in source ? source.stored.downloadUrl : source.chosen.file;
  const picture = useThumbnail({ type, sizeBytes, source: content });
  const more = (
    <Button
      variant="secondary"
      size="compact"
      aria-label={`More for ${name}`}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      More
    </Button>
  );
  return (
    <FileRow
      name={name}
      isNamedByUs={recordingName !== undefined}
      type={type}
      size={shownSize(sizeBytes)}
      picture={picture}
      action={more}
    >
      {formerName !== undefined && (
        <p className="text-muted text-sm">
          <span>was </span>
          {isRecording(formerName) ? <span>a recording</span> : <AsWritten>{formerName}</AsWritten>}
        </p>
      )}
      <div id={id} hidden={!isOpen}>
        <Actions name={name} {...actions} />
      </div>
      {'stored' in source && <EditorsFinding finding={source.stored.finding} />}
      {step && 'chosen' in source && <UploadProgress name={name} sizeBytes={sizeBytes} step={step} />}
      {'chosen' in source && (
        <>
          <ChangedFileNote file={source.chosen.file} />
          <PlaceNote file={source.chosen.file} name={name} onRemoved={actions.onReplace} />
          <FileCompatibility file={source.chosen.file} mimeType={source.chosen.mimeType} onCopy={onCopy} />
        </>
      )}
      <CaptionField
        name={name}
        form={formId}
        caption={file.caption}
        hasHint={actions.isFirst}
        onChange={(caption) => onWords({ caption })}
      />
      {(type === 'music' || type === 'video') && (
        <TranscriptField name={name} transcript={file.transcript} onChange={(transcript) => onWords({ transcript })} />
      )}
    </FileRow>
  );
}

function Actions({ name, isFirst, isLast, onMove, onReplace, onRemove }: FileActions & { name: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Action words="Move up" name={name} icon={ArrowUp} isDisabled={isFirst} onPress={() => onMove(-1)} />
      <Action words="Move down" name={name} icon={ArrowDown} isDisabled={isLast} onPress={() => onMove(1)} />
      <FilePicker label={`Replacement for ${name}`} onFile={onReplace}>
        {(open) => <Action words="Replace" name={name} icon={RefreshCw} onPress={open} />}
      </FilePicker>
      <Action words="Remove" name={name} icon={X} onPress={onRemove} />
    </div>
  );
}

interface ActionProps {
  words: string;
  /** The name of the file, because every file has the same actions. */
  name: string;
  icon: IconNode;
  isDisabled?: boolean;
  onPress: () => void;
}

/** A disabled action stays focusable, so that moving a file to the end of the list does not lose the focus. */
function Action({ words, name, icon, isDisabled = false, onPress }: ActionProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={`${words} ${name}`}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onPress()}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control px-4 text-sm hover:bg-vellum aria-disabled:opacity-50"
    >
      <Icon of={icon} className="size-4" />
      <span>{words}</span>
    </button>
  );
}
