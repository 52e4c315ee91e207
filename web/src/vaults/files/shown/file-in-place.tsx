// Shows a picture, song or film above its title. What the browser cannot show can still be downloaded.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { isWebVtt } from '@remembrance/contract/captions.ts';
import { type SyntheticEvent, useMemo, useState } from 'react';
import { useAddress } from '../../../lib/browser/use-address.ts';
import type { FreshLinks } from './file-links.ts';

interface FileInPlaceProps {
  /** Once its link is renewed, it has the new one. */
  file: Pick<AccessibleFile, 'downloadUrl' | 'fileType' | 'transcript'>;
  title: string;
  links: FreshLinks;
  /** A recording's duration in seconds, once its beginning was read. */
  onLength?: (seconds: number) => void;
}

export function FileInPlace({ file, ...rest }: FileInPlaceProps) {
  if (file.downloadUrl === '' || !['art', 'music', 'video'].includes(file.fileType)) return null;
  return <ShownFile file={file} {...rest} />;
}

function ShownFile({ file, title, links, onLength }: FileInPlaceProps) {
  const [source, setSource] = useState(file.downloadUrl);
  const [state, setState] = useState<'loading' | 'shown' | 'link-expired' | 'unshowable'>('loading');
  const [resumeAt, setResumeAt] = useState(0);
  const captions = useCaptions(file.transcript);

  // A working link stays, so that playback continues; only an expired one is replaced with the newest.
  if (state === 'link-expired' && source !== file.downloadUrl) {
    setSource(file.downloadUrl);
    setState('loading');
  }

  function fail({ currentTarget }: SyntheticEvent<HTMLElement>) {
    if (state !== 'shown' && !links.areStale()) return setState('unshowable');
    if (currentTarget instanceof HTMLMediaElement) setResumeAt(currentTarget.currentTime);
    setState('link-expired');
    void links.refresh();
  }
  function show({ currentTarget }: SyntheticEvent<HTMLElement>) {
    setState('shown');
    if (!(currentTarget instanceof HTMLMediaElement)) return;
    onLength?.(currentTarget.duration);
    if (resumeAt > 0) currentTarget.currentTime = resumeAt;
    setResumeAt(0);
  }

  if (state === 'unshowable') {
    return <p className="text-muted text-sm">This browser cannot show it here. You can download it.</p>;
  }
  const media = {
    src: source,
    controls: true,
    preload: 'metadata',
    'aria-label': title,
    onError: fail,
    onLoadedMetadata: show,
    children: captions !== '' && <track kind="captions" src={captions} label="What is said" default />,
  } as const;
  switch (file.fileType) {
    case 'art':
      return (
        <img
          src={source}
          alt={title}
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

/** The captions' address for a player; blank for none. */
function useCaptions(transcript: string): string {
  const captions = useMemo(
    () => (isWebVtt(transcript) ? new Blob([transcript], { type: 'text/vtt' }) : ''),
    [transcript],
  );
  return useAddress(captions);
}
