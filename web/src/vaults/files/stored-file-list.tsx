// A vault's files as their owner sees them: each can be opened on the page, played and downloaded.
import { shownSize, type VaultFile } from '@remembrance/contract/files.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { FileRow } from './file-row.tsx';
import { OwnersFinding } from './finding.tsx';
import { FileInPlace } from './shown/file-in-place.tsx';
import type { FreshLinks } from './shown/file-links.ts';
import { FreshDownload } from './shown/fresh-download.tsx';
import { useThumbnail } from './thumbnail.tsx';

export function StoredFileList({ files, links }: { files: readonly VaultFile[]; links: FreshLinks }) {
  const names = recordingNames(files);
  return (
    <ul>
      {files.map((file) => (
        <StoredFile key={file.id} file={file} recordingName={names.get(file.id)} links={links} />
      ))}
    </ul>
  );
}

interface StoredFileProps {
  file: VaultFile;
  /** Its title if it is a recording made here. */
  recordingName: string | undefined;
  links: FreshLinks;
}

function StoredFile({ file, recordingName, links }: StoredFileProps) {
  const { fileType, sizeBytes, caption, downloadUrl } = file;
  const fileName = recordingName ?? file.fileName;
  const [isOpen, setOpen] = useState(false);
  const picture = useThumbnail({ type: fileType, sizeBytes, source: downloadUrl });
  const canOpen = fileType === 'art' || fileType === 'music' || fileType === 'video';
  return (
    <FileRow
      name={caption || fileName}
      isNamedByUs={recordingName !== undefined && caption === ''}
      type={fileType}
      size={shownSize(sizeBytes)}
      picture={picture}
      action={
        <div className="flex flex-wrap gap-2">
          {canOpen && (
            <Button
              variant="secondary"
              size="compact"
              aria-label={`${isOpen ? 'Close' : openWords[fileType]} ${fileName}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Close' : openWords[fileType]}
            </Button>
          )}
          <FreshDownload
            url={downloadUrl}
            fileName={file.fileName}
            label={`Download ${fileName}`}
            size="compact"
            links={links}
          >
            Download
          </FreshDownload>
        </div>
      }
    >
      {caption && (
        <p className="text-muted text-sm">
          {recordingName === undefined ? <AsWritten>{fileName}</AsWritten> : <span>{recordingName}</span>}
        </p>
      )}
      {file.isDamaged && <p className="text-garnet text-sm">{refusals['file-damaged'].detail}</p>}
      {file.isOtherThanClaimed && <p className="text-muted text-sm">{otherContent}</p>}
      <OwnersFinding finding={file.finding} />
      {isOpen && <FileInPlace file={file} title={caption || fileName} links={links} />}
      {isOpen && file.transcript && <p className="whitespace-pre-wrap text-sm">{file.transcript}</p>}
    </FileRow>
  );
}

const otherContent =
  'The content of this file does not match its name. We keep it unchanged. The recipient can download it, but the page does not show it. If you did not expect this, please replace it with the right file.';

const openWords = { art: 'Open', music: 'Play', video: 'Play' };
