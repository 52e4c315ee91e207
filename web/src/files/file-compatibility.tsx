// Says of a chosen file that the recipient's browser may not show it, and offers a copy that most browsers show.
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { type Compatibility, compatibilityOf } from './compatibility.ts';
import { makeCopy } from './make-copy.ts';

interface FileCompatibilityProps {
  file: File;
  mimeType: string;
  /** Uses the copy instead of the file. */
  onCopy: (copy: File) => void;
}

export function FileCompatibility({ file, mimeType, onCopy }: FileCompatibilityProps) {
  const compatibility = compatibilityOf({ name: file.name, mimeType });
  return compatibility && <CopyOffer file={file} onCopy={onCopy} {...compatibility} />;
}

type CopyOfferProps = Pick<FileCompatibilityProps, 'file' | 'onCopy'> & Compatibility;

function CopyOffer({ file, onCopy, hint, copy }: CopyOfferProps) {
  const [state, setState] = useState<'offered' | 'copying' | 'failed'>('offered');
  const id = useId();
  async function replaceByCopy(kind: 'JPEG' | 'MP4') {
    setState('copying');
    try {
      onCopy(await makeCopy(file, kind));
    } catch {
      setState('failed');
    }
  }
  return (
    <div className="grid justify-items-start gap-2 text-muted text-sm">
      <p id={id}>{hint}</p>
      {copy && state !== 'failed' && (
        <Button
          variant="secondary"
          size="compact"
          isBusy={state === 'copying'}
          aria-describedby={id}
          onClick={() => void replaceByCopy(copy)}
        >
          {state === 'copying' ? `Making ${articles[copy]} copy` : `Use ${articles[copy]} copy instead`}
        </Button>
      )}
      {copy && (
        <p role="status" className="empty:hidden">
          {state === 'failed' ? failedWords[copy] : ''}
        </p>
      )}
    </div>
  );
}

const articles = { JPEG: 'a JPEG', MP4: 'an MP4' };
const failedWords = {
  JPEG: 'This browser cannot read the picture, so it cannot make a copy. The file stays as it is. Safari on an iPhone or a Mac can, and so can the Photos app: export the picture as JPEG.',
  MP4: 'This browser cannot make a copy of this film. The file stays as it is. A program such as QuickTime Player or HandBrake can export it as MP4.',
};
