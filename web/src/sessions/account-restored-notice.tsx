// Said where signing in took the deletion of the account back: anyone who meant only to look must know, and may ask for it again.
import { useState } from 'react';
import { useBrowserValue } from '../lib/browser-value.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { forgetAccountKept, saysAccountKept } from './session-hint.ts';

export function AccountRestoredNotice() {
  const isKept = useBrowserValue(saysAccountKept, false);
  const [isRead, setRead] = useState(false);
  if (!isKept || isRead) return null;
  const read = () => {
    forgetAccountKept();
    setRead(true);
  };
  return (
    <aside aria-label="Your account stays" className="on-screen-only mx-auto w-full max-w-shell px-5 pt-5 pb-2 sm:px-8">
      <Notice
        variant="success"
        title="Your account stays"
        action={
          <Button variant="secondary" size="compact" onClick={read}>
            Understood
          </Button>
        }
      >
        You signed in, so its deletion is taken back, and your vaults can be released again as you had arranged it.
        Monthly plans that ended do not begin again by themselves.
      </Notice>
    </aside>
  );
}
