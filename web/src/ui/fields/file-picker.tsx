// A hidden file input, and the button that opens it.
import { type ReactElement, useRef } from 'react';

interface FilePickerProps {
  /** The input's name for a screen reader. */
  label: string;
  accept?: string;
  onFile: (file: File) => void;
  children: (open: () => void) => ReactElement;
}

export function FilePicker({ label, accept, onFile, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = ''; // so that the same file can be chosen again
          if (file) onFile(file);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
