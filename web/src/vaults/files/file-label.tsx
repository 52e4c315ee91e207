// A label that a screen reader announces with the name of the file, since every file has the same fields.

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
