// The files of the review, each with its picture or its player, so that the owner notices a wrong file in time.
import { useAddress } from '../../../lib/browser/use-address.ts';
import { ChangedFileNote } from '../../files/changed-file-note.tsx';
import { type NamedFile, useChosenRow } from '../../files/chosen-file-list.tsx';
import { PlaceNote } from '../../files/copies/place-note.tsx';
import { FileRow } from '../../files/file-row.tsx';
import { recordingNamesOf } from '../../files/shown-name.ts';
import type { ChosenFile } from '../../files/upload/choose-files.ts';
import { sourceOf } from '../../files/upload/copied-file.ts';

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

function ReviewedFile({ chosen, recordingName }: NamedFile) {
  const { file, caption = '' } = chosen;
  const row = useChosenRow({ chosen, recordingName });
  const written = caption.trim();
  const name = written || row.name;
  const Player = row.type === 'music' ? 'audio' : 'video';
  const address = useAddress(!sourceOf(file) && (row.type === 'music' || row.type === 'video') ? file : '');
  return (
    <FileRow {...row} name={name} isNamedByUs={row.isNamedByUs && written === ''}>
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
      <PlaceNote file={file} name={name} />
    </FileRow>
  );
}
