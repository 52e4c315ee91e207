// Says that a chosen file was changed or moved on the device, and what is sent instead. It checks on first render and whenever the owner
// returns to the page, because they come back from the program that saved the file.
import { useEffect, useState } from 'react';
import { findReadable } from './upload/readable-file.ts';

export function ChangedFileNote({ file }: { file: File }) {
  const state = useFileState(file);
  return (
    <p role="status" className="text-garnet text-sm empty:hidden">
      {state === 'same' ? null : words[state]}
    </p>
  );
}

const changed = 'This file was changed or moved on this device after you chose it.';
const words = {
  copied: `${changed} We send the version that you chose. To send the new version, remove the file and choose it again.`,
  lost: `${changed} It cannot be sent. Please remove it and choose it again.`,
};

function useFileState(file: File): 'same' | 'copied' | 'lost' {
  const [found, setFound] = useState<{ of: File; readable: File | undefined }>({ of: file, readable: file });
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const readable = await findReadable(file);
      if (isCurrent) setFound({ of: file, readable });
    };
    void look();
    window.addEventListener('focus', look);
    return () => {
      isCurrent = false;
      window.removeEventListener('focus', look);
    };
  }, [file]);
  if (found.of !== file || found.readable === file) return 'same';
  return found.readable ? 'copied' : 'lost';
}
