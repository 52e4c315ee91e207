// The files of the review, each with its picture or its player, so that the owner notices a wrong file in time.
import { fileSizeText, fileTypeOf } from '@remembrance/contract/files.ts';
import { useAddress } from '../../../lib/browser/use-address.ts';
import { ChangedFileNote } from '../../files/changed-file-note.tsx';
import { FileRow } from '../../files/file-row.tsx';
import { recordingNamesOf, useShownName } from '../../files/shown-name.ts';
import { useThumbnail } from '../../files/thumbnail.tsx';
import type { ChosenFile } from '../../files/upload/choose-files.ts';

export function ReviewedFiles({ files }: { files: readonly ChosenFile[] }) {
  if (files.length === 0) return <p>None</p>;
  const names = recordingNamesOf(files);
  return (
    <ul aria-label="Files in this vault">
      {files.map((chosen) => (
        <ReviewedFile key={chosen.key} chosen={chosen} recordingName={names.get(chosen.key)} />
      ))}
    </ul>
  );
}

function ReviewedFile({ chosen, recordingName }: { chosen: ChosenFile; recordingName: string | undefined }) {
  const { file, mimeType, caption = '' } = chosen;
  const shownName = useShownName(file.name, file, recordingName);
  const name = caption.trim() || shownName;
  const type = fileTypeOf(mimeType);
  const picture = useThumbnail({ type, sizeBytes: file.size, source: file });
  const Player = type === 'music' ? 'audio' : 'video';
  const address = useAddress(type === 'music' || type === 'video' ? file : '');
  return (
    <FileRow
      name={name}
      isNamedByUs={name !== file.name && caption.trim() === ''}
      type={type}
      size={fileSizeText(file.size)}
      picture={picture}
    >
      {address && (
        <Player
          src={address}
          controls
          preload="metadata"
          playsInline
          aria-label={name}
          className="max-h-72 w-full rounded-field"
        />
      )}
      <ChangedFileNote file={file} />
    </FileRow>
  );
}
