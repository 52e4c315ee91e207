// Shows a picture, song or video in its row of the list. What the browser cannot show can still be downloaded.
import type { AccessibleFile } from '@remembrance/contract/vault-access.ts';
import { type SyntheticEvent, useState } from 'react';

interface FileInPlaceProps {
  file: AccessibleFile;
  areLinksStale: () => boolean;
  /** Requests a new link; the file prop is then updated with it. */
  onLinkExpired: () => void;
}

export function FileInPlace({ file, ...links }: FileInPlaceProps) {
  if (file.downloadUrl === '' || !['art', 'music', 'video'].includes(file.fileType)) return null;
  return <ShownFile file={file} {...links} />;
}

function ShownFile({ file, areLinksStale, onLinkExpired }: FileInPlaceProps) {
  const [source, setSource] = useState(file.downloadUrl);
  const [state, setState] = useState<'loading' | 'shown' | 'link-expired' | 'unshowable'>('loading');
  const [resumeAt, setResumeAt] = useState(0);

  // A working link stays, so that playback continues; only an expired one is replaced by the newest.
  if (state === 'link-expired' && source !== file.downloadUrl) {
    setSource(file.downloadUrl);
    setState('loading');
  }

  function fail({ currentTarget }: SyntheticEvent<HTMLElement>) {
    if (state !== 'shown' && !areLinksStale()) return setState('unshowable');
    if (currentTarget instanceof HTMLMediaElement) setResumeAt(currentTarget.currentTime);
    setState('link-expired');
    onLinkExpired();
  }
  function show({ currentTarget }: SyntheticEvent<HTMLElement>) {
    setState('shown');
    if (currentTarget instanceof HTMLMediaElement && resumeAt > 0) currentTarget.currentTime = resumeAt;
    setResumeAt(0);
  }

  if (state === 'unshowable') {
    return <p className="text-muted text-sm">This browser cannot show it here. You can download it.</p>;
  }
  const media = {
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': file.fileName,
    onError: fail,
    onLoadedMetadata: show,
  } as const;
  switch (file.fileType) {
    case 'art':
      return (
        <img
          src={source}
          alt={file.fileName}
          loading="lazy"
          onError={fail}
          onLoad={show}
          className="max-h-[80vh] rounded-field"
        />
      );
    case 'music':
      return <audio {...media} className="w-full" />;
    default:
      return <video {...media} playsInline className="max-h-[80vh] w-full rounded-field bg-night" />;
  }
}
