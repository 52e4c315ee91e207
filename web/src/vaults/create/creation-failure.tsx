// Why a vault was not created, beside the button that tries again. The toast with the same message soon disappears.
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';

export function CreationFailure({ sentences }: { sentences: readonly string[] }) {
  const said = sentences.filter((sentence) => sentence !== '');
  const message = said.join('\n');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none" hidden={!message}>
      <Notice variant="danger" title="The vault was not created">
        {said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Everything you entered is still here.</p>
      </Notice>
    </div>
  );
}
