// One line at a photo or film that says where it was taken. Its owner may not know, and its recipient and anyone they show it to learn where
// somebody lives.
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { findPlace, withoutPlace } from './place-taken.ts';

interface PlaceNoteProps {
  file: File;
  /** The name of the file, because every file may have this button. */
  name: string;
  /** Takes the same file without the place. Undefined where it can only be read. */
  onRemoved?: (file: File) => void;
}

export function PlaceNote({ file, name, onRemoved }: PlaceNoteProps) {
  const [found, setFound] = useState<File>();
  const [state, setState] = useState<'named' | 'removing' | 'failed'>('named');
  useEffect(() => {
    let isCurrent = true;
    void findPlace(file).then((places) => {
      if (isCurrent && places.length > 0) setFound(file);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (found !== file) return null;
  async function remove() {
    setState('removing');
    try {
      onRemoved?.(await withoutPlace(file));
      setState('named');
    } catch {
      setState('failed');
    }
  }
  return (
    <div className="grid justify-items-start gap-2 text-muted text-sm">
      <p>It says where it was taken.</p>
      {onRemoved && (
        <Button
          variant="secondary"
          size="compact"
          isBusy={state === 'removing'}
          aria-label={`Remove the place from ${name}`}
          onClick={() => void remove()}
        >
          Remove the place
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {state === 'failed' && <span>The place could not be removed here. The file stays unchanged.</span>}
      </p>
    </div>
  );
}
