// Signing in by email address and password.
import { signIn, signInBody } from '@remembrance/contract/sessions.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useEffect } from 'react';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { useNavigate } from '../lib/location.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { EntryForm, EntryLink, EntryShell } from './entry-shell.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { useDestination } from './use-destination.ts';
import { useEntry } from './use-entry.ts';
import { useUser } from './use-user.ts';

export default function SignInPage() {
  const navigate = useNavigate();
  const destination = useDestination();
  const isSignedIn = useUser().status === 'signed-in';
  const form = useContractForm(signInBody, { email: '', password: '', next: destination });
  const { errors } = form.formState;
  // A full load, so that nothing kept from anyone who was signed in before can be shown.
  const goOn = () => window.location.assign(destination);
  const { submit, isBusy, isDone, refusal } = useEntry(form, (body) => call(signIn, { body }), goOn);
  const needsCode = refusal?.code === 'second-step-needed';

  const checkMail = () =>
    navigate(withNext('/check-your-mail', destination), { state: { email: form.getValues('email') } });

  useEffect(() => {
    if (isSignedIn) navigate(destination, { replace: true });
    else if (needsCode) navigate(withNext('/second-step', destination));
  }, [isSignedIn, needsCode, navigate, destination]);

  return (
    <EntryShell
      title="Welcome back"
      lead="Sign in to see to your vaults."
      otherwise={
        <>
          No account yet? <EntryLink to={withNext('/sign-up', destination)}>Create one</EntryLink>
        </>
      }
    >
      <EntryForm
        onSubmit={form.handleSubmit(submit)}
        refusal={needsCode ? undefined : refusal}
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
          <p className="mt-2 text-end text-sm">
            <EntryLink to={withNext('/forgotten-password', destination)}>Forgotten your password?</EntryLink>
          </p>
        </div>
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          Log In
        </Button>
      </EntryForm>
      <PasskeySignIn onDone={goOn} />
    </EntryShell>
  );
}
