// A picture, a song or a video shown where it stands in the list. What this browser cannot show is left to the download.
import type { AccessibleFile } from '@remembrance/contract/vault-access.ts';
import { type SyntheticEvent, useState } from 'react';

interface FileInPlaceProps {
  file: AccessibleFile;
  /** Asks for a fresh link; the file is then handed over again with it. */
  onLinkFailed: () => void;
}

export function FileInPlace({ file, onLinkFailed }: FileInPlaceProps) {
  const [source, setSource] = useState(file.downloadUrl);
  const [hasFailed, setFailed] = useState(false);
  const [resumeAt, setResumeAt] = useState(0);

  // A link that works is kept, so that what is playing goes on; only one that failed is replaced by the newest.
  const isReplaceable = hasFailed && source !== file.downloadUrl;
  if (isReplaceable) {
    setSource(file.downloadUrl);
    setFailed(false);
  }

  function fail(event: SyntheticEvent<HTMLElement>) {
    if (event.currentTarget instanceof HTMLMediaElement) setResumeAt(event.currentTarget.currentTime);
    setFailed(true);
    if (source === file.downloadUrl) onLinkFailed();
  }
  function resume({ currentTarget }: SyntheticEvent<HTMLMediaElement>) {
    if (resumeAt > 0) currentTarget.currentTime = resumeAt;
    setResumeAt(0);
  }

  if (source === '' || !isShowable(file)) return null;
  if (hasFailed) return <p className="text-muted text-sm">This browser cannot show it here. You can download it.</p>;
  const media = { src: source, onError: fail, onLoadedMetadata: resume, controls: true, 'aria-label': file.fileName };
  switch (file.fileType) {
    case 'art':
      return (
        <img src={source} alt={file.fileName} loading="lazy" onError={fail} className="max-h-[80vh] rounded-field" />
      );
    case 'music':
      return <audio {...media} preload="metadata" className="w-full" />;
    default:
      return <video {...media} preload="metadata" playsInline className="max-h-[80vh] w-full rounded-field bg-night" />;
  }
}

const isShowable = ({ fileType }: AccessibleFile): boolean => ['art', 'music', 'video'].includes(fileType);
