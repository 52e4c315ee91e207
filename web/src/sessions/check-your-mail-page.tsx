// After signing up: where the confirming letter went, and how to get it again.
import { resendVerification } from '@remembrance/contract/sessions.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { onward } from './destination.ts';
import { EntryForm, EntryLink, EntryShell } from './entry-shell.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { useDestination } from './use-destination.ts';
import { useEntry } from './use-entry.ts';

export default function CheckYourMailPage() {
  const destination = useDestination();
  // The address comes with the navigation and never stands in the page's own address.
  const { state } = useLocation() as { state: { email?: string } | null };
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(resendVerification.body, { email: state?.email ?? '', next: destination });
  const { submit, isBusy, refusal } = useEntry(
    form,
    (body) => call(resendVerification, { body }),
    ({ email }) => setSentTo(email),
  );

  return (
    <EntryShell
      title="Check your mail"
      lead={
        state?.email ? (
          <>
            We have sent a letter to <strong className="text-ink">{state.email}</strong>. Open the link in it to confirm
            your address, and you are ready to begin.
          </>
        ) : (
          'We have sent you a letter. Open the link in it to confirm your address, and you are ready to begin.'
        )
      }
      otherwise={
        <>
          Already confirmed? <EntryLink to={onward('/sign-in', destination)}>Log in</EntryLink>
        </>
      }
    >
      <div className="grid gap-6">
        <MailboxLink />
        <EntryForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
          <p className="text-muted">
            Nothing there after a few minutes? Look among the unwanted mail, or have it sent again.
          </p>
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
