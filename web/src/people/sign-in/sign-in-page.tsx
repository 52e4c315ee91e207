// Signs in with email address and password, or with a passkey.
import { signIn, signInBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useEffect } from 'react';
import { call } from '../../lib/call.ts';
import { useContractForm } from '../../lib/form.ts';
import { useNavigate } from '../../lib/location.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/fields/text-field.tsx';
import { useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { useUser } from '../sessions/use-user.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

/** Where to enter the code that is required after a right password. */
const codePages: Record<string, string> = {
  'second-step-needed': '/second-step',
  'sign-in-code-needed': '/sign-in-code',
};

export default function SignInPage() {
  const navigate = useNavigate();
  const destination = useDestination();
  const isSignedIn = useUser().status === 'signed-in';
  const form = useContractForm(signInBody, { email: '', password: '' });
  const { errors } = form.formState;
  // A full page load, so that no cached data of an earlier session can be shown.
  const openDestination = () => window.location.assign(destination);
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(signIn, { body: { ...body, next: destination } }),
    openDestination,
  );
  const codePage = codePages[refusal?.code ?? ''];

  const checkMail = () =>
    navigate(withNext('/check-your-mail', destination), { state: { email: form.getValues('email') } });

  useEffect(() => {
    if (isSignedIn) navigate(destination, { replace: true });
    else if (codePage) navigate(withNext(codePage, destination), { state: { email: form.getValues('email') } });
  }, [isSignedIn, codePage, navigate, destination, form.getValues]);

  const isWrong = refusal?.code === 'wrong-credentials';
  useEffect(() => {
    if (isWrong) form.setFocus('password', { shouldSelect: true });
  }, [isWrong, form.setFocus]);

  return (
    <FormPage
      title="Welcome back"
      lead="Sign in to manage your vaults."
      otherwise={
        <span>
          No account yet? <TextLink to={withNext('/sign-up', destination)}>Create one</TextLink>
          <br />
          Did someone leave you a code? <TextLink to="/executor-access">I have a code</TextLink>
          <br />
          <TextLink to="/help">Someone left me a link</TextLink>
        </span>
      }
    >
      <SubmitForm
        onSubmit={form.handleSubmit(submit)}
        refusal={codePage ? undefined : refusal}
        refusalAction={
          refusal?.code === 'email-not-verified' && (
            <Button variant="secondary" onClick={checkMail}>
              Check your mail
            </Button>
          )
        }
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <div>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
          <p className="-mt-1 -mb-3 text-end text-sm">
            <TextLink to={withNext('/forgotten-password', destination)} className="inline-block py-3">
              Forgotten your password?
            </TextLink>
          </p>
        </div>
        <SubmitButton isBusy={isBusy || isDone} isWide>
          Log In
        </SubmitButton>
      </SubmitForm>
      <PasskeySignIn onDone={openDestination} />
    </FormPage>
  );
}
