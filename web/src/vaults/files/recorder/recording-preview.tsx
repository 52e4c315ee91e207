// The preview of a new recording, before it is added to the vault.

import { useAddress } from '../../../lib/browser/use-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type RecordingKind, timerText } from './recording.ts';

interface RecordingPreviewProps {
  kind: RecordingKind;
  file: File;
  seconds: number;
  onAdd: () => void;
  onDiscard: () => void;
}

export function RecordingPreview({ kind, file, seconds, onAdd, onDiscard }: RecordingPreviewProps) {
  const url = useAddress(file);
  const label = `Your ${kind} recording, ${timerText(seconds)}`;
  return (
    <Card className="grid gap-4">
      <p role="status" className="font-semibold">
        {label}
      </p>
      {/* biome-ignore-start lint/a11y/useMediaCaption: a message just recorded by its owner has no captions */}
      {url && kind === 'audio' && <audio controls src={url} aria-label={label} className="w-full" />}
      {url && kind === 'video' && (
        <video
          controls
          playsInline
          src={url}
          aria-label={label}
          className="aspect-video w-full rounded-field bg-night"
        />
      )}
      {/* biome-ignore-end lint/a11y/useMediaCaption: see above */}
      <div className="flex flex-wrap gap-3">
        <Button data-next onClick={onAdd}>
          Add to Vault
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Card>
  );
}
