// Deleting the account. What happens is said before anything is asked.
import { deleteAccount } from '@remembrance/contract/account.ts';
import { accountUndoDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/section.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export function DeleteSection() {
  const [isAsking, setAsking] = useState(false);
  const [until, setUntil] = useState<string>();
  return (
    <Section title="Delete your account">
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>You are signed out everywhere, and monthly plans end at once.</li>
        <li>None of your vaults will be released any more, neither by an executor nor on a date.</li>
        <li>
          For {accountUndoDays} days you can take it back by signing in. Plans that ended do not begin again by
          themselves.
        </li>
        <li>
          After that everything is removed for good: your account, every vault with its message and files, and also what
          was already released. Recipients can no longer open it.
        </li>
      </ul>
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete your account?"
        description={`Your vaults, released ones too, are removed for good in ${accountUndoDays} days, unless you sign in before.`}
        action="Delete account"
        variant="danger"
        send={() => call(deleteAccount)}
        onDone={(deleted) => {
          setAsking(false);
          setUntil(deleted.until);
        }}
        onClose={() => setAsking(false)}
      />
      <Dialog
        isOpen={until !== undefined}
        onClose={leave}
        title="Your account will be deleted"
        description={until && `You are signed out. Until ${longDate(until)} you can take it back by signing in.`}
        actions={<ButtonLink href="/">Done</ButtonLink>}
      />
    </Section>
  );
}

// A full load, so that nothing of the account stays in the page.
const leave = () => window.location.assign('/');
