// Warns that the recipient's browser may not show a chosen file, and offers a copy that most browsers show. The copy is added beside the
// original, which is what the owner meant to leave.
import { useEffect, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type Compatibility, compatibilityOf, hevcCompatibility } from './compatibility.ts';
import { isHevcFilm } from './film-codec.ts';
import { makeCopy } from './make-copy.ts';

interface FileCompatibilityProps {
  file: File;
  mimeType: string;
  /** Adds the copy after the file. Undefined if the vault is full. */
  onCopy: ((copy: File) => void) | undefined;
}

export function FileCompatibility({ file, mimeType, onCopy }: FileCompatibilityProps) {
  const compatibility = useCompatibility(file, mimeType);
  return compatibility && <CopyOffer file={file} onCopy={onCopy} {...compatibility} />;
}

function useCompatibility(file: File, mimeType: string): Compatibility | null {
  const [hevc, setHevc] = useState<File>();
  const known = compatibilityOf({ name: file.name, mimeType });
  const isMp4 = known === null && (/^video\/(mp4|x-m4v)/.test(mimeType) || /\.(mp4|m4v)$/i.test(file.name));
  useEffect(() => {
    if (!isMp4) return;
    let isCurrent = true;
    void isHevcFilm(file).then((isHevc) => {
      if (isCurrent && isHevc) setHevc(file);
    });
    return () => {
      isCurrent = false;
    };
  }, [file, isMp4]);
  return hevc === file ? hevcCompatibility() : known;
}

type CopyOfferProps = Pick<FileCompatibilityProps, 'file' | 'onCopy'> & Compatibility;

function CopyOffer({ file, onCopy, hint, copy }: CopyOfferProps) {
  const [state, setState] = useState<'offered' | 'copying' | 'copied' | 'failed'>('offered');
  const id = useId();
  async function addCopy(kind: 'JPEG' | 'MP4') {
    setState('copying');
    try {
      onCopy?.(await makeCopy(file, kind));
      setState('copied');
    } catch {
      setState('failed');
    }
  }
  const isOffered = copy && onCopy && (state === 'offered' || state === 'copying');
  return (
    <div className="grid justify-items-start gap-2 text-muted text-sm">
      <p id={id}>{hint}</p>
      {isOffered && (
        <Button
          variant="secondary"
          size="compact"
          isBusy={state === 'copying'}
          aria-describedby={id}
          onClick={() => void addCopy(copy)}
        >
          {state === 'copying' ? `Making ${articles[copy]} copy` : `Add ${articles[copy]} copy`}
        </Button>
      )}
      {copy && !onCopy && state === 'offered' && (
        <p>{`If you remove a file, you can add ${articles[copy]} copy of this one.`}</p>
      )}
      {copy && (
        <p role="status" className="empty:hidden">
          {state === 'copied' && <span>The copy is in the list, after this file.</span>}
          {state === 'failed' && <span>{failedWords[copy]}</span>}
        </p>
      )}
    </div>
  );
}

const articles = { JPEG: 'a JPEG', MP4: 'an MP4' };
const failedWords = {
  JPEG: 'This browser cannot read the picture, so it cannot create a copy. The file stays unchanged. You can create a copy with Safari on an iPhone or a Mac, or export the picture as JPEG with the Photos app.',
  MP4: 'This browser cannot create a copy of this film. The file stays unchanged. A program such as QuickTime Player or HandBrake can export it as MP4.',
};
