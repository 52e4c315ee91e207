// A recording's transcript. WebVTT captions are also shown in time with the recording.
import type { AccessibleFile } from '@remembrance/contract/access-state.ts';
import { isWebVtt, spokenWords } from '@remembrance/contract/captions.ts';
import { useMemo } from 'react';
import { useAddress } from '../../../lib/browser/use-address.ts';

export function Transcript({ file: { transcript } }: { file: AccessibleFile }) {
  if (transcript === '') return null;
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">Read what is said</summary>
      <div className="own-direction mt-2 whitespace-pre-wrap font-letter text-letter">
        {isWebVtt(transcript) ? spokenWords(transcript) : transcript}
      </div>
    </details>
  );
}

/** The captions' address for a player; blank for none. */
export function useCaptions(transcript: string): string {
  const captions = useMemo(
    () => (isWebVtt(transcript) ? new Blob([transcript], { type: 'text/vtt' }) : ''),
    [transcript],
  );
  return useAddress(captions);
}
