// Sets a new password, using the link from a letter.
import { resetPassword, resetPasswordBody } from '@remembrance/contract/sign-in.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { useService } from '../../lib/service.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { NewPasswordField } from '../forms/account-fields.tsx';
import { checkNewPassword } from '../forms/check-new-password.ts';
import { FormPage, SubmitForm } from '../forms/form-page.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { WaysInQuestion, waysInQuery } from './ways-in-question.tsx';

function NewPasswordPage({ token }: { token: string }) {
  const productName = useService().data?.productName;
  const [isChanged, setChanged] = useState(false);
  const form = useContractForm(resetPasswordBody, { token, newPassword: '' });
  const { data: ways, error: waysRefused, refetch } = useQuery(waysInQuery(token));
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    async (body) => {
      await checkNewPassword({ password: body.newPassword, who: { productName }, field: 'newPassword' });
      return call(resetPassword, { body });
    },
    () => setChanged(true),
  );
  const refused = refusal ?? waysRefused;
  const isRefused = refused?.code === 'reset-link-refused';
  const brokenLink = token === '' ? 'This link is not complete' : isRefused ? refused.detail : undefined;

  if (isChanged)
    return (
      <FormPage title="Your password is changed">
        <Notice
          variant="success"
          isAnnounced
          action={
            <ButtonLink to="/sign-in" isReplacing>
              Log In
            </ButtonLink>
          }
        >
          You are signed out everywhere. Log in with your new password.
        </Notice>
      </FormPage>
    );

  if (brokenLink)
    return (
      <FormPage title="This link no longer works">
        <Notice
          variant="danger"
          isAnnounced
          action={
            <ButtonLink to="/forgotten-password" isReplacing>
              Ask for a new link
            </ButtonLink>
          }
        >
          {brokenLink}
        </Notice>
      </FormPage>
    );

  // Without it nobody could answer whether the passkeys stay, which the service then requires.
  if (waysRefused && !ways)
    return (
      <FormPage title="Choose a new password">
        <LoadFailure isAnnounced error={waysRefused} onRetry={refetch} />
      </FormPage>
    );

  return (
    <FormPage
      title="Choose a new password"
      lead="Changing it signs you out everywhere. Then log in with the new password."
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <NewPasswordField label="New password" {...fieldOf(form, 'newPassword')} />
        {ways && <WaysInQuestion ways={ways} field={fieldOf(form, 'passkeys')} />}
        <Button type="submit" isBusy={isBusy} isWide>
          Change password
        </Button>
      </SubmitForm>
    </FormPage>
  );
}

export default linkPage(NewPasswordPage);
