// The transcript of a recording: typed or pasted, or read from a captions file (WebVTT or SubRip) on this device.
import { asWebVtt, isWebVtt } from '@remembrance/contract/captions.ts';
import { lengths } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/fields/file-picker.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { FileLabel } from './caption-field.tsx';

interface TranscriptFieldProps {
  name: string;
  transcript: string;
  onChange: (transcript: string) => void;
}

/** In bytes, checked before it is read. The longest transcript in four-byte characters fits. */
const maxBytes = 4 * lengths.transcript;

export function TranscriptField({ name, transcript, onChange }: TranscriptFieldProps) {
  const [error, setError] = useState<string>();
  async function read(file: File) {
    const text = file.size <= maxBytes ? await readCaptions(file) : '';
    const isTooLong = file.size > maxBytes || text.length > lengths.transcript;
    setError(isTooLong ? `${file.name} is too long for a transcript.` : undefined);
    if (!isTooLong) onChange(text);
  }
  return (
    <details open={transcript !== '' || undefined}>
      <summary className="min-h-11 content-center font-semibold text-sm">
        Transcript (optional)
        <span className="sr-only">
          , for <AsWritten>{name}</AsWritten>
        </span>
      </summary>
      <div className="mt-2 grid justify-items-start gap-2">
        <div className="w-full">
          <TextArea
            label={<FileLabel what="Transcript" name={name} />}
            isOptional
            rows={4}
            value={transcript}
            maxLength={lengths.transcript}
            onChange={(event) => onChange(asWebVtt(event.currentTarget.value))}
            error={error}
            hint={
              isWebVtt(transcript)
                ? 'These are captions (WebVTT). The page shows them while the recording plays.'
                : 'For somebody who does not hear well. The page shows it next to the recording.'
            }
          />
        </div>
        <FilePicker
          label={`Captions file for ${name}`}
          accept=".vtt,.srt,.txt,text/vtt,application/x-subrip,text/plain"
          onFile={(file) => void read(file)}
        >
          {(open) => (
            <Button variant="secondary" size="compact" aria-label={`Choose a captions file for ${name}`} onClick={open}>
              Choose a captions file
            </Button>
          )}
        </FilePicker>
      </div>
    </details>
  );
}

/**
 * Reads a captions or text file in whatever encoding a program used: UTF-8, UTF-16 with its BOM, otherwise Windows-1252, which old
 * programs use. SubRip captions become WebVTT.
 */
export async function readCaptions(file: Blob): Promise<string> {
  return asWebVtt(decode(new Uint8Array(await file.arrayBuffer())));
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
