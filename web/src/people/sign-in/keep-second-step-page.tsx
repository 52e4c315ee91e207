// Cancels an operator's request to turn off two-factor sign-in. Opening the page changes nothing; it needs a click.
import { keepTwoFactor, keepTwoFactorBody } from '@remembrance/contract/two-factor.ts';
import { call } from '../../lib/call.ts';
import { useContractForm } from '../../lib/form.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FormPage, SubmitForm } from '../forms/form-page.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';

function KeepTwoFactorPage({ token }: { token: string }) {
  const form = useContractForm(keepTwoFactorBody, { token });
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(keepTwoFactor, { body }),
    () => {},
  );
  const isOver = refusal?.code === 'two-factor-reset-over';
  const brokenLink = form.formState.errors.token?.message ?? (isOver ? refusal.detail : undefined);
  if (isDone)
    return (
      <FormPage title="The second step stays on">
        <Notice variant="success" isAnnounced action={<ToAccount />}>
          The request is cancelled, and we will ask for codes as before. If someone else may know the password that you
          sign in with, please choose a new one.
        </Notice>
      </FormPage>
    );
  if (brokenLink)
    return (
      <FormPage title="This link cannot be used">
        <Notice variant="danger" isAnnounced action={<ToAccount />}>
          {brokenLink}
        </Notice>
      </FormPage>
    );
  return (
    <FormPage
      title="Keep the second step?"
      lead="Someone asked us to turn off the second step of your account. If it was not you, stop it here."
      otherwise="If it was you, just close this page. Nothing has changed."
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <Button type="submit" isBusy={isBusy} isWide>
          Keep the second step on
        </Button>
      </SubmitForm>
    </FormPage>
  );
}

const ToAccount = () => (
  <ButtonLink to="/account" isReplacing>
    See your account
  </ButtonLink>
);

export default linkPage(KeepTwoFactorPage);
