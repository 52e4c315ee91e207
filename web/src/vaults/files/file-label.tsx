// A label that a screen reader announces with the file's name, because every file has the same fields.

import { AsWritten } from '../../ui/as-written.tsx';

export function FileLabel({ what, name }: { what: string; name: string }) {
  return (
    <span>
      <span>{what}</span>
      <span className="sr-only">
        {' '}
        of <AsWritten>{name}</AsWritten>
      </span>
    </span>
  );
}
