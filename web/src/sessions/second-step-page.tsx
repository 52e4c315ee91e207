// The second step of signing in: a code from the authenticator app, or a recovery code.
import { trustedBrowserDays } from '@remembrance/contract/limits.ts';
import { answerTwoFactor, twoFactorSignInBody } from '@remembrance/contract/sessions.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EntryForm, EntryLink, EntryShell } from './entry-shell.tsx';
import { useDestination } from './use-destination.ts';
import { useEntry } from './use-entry.ts';

export default function TwoFactorPage() {
  const destination = useDestination();
  const form = useContractForm(twoFactorSignInBody, { code: '', trust: false });
  // A full load, so that nothing kept from anyone who was signed in before can be shown.
  const goOn = () => window.location.assign(destination);
  const { submit, isBusy, isDone, refusal } = useEntry(form, (body) => call(answerTwoFactor, { body }), goOn);
  const beginAgain = withNext('/sign-in', destination);
  return (
    <EntryShell
      title="One more step"
      lead="Enter the six digits your authenticator app shows now."
      otherwise={
        <>
          Not you? <EntryLink to={beginAgain}>Begin again</EntryLink>
        </>
      }
    >
      <EntryForm
        onSubmit={form.handleSubmit(submit)}
        refusal={refusal}
        refusalAction={
          refusal?.code === 'second-step-over' && (
            <ButtonLink variant="secondary" to={beginAgain}>
              Begin again
            </ButtonLink>
          )
        }
      >
        <TextField
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Without your phone, enter one of your recovery codes instead. Each works once."
          error={form.formState.errors.code?.message}
          {...form.register('code')}
        />
        <Checkbox
          label={`Do not ask for a code in this browser for ${trustedBrowserDays} days`}
          hint="Only on a device that is yours alone. You can take it back in your account."
          {...form.register('trust')}
        />
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          Log In
        </Button>
      </EntryForm>
    </EntryShell>
  );
}
