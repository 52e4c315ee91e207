// A vault's files as their owner sees them: each can be opened on the page, played and downloaded.
import type { VaultFile } from '@remembrance/contract/files.ts';
import { recordingNames } from '@remembrance/contract/recordings.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { Download } from 'lucide';
import { type MouseEvent, useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FileRow } from './file-row.tsx';
import { OwnersFinding } from './finding.tsx';
import { sizeWords } from './size-words.ts';
import { useThumbnail } from './thumbnail.tsx';

/** The files' links expire. */
export interface FileLinks {
  areStale: () => boolean;
  /** Fetches the files again, with new links. */
  renew: () => Promise<readonly VaultFile[] | undefined>;
}

export function StoredFileList({ files, links }: { files: readonly VaultFile[]; links: FileLinks }) {
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
  links: FileLinks;
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
      size={sizeWords(sizeBytes)}
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
          <DownloadLink file={file} name={fileName} links={links} />
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
      {isOpen && <OpenedFile file={file} title={caption || fileName} links={links} />}
      {isOpen && file.transcript && <p className="whitespace-pre-wrap text-sm">{file.transcript}</p>}
    </FileRow>
  );
}

const otherContent =
  'The content of this file is not of the kind its name says. We keep it as it is. It can be downloaded, and is not shown on the page. If you did not expect this, please add the right file in its place.';

const openWords = { art: 'Open', music: 'Play', video: 'Play' };

function DownloadLink({ file, name, links }: { file: VaultFile; name: string; links: FileLinks }) {
  const { id, fileName, downloadUrl } = file;
  async function renewFirst(event: MouseEvent<HTMLAnchorElement>) {
    if (!links.areStale()) return;
    event.preventDefault();
    const renewed = (await links.renew())?.find((file) => file.id === id);
    if (renewed) window.location.assign(renewed.downloadUrl); // an attachment, so the page stays
  }
  return (
    <ButtonLink
      variant="secondary"
      size="compact"
      href={downloadUrl}
      download={fileName}
      aria-label={`Download ${name}`}
      icon={<Icon of={Download} className="size-5" />}
      onClick={(event) => void renewFirst(event)}
    >
      Download
    </ButtonLink>
  );
}

/** A working link stays while it plays. A link that fails is renewed once; if it fails again, this browser cannot show the file. */
function OpenedFile({ file, title, links }: { file: VaultFile; title: string; links: FileLinks }) {
  const [source, setSource] = useState(file.downloadUrl);
  const [failures, setFailures] = useState(0);
  async function fail() {
    setFailures(failures + 1);
    if (failures > 0) return;
    const renewed = (await links.renew())?.find(({ id }) => id === file.id);
    if (renewed) setSource(renewed.downloadUrl);
  }
  if (failures > 1) return <p className="text-muted text-sm">This browser cannot show it here. You can download it.</p>;
  const media = {
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: () => void fail(),
  } as const;
  if (file.fileType === 'music') return <audio {...media} className="w-full" />;
  if (file.fileType === 'video')
    return <video {...media} playsInline className="max-h-[80vh] w-full rounded-field bg-night" />;
  return <img src={source} alt={title} onError={() => void fail()} className="max-h-[80vh] rounded-field" />;
}
