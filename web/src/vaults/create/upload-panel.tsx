// Replaces the form while its files are uploading.
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { UploadList, waitingWords } from '../files/chosen-file-list.tsx';
import type { ChosenFile } from '../files/upload/choose-files.ts';
import type { UploadSteps } from '../files/upload/upload-file.ts';

interface UploadPanelProps {
  files: readonly ChosenFile[];
  steps: UploadSteps;
  onStop: () => void;
}

export function UploadPanel({ files, steps, onStop }: UploadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid gap-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-display text-title outline-none">
          Uploading your files
        </h2>
        <p className="mt-2 text-muted">Please keep this page open until all files are stored.</p>
      </div>
      <UploadList files={files} steps={steps} />
      <p role="status" className="sr-only">
        {statusText(files, steps)}
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onStop}>
        Stop and go back
      </Button>
    </Card>
  );
}

/** Short enough for a screen reader: how many files are stored, or what the upload is waiting for. */
function statusText(files: readonly ChosenFile[], steps: UploadSteps): string {
  const states = files.map(({ key }) => steps[key]?.state);
  for (const state of ['connection-lost', 'service-trouble'] as const)
    if (states.includes(state)) return waitingWords[state];
  const stored = states.filter((state) => state === 'stored').length;
  return `${stored} of ${files.length} files stored.`;
}
