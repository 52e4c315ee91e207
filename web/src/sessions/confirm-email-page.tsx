// Confirming an address: the page the letter opens. Opening it changes nothing; the press does, here where the account was made
// or with its password.
import { confirmEmail, confirmEmailBody } from '@remembrance/contract/sessions.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { useFragment } from '../lib/fragment.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { EntryForm, EntryLink, EntryShell } from './entry-shell.tsx';
import { useDestination } from './use-destination.ts';
import { useEntry } from './use-entry.ts';

export default function ConfirmEmailPage() {
  const destination = useDestination();
  const form = useContractForm(confirmEmailBody, { token: useFragment() });
  const { errors } = form.formState;
  // A full load, so that nothing kept from anyone who was signed in before can be shown.
  const goOn = () => window.location.assign(destination);
  const { submit, isBusy, isDone, refusal } = useEntry(form, (body) => call(confirmEmail, { body }), goOn);
  const asksPassword = refusal?.code === 'password-to-confirm' || form.getValues('password') !== undefined;
  const brokenLink = errors.token?.message ?? (refusal?.code === 'confirm-link-refused' ? refusal.detail : undefined);

  if (brokenLink)
    return (
      <EntryShell
        title="That link no longer works"
        otherwise={
          <>
            Already confirmed? <EntryLink to={withNext('/sign-in', destination)}>Log in</EntryLink>
          </>
        }
      >
        <Notice
          variant="danger"
          isAnnounced
          action={
            <ButtonLink to={withNext('/check-your-mail?expired=1', destination)}>Ask for a new letter</ButtonLink>
          }
        >
          {brokenLink}
        </Notice>
      </EntryShell>
    );

  return (
    <EntryShell
      title="Confirm your address"
      lead="One press, and your account is open."
      otherwise="You did not sign up? Then close this page. Nothing has happened, and nothing will."
    >
      <EntryForm
        onSubmit={form.handleSubmit(submit)}
        refusal={refusal?.code === 'password-to-confirm' ? undefined : refusal}
      >
        {asksPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            hint="You signed up in another browser. Enter the password you chose there."
            autoFocus
            error={errors.password?.message}
            {...form.register('password')}
          />
        )}
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          {asksPassword ? 'Confirm and log in' : 'Confirm my address'}
        </Button>
        {asksPassword && (
          <p className="text-sm">
            <EntryLink to={withNext('/forgotten-password', destination)}>Forgotten your password?</EntryLink>
          </p>
        )}
      </EntryForm>
    </EntryShell>
  );
}
