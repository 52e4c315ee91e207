// The email address of the account, used to sign in and to receive letters.
import { requestEmailChange, requestEmailChangeBody } from '@remembrance/contract/account.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { MailboxLink } from '../people/forms/mailbox-link.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { AsWritten } from '../ui/as-written.tsx';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/fields/email-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';

export function EmailSection({ email }: { email: string }) {
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
      hint={`You sign in with ${email}, and our letters go there. A new address takes effect when you confirm it. For ${ownerChangeDays} days, you can undo the change with the letter to your previous address.`}
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <EmailField label="New email address" autoComplete="email" {...fieldOf(form, 'email')} />
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={isBusy}>
          Change address
        </Button>
      </SubmitForm>
      {sentTo && (
        <>
          <Notice variant="success" title="Check your mail" isAnnounced>
            A letter is on its way to <AsWritten>{sentTo}</AsWritten>. Open the link in it within a day to confirm the
            address.
          </Notice>
          <MailboxLink />
        </>
      )}
    </Section>
  );
}
