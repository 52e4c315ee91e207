// Why a vault was not created, beside the button that tries again. The toast with the same message soon disappears.
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';

export function CreationFailure({ message }: { message: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none" hidden={!message}>
      <Notice variant="danger" title="The vault was not created">
        <p>{message}</p>
        <p>Everything you entered is still here.</p>
      </Notice>
    </div>
  );
}
