// After signing up, and after a confirming link that came too late: where the letter went, and how to get another.
import { resendVerification } from '@remembrance/contract/sessions.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { useLocation } from '../lib/location.tsx';
import { useSearch } from '../lib/search.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EntryForm, EntryLink, EntryShell } from './entry-shell.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { useDestination } from './use-destination.ts';
import { useEntry } from './use-entry.ts';

export default function CheckYourMailPage() {
  const destination = useDestination();
  const isExpired = useSearch().has('expired');
  // The address comes with the navigation and never stands in the page's own address.
  const state = useLocation().state as { email?: string } | null;
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(resendVerification.body, { email: state?.email ?? '', next: destination });
  const { submit, isBusy, refusal } = useEntry(
    form,
    (body) => call(resendVerification, { body }),
    ({ email }) => setSentTo(email),
  );

  return (
    <EntryShell
      title={isExpired ? 'That link no longer works' : 'Check your mail'}
      lead={
        isExpired ? (
          'It has expired or was used already. If your address is not confirmed yet, ask for a new letter.'
        ) : (
          <LetterSent to={state?.email} />
        )
      }
      otherwise={
        <>
          Already confirmed? <EntryLink to={withNext('/sign-in', destination)}>Log in</EntryLink>
        </>
      }
    >
      <div className="grid gap-6">
        <MailboxLink />
        <EntryForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
          {!isExpired && (
            <p className="text-muted">
              Nothing there after a few minutes? Look among the unwanted mail, or have it sent again.
            </p>
          )}
          {!state?.email && (
            <TextField
              label="Email"
              type="email"
              autoComplete="email"
              error={form.formState.errors.email?.message}
              {...form.register('email')}
            />
          )}
          <Button type="submit" variant="secondary" isBusy={isBusy} isWide>
            Send again
          </Button>
          {sentTo && !isBusy && !refusal && (
            <Notice variant="success" isAnnounced>
              A new letter is on its way to {sentTo}.
            </Notice>
          )}
        </EntryForm>
      </div>
    </EntryShell>
  );
}

function LetterSent({ to }: { to: string | undefined }) {
  return (
    <>
      We have sent {to ? 'a letter to ' : 'you a letter'}
      {to && <strong className="text-ink">{to}</strong>}. Open the link in it to confirm your address, and you are ready
      to begin.
    </>
  );
}
