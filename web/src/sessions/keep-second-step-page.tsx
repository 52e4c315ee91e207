// Stopping an operator's order to turn the second step off: the page its letters open. Opening it changes nothing.
import { keepTwoFactor, keepTwoFactorBody } from '@remembrance/contract/two-factor.ts';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { useFragment } from '../lib/fragment.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { EntryForm, EntryShell } from './entry-shell.tsx';
import { useEntry } from './use-entry.ts';

export default function KeepTwoFactorPage() {
  const form = useContractForm(keepTwoFactorBody, { token: useFragment() });
  const { submit, isBusy, isDone, refusal } = useEntry(
    form,
    (body) => call(keepTwoFactor, { body }),
    () => {},
  );
  const broken = form.formState.errors.token?.message;
  if (isDone)
    return (
      <EntryShell title="The second step stays on">
        <Notice variant="success" isAnnounced action={<ButtonLink to="/account">See your account</ButtonLink>}>
          The order is stopped. Codes are asked for as before. If somebody else may know your password, choose a new
          one.
        </Notice>
      </EntryShell>
    );
  return (
    <EntryShell
      title="Keep the second step?"
      lead="We were asked to turn off the second step of your account. If you did not ask for it, stop it here."
      otherwise="You did ask? Then close this page. Nothing has changed."
    >
      <EntryForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        {broken && (
          <Notice variant="danger" isAnnounced>
            {broken}
          </Notice>
        )}
        <Button type="submit" isBusy={isBusy} isWide>
          Stop it, keep the second step
        </Button>
      </EntryForm>
    </EntryShell>
  );
}
