// For an executor who cannot find the code and a recipient who lost the email: one address, to which both are sent again. The page shows
// the same for every address.
import { freshLinkMinutes } from '@remembrance/contract/limits.ts';
import { sendAgain } from '@remembrance/contract/send-again.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { SubmitForm, TextLink } from '../../people/forms/form-page.tsx';
import { MailboxLink } from '../../people/forms/mailbox-link.tsx';
import { useFormSubmission } from '../../people/forms/use-form-submission.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { CalmAside, CalmTopic } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { SupportLink } from '../../ui/support-link.tsx';

export default function SendAgainPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <PageShell
      title={sentTo ? 'Check your mail' : 'We can send it again'}
      lead={
        sentTo
          ? 'It can take a few minutes. Please look in the spam folder too.'
          : 'You cannot find your code, or you have lost the email with your link. Enter your email address, and we send it there again.'
      }
      step={sentTo ? 'sent' : 'asked'}
    >
      <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-14">
        {sentTo ? <Sent to={sentTo} onAnother={() => setSentTo(undefined)} /> : <AddressForm onSent={setSentTo} />}
        <CalmAside lead="We send it only to the address that the person wrote down for you, so nobody else can get it here.">
          <CalmTopic title="If nothing arrives">
            They may have written down another address. Try every address that you have had. It can also be somebody
            else’s turn: before the release only executors get an email, and after it only the recipient.
          </CalmTopic>
          <CalmTopic title="Whom to ask">
            The person who named you sees your address and can change it. If they have died, ask the other executors, or
            the recipient.
          </CalmTopic>
        </CalmAside>
      </div>
    </PageShell>
  );
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useContractForm(sendAgain.body, { email: '' });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(sendAgain, { body }),
    ({ email }) => onSent(email),
  );
  return (
    <div className="grid gap-8">
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <TextField
          label="Your email address"
          hint="The one that got our first email."
          type="email"
          autoComplete="email"
          {...fieldOf(form, 'email')}
        />
        <SubmitButton isBusy={isBusy} className="justify-self-start">
          Send it again
        </SubmitButton>
      </SubmitForm>
      <p className="text-muted">
        Did you print a card? The code is on it. <TextLink to="/executor-access">I have a code</TextLink>
      </p>
    </div>
  );
}

function Sent({ to, onAnother }: { to: string; onAnother: () => void }) {
  return (
    <div className="grid gap-6">
      <Notice
        variant="success"
        isAnnounced
        action={
          <Button variant="secondary" onClick={onAnother}>
            Use another address
          </Button>
        }
      >
        If a vault names <AsWritten>{to}</AsWritten>, an email is on its way there, one for each vault.
      </Notice>
      <MailboxLink />
      <p className="text-muted text-sm">
        We send each of them at most once in {freshLinkMinutes} minutes and a few times a day. The last one still works.
        If none of your addresses helps, write to <SupportLink />.
      </p>
    </div>
  );
}
