// Deletes the account. The consequences are shown before the confirmation.
import { deleteAccount } from '@remembrance/contract/account.ts';
import { accountUndoDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { browserStorage, forgetDrafts } from '../people/sessions/forget-on-sign-out.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/section.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export function DeleteSection() {
  const [isConfirming, setConfirming] = useState(false);
  const [until, setUntil] = useState<string>();
  return (
    <Section title="Delete your account">
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>You will be signed out everywhere. Monthly plans end at the end of their paid or free month.</li>
        <li>Your vaults will no longer be released, by an executor or on a date.</li>
        <li>
          For {accountUndoDays} days you can restore your account by signing in. A monthly plan that has not ended by
          then continues, and renews unless you had cancelled it.
        </li>
        <li>
          After that, we permanently delete everything: your account and every vault with its message and files,
          including released vaults. Recipients can then no longer open them.
        </li>
      </ul>
      <Button variant="secondary" className="justify-self-start" onClick={() => setConfirming(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Delete your account?"
        description={`Your vaults, including released ones, are permanently deleted in ${accountUndoDays} days unless you sign in before then.`}
        action="Delete account"
        variant="danger"
        send={() => call(deleteAccount)}
        onDone={(deleted) => {
          setConfirming(false);
          forgetDrafts(browserStorage(), new Date());
          setUntil(deleted.until);
        }}
        onClose={() => setConfirming(false)}
      />
      <Dialog
        isOpen={until !== undefined}
        onClose={leave}
        title="Your account will be deleted"
        description={until && `You are signed out. You can restore it by signing in until ${longDate(until)}.`}
        actions={<ButtonLink href="/">Done</ButtonLink>}
      />
    </Section>
  );
}

// A full page load, so that no account data stays in memory.
const leave = () => window.location.assign('/');
