// The name of a file, as its owner wrote it. A long one breaks after _, - or . before it breaks inside a word, but
// keeps its ending.
import { Fragment } from 'react';
import { AsWritten } from '../../ui/as-written.tsx';

export function FileName({ name }: { name: string }) {
  const parts = name.match(/[^_.-]+(?:\.[^_.-]+$|[_.-]*)|[_.-]+/g) ?? [];
  if (parts.length < 2) return <AsWritten>{name}</AsWritten>;
  let end = 0;
  return (
    <AsWritten>
      {parts.map((part) => {
        end += part.length;
        return (
          <Fragment key={end}>
            <span>{part}</span>
            <wbr />
          </Fragment>
        );
      })}
    </AsWritten>
  );
}
