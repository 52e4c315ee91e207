// Confirms a new account's address. Opening the page changes nothing; it needs a click, and in a browser other than the one used to sign
// up also the password. It does not show the address, because anybody may have the link.
import { confirmEmail, confirmEmailBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openAfterSignIn, useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { hasSignedUpHere, rememberSignUp } from '../forms/signed-up-here.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';

function ConfirmEmailPage({ token }: { token: string }) {
  const destination = useDestination();
  const form = useContractForm(confirmEmailBody, { token });
  const { errors } = form.formState;
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(confirmEmail, { body }),
    () => {
      rememberSignUp(); // the link may be opened here again
      openAfterSignIn(destination);
    },
  );
  const isHere = useBrowserValue(hasSignedUpHere, true);
  const asksPassword = !isHere || refusal?.code === 'password-to-confirm' || form.getValues('password') !== undefined;
  const brokenLink = errors.token?.message ?? (refusal?.code === 'confirm-link-refused' ? refusal.detail : undefined);

  if (brokenLink)
    return (
      <FormPage
        title="This link no longer works"
        otherwise={
          <span>
            Already confirmed? <TextLink to={withNext('/sign-in', destination)}>Log in</TextLink>
          </span>
        }
      >
        <Notice
          variant="danger"
          isAnnounced
          action={
            <ButtonLink to={withNext('/check-your-mail?expired=1', destination)} isReplacing>
              Ask for a new email
            </ButtonLink>
          }
        >
          {brokenLink}
        </Notice>
      </FormPage>
    );

  return (
    <FormPage
      title="Confirm your address"
      lead={`${asksPassword ? 'Enter your password' : 'Press the button'}, and your account is ready.`}
      otherwise="If you did not sign up, just close this page. Nothing will change."
    >
      <SubmitForm
        onSubmit={form.handleSubmit(submit)}
        refusal={refusal?.code === 'password-to-confirm' ? undefined : refusal}
      >
        {asksPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            hint="You signed up in another browser. Enter the password you chose there."
            autoFocus={refusal !== undefined}
            {...fieldOf(form, 'password')}
          />
        )}
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          {asksPassword ? 'Confirm and log in' : 'Confirm my address'}
        </Button>
        {asksPassword && (
          <p className="-my-3 text-sm">
            <TextLink to={withNext('/forgotten-password', destination)} className="inline-block py-3">
              Forgot your password?
            </TextLink>
          </p>
        )}
      </SubmitForm>
    </FormPage>
  );
}

export default linkPage(ConfirmEmailPage);
