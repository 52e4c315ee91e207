// The email address of the account, used to sign in and to receive letters.
import { requestEmailChange, requestEmailChangeBody } from '@remembrance/contract/account.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { MailboxLink } from '../people/forms/mailbox-link.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { AsWritten } from '../ui/as-written.tsx';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/fields/email-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';

/** @param contentFrom until when the account reads no content after a move, or null */
export function EmailSection({ email, contentFrom }: { email: string; contentFrom: string | null }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(requestEmailChangeBody, { email: '' });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(requestEmailChange, { body }),
    (sent) => {
      form.reset({ email: '' });
      setSentTo(sent.email);
    },
  );
  return (
    <Section
      title="Email address"
      hint={`You sign in with ${email}, and our emails go there. A new address takes effect when you confirm it; please stay signed in here until then. For ${ownerChangeDays} days, you can undo the change with the email to your previous address.`}
    >
      {contentFrom && (
        <Notice variant="info" title="Your vaults are closed for a short time">
          {`This address is new to your account. To protect what you have written, it can be read and downloaded again from ${longDate(contentFrom)}, or as soon as you press “It was me” on the page that our email to your previous address opens.`}
        </Notice>
      )}
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <EmailField label="New email address" autoComplete="email" {...fieldOf(form, 'email')} />
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={isBusy}>
          Change address
        </Button>
      </SubmitForm>
      {sentTo && (
        <>
          <Notice variant="success" title="Check your mail" isAnnounced>
            An email is on its way to <AsWritten>{sentTo}</AsWritten>. Open the link in it within a day to confirm the
            address.
          </Notice>
          <MailboxLink />
        </>
      )}
    </Section>
  );
}
