// Signs in with email address and password, or with a passkey.
import { signInWithPasskey } from '@remembrance/contract/passkeys.ts';
import { signIn, signInBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { KeyRound } from 'lucide';
import { useEffect } from 'react';
import { useBrowserValue } from '../../lib/browser/browser-value.ts';
import { type CallError, call } from '../../lib/call.ts';
import { requireCookies } from '../../lib/cookies.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { useNavigate, useSearch } from '../../lib/location.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/fields/text-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RefusalNotice } from '../../ui/notice.tsx';
import { openAfterSignIn, useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { answerByPasskey, canUsePasskeys } from '../forms/passkey-prompt.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { useUser } from '../sessions/use-user.ts';

/** Where to enter the code that is required after a right password. */
const codePages: Record<string, string> = {
  'second-step-needed': '/second-step',
  'sign-in-code-needed': '/sign-in-code',
};

export default function SignInPage() {
  const navigate = useNavigate();
  const destination = useDestination();
  // Somebody whose browser is signed in as another owner by now comes here to sign in as themselves.
  const isAgain = useSearch().has('again');
  const isSignedIn = useUser().status === 'signed-in' && !isAgain;
  const form = useContractForm(signInBody, { email: '', password: '' });
  const openDestination = () => openAfterSignIn(destination);
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    async (body) => {
      requireCookies();
      return call(signIn, { body: { ...body, next: destination } });
    },
    openDestination,
  );
  const codePage = codePages[refusal?.code ?? ''];
  const codeAt = refusal?.retryAt;

  const checkMail = () =>
    navigate(withNext('/check-your-mail', destination), { state: { email: form.getValues('email') } });

  useEffect(() => {
    if (isSignedIn) navigate(destination, { replace: true });
    else if (codePage) navigate(withNext(codePage, destination), { state: { email: form.getValues('email'), codeAt } });
  }, [isSignedIn, codePage, codeAt, navigate, destination, form.getValues]);

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
          <TextLink to="/send-again">I cannot find my code, or the email with my link</TextLink>
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
        <TextField label="Email" type="email" autoComplete="username" {...fieldOf(form, 'email')} />
        <div>
          <PasswordField label="Password" autoComplete="current-password" {...fieldOf(form, 'password')} />
          <p className="-mt-1 -mb-3 text-end text-sm">
            <TextLink to={withNext('/forgotten-password', destination)} className="inline-block py-3">
              Forgot your password?
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

function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const destination = useDestination();
  const signIn = useMutationOnce<unknown, CallError>({
    mutationFn: signInByDevice,
    onSuccess: onDone,
    // After a restore the service asks for a code from the mailbox too.
    onError({ code, retryAt }) {
      const codePage = codePages[code ?? ''];
      if (codePage) navigate(withNext(codePage, destination), { state: { codeAt: retryAt } });
    },
  });
  // Nearly every browser supports it, so we prerender the button and leave no gap to be filled later.
  if (!useBrowserValue(canUsePasskeys, true)) return null;
  return (
    <div className="mt-5 grid gap-4">
      <RefusalNotice error={signIn.error} />
      <Button
        variant="secondary"
        isWide
        isBusy={signIn.isPending || signIn.isSuccess}
        icon={<Icon of={KeyRound} className="size-5" />}
        onClick={() => signIn.mutateOnce()}
      >
        Use a passkey
      </Button>
    </div>
  );
}

async function signInByDevice(): Promise<unknown> {
  requireCookies();
  return call(signInWithPasskey, { body: { answer: await answerByPasskey() } });
}
