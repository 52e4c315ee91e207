// Replaces the form while its files are uploading.
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type NamedFile, UploadProgress, useChosenRow, waitingWords } from '../files/chosen-file-list.tsx';
import { FileRow } from '../files/file-row.tsx';
import { recordingNamesOf } from '../files/shown-name.ts';
import type { ChosenFile } from '../files/upload/choose-files.ts';
import { sizeOf } from '../files/upload/copied-file.ts';
import type { UploadStep, UploadSteps } from '../files/upload/upload-file.ts';

interface UploadPanelProps {
  files: readonly ChosenFile[];
  steps: UploadSteps;
  onStop: () => void;
}

export default function UploadPanel({ files, steps, onStop }: UploadPanelProps) {
  const names = recordingNamesOf(files);
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
      <ul aria-label="Files being uploaded">
        {files.map((chosen) => (
          <UploadRow
            key={chosen.key}
            chosen={chosen}
            recordingName={names.get(chosen.key)}
            step={steps[chosen.key] ?? { state: 'waiting' }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {statusText(files, steps)}
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onStop}>
        Stop and go back
      </Button>
    </Card>
  );
}

function UploadRow({ step, ...named }: NamedFile & { step: UploadStep }) {
  const row = useChosenRow(named);
  return (
    <FileRow {...row}>
      <UploadProgress name={row.name} sizeBytes={sizeOf(named.chosen.file)} step={step} />
    </FileRow>
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
