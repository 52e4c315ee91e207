// Shown after a sign-in cancelled the account's deletion, so that the owner knows and can request it again.
import { billingPath } from '@remembrance/contract/billing.ts';
import { useState } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { clearAccountRestoredHint, hasAccountRestoredHint } from './session-hint.ts';

export function AccountRestoredNotice() {
  const isRestored = useBrowserValue(hasAccountRestoredHint, false);
  const [isRead, setRead] = useState(false);
  if (!isRestored || isRead) return null;
  const read = () => {
    clearAccountRestoredHint();
    setRead(true);
  };
  return (
    <aside
      aria-label="Your account is restored"
      className="on-screen-only mx-auto w-full max-w-shell px-5 pt-5 pb-2 sm:px-8"
    >
      <Notice
        variant="success"
        title="Your account is restored"
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="compact" onClick={read}>
              OK
            </Button>
            <ButtonLink variant="quiet" size="compact" to={billingPath}>
              See Billing
            </ButtonLink>
          </div>
        }
      >
        You signed in, so your account will not be deleted. Your vaults can be released again as you arranged. A monthly
        plan that has not ended continues, and renews unless you had cancelled it.
      </Notice>
    </aside>
  );
}
