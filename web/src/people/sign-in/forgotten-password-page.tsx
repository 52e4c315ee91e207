// Requests a password reset letter. The page shows the same whether or not the account exists.
import { requestPasswordReset } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { MailboxLink } from '../forms/mailbox-link.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';

export default function ForgottenPasswordPage() {
  const destination = useDestination();
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(requestPasswordReset.body, { email: '' });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(requestPasswordReset, { body }),
    ({ email }) => setSentTo(email),
  );

  const otherwise = (
    <span>
      Remembered it? <TextLink to={withNext('/sign-in', destination)}>Log in</TextLink>
    </span>
  );

  if (sentTo)
    return (
      <FormPage title="Check your mail" otherwise={otherwise}>
        <div className="grid gap-6">
          <Notice
            variant="success"
            isAnnounced
            action={
              <Button variant="secondary" onClick={() => setSentTo(undefined)}>
                Use another address
              </Button>
            }
          >
            If there is an account for <AsWritten>{sentTo}</AsWritten>, an email with the link is on its way.
          </Notice>
          <MailboxLink />
        </div>
      </FormPage>
    );

  return (
    <FormPage
      title="Forgotten password"
      lead="Enter the address you signed up with. We will send you a link to choose a new password."
      otherwise={otherwise}
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <TextField label="Email" type="email" autoComplete="username" {...fieldOf(form, 'email')} />
        <Button type="submit" isBusy={isBusy} isWide>
          Send the link
        </Button>
      </SubmitForm>
    </FormPage>
  );
}
