// The name of a file, as its owner wrote it. A long one breaks after a sign before it breaks inside a word.
import { Fragment } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';

export function FileName({ name }: { name: string }) {
  let end = 0;
  return (
    <AsWritten>
      {(name.match(/[^_.-]+[_.-]*|[_.-]+/g) ?? []).map((part) => {
        end += part.length;
        return (
          <Fragment key={end}>
            {part}
            <wbr />
          </Fragment>
        );
      })}
    </AsWritten>
  );
}
