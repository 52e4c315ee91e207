// The two-factor step of signing in: a code from the authenticator app, or a recovery code.
import { trustedBrowserDays } from '@remembrance/contract/limits.ts';
import { answerTwoFactor, twoFactorSignInBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/choice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { openAfterSignIn, useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';

export default function TwoFactorPage() {
  const destination = useDestination();
  const form = useContractForm(twoFactorSignInBody, { code: '', trust: false });
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(answerTwoFactor, { body }),
    () => openAfterSignIn(destination),
  );
  const startAgainPath = withNext('/sign-in', destination);
  return (
    <FormPage
      title="One more step"
      lead="Enter the six digits your authenticator app shows now."
      otherwise={
        <span>
          Not you? <TextLink to={startAgainPath}>Start again</TextLink>
        </span>
      }
    >
      <SubmitForm
        onSubmit={form.handleSubmit(submit)}
        refusal={refusal}
        refusalAction={
          refusal?.code === 'second-step-over' && (
            <ButtonLink variant="secondary" to={startAgainPath}>
              Start again
            </ButtonLink>
          )
        }
      >
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="If you do not have your phone, enter one of your recovery codes. Each works once."
          {...fieldOf(form, 'code')}
        />
        <Checkbox
          label={`Do not ask for a code in this browser for ${trustedBrowserDays} days`}
          hint="Only on a device that nobody else uses. You can undo this in your account."
          {...form.register('trust')}
        />
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          Log In
        </Button>
      </SubmitForm>
    </FormPage>
  );
}
