// Shown after signing up, or after an expired confirmation link: where the letter was sent, and how to request another.
import { resendVerification } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { useLocation, useNavigate, useSearch } from '../../lib/location.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { MailboxLink } from '../forms/mailbox-link.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { useTypedAddress } from '../forms/use-typed-address.ts';

export default function CheckYourMailPage() {
  const destination = useDestination();
  const isExpired = useSearch().has('expired');
  const typed = useTypedAddress();
  const known = resendVerification.body.safeParse({ email: typed }).success ? typed : undefined;
  const [sentTo, setSentTo] = useState<string>();
  const form = useContractForm(resendVerification.body, { email: typed, next: destination });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(resendVerification, { body }),
    ({ email }) => setSentTo(email),
  );

  return (
    <FormPage
      title={isExpired ? 'Ask for a new email' : 'Check your mail'}
      lead={
        isExpired ? (
          'Enter the address you signed up with. We will send you a new link to confirm it.'
        ) : (
          <LetterSent to={known} />
        )
      }
      otherwise={
        <span>
          Already confirmed? <TextLink to={withNext('/sign-in', destination)}>Log in</TextLink>
          {known && <CorrectAddress to={withNext('/sign-up', destination)} />}
        </span>
      }
    >
      <div className="grid gap-6">
        <MailboxLink />
        <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
          {!isExpired && (
            <p className="text-muted">No email after a few minutes? Please check your spam folder, or send it again.</p>
          )}
          {!known && <TextField label="Email" type="email" autoComplete="email" {...fieldOf(form, 'email')} />}
          <Button type="submit" variant="secondary" isBusy={isBusy} isWide>
            {isExpired ? 'Send a new email' : 'Send again'}
          </Button>
          {sentTo && !isBusy && !refusal && (
            <Notice variant="success" isAnnounced>
              A new email is on its way to <AsWritten>{sentTo}</AsWritten>.
            </Notice>
          )}
        </SubmitForm>
      </div>
    </FormPage>
  );
}

/** Back to the form, with everything else that was typed there. */
function CorrectAddress({ to }: { to: string }) {
  const navigate = useNavigate();
  const state = { ...(useLocation().state as object), isCorrecting: true };
  return (
    <>
      <br />
      <span>Not your address? </span>
      <button
        type="button"
        className="text-link font-semibold text-ink"
        onClick={() => navigate(to, { replace: true, state })}
      >
        Correct it
      </button>
    </>
  );
}

function LetterSent({ to }: { to: string | undefined }) {
  return (
    <span>
      <span>{to ? 'We have sent an email to ' : 'We have sent you an email'}</span>
      {to && <AsWritten className="font-bold text-ink">{to}</AsWritten>}
      <span>. Open the link in it to confirm your address, and you are ready to start.</span>
    </span>
  );
}
