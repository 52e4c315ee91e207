// Changes the password of a signed-in owner.
import type { Account } from '@remembrance/contract/account.ts';
import { listSessions } from '@remembrance/contract/sessions.ts';
import { changePassword, changePasswordBody } from '@remembrance/contract/sign-in.ts';
import { call } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { useService } from '../lib/service.ts';
import { NewPasswordField } from '../people/forms/account-fields.tsx';
import { checkNewPassword } from '../people/forms/check-new-password.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/fields/text-field.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { useRefresh } from './use-account.ts';

const blank = { currentPassword: '', newPassword: '' };

export function PasswordSection({ account }: { account: Account }) {
  const productName = useService().data?.productName;
  const refresh = useRefresh();
  const form = useContractForm(changePasswordBody, blank);
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    async (body) => {
      await checkNewPassword({ password: body.newPassword, who: { ...account, productName }, field: 'newPassword' });
      return call(changePassword, { body });
    },
    () => {
      form.reset(blank);
      void refresh(listSessions);
      toast({ title: 'Password changed', description: 'You are signed out everywhere else.' });
    },
  );
  return (
    <Section title="Password" hint="Changing it signs you out everywhere except in this browser.">
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <PasswordField label="Current password" autoComplete="current-password" {...fieldOf(form, 'currentPassword')} />
        <NewPasswordField label="New password" {...fieldOf(form, 'newPassword')} />
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={isBusy}>
          Change password
        </Button>
      </SubmitForm>
    </Section>
  );
}
