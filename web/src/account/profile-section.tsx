// The owner's name and picture.
import { type Account, changeProfile, profileBody } from '@remembrance/contract/account.ts';
import { call } from '../lib/call.ts';
import { fieldOf, useContractForm } from '../lib/form.ts';
import { SubmitForm } from '../people/forms/form-page.tsx';
import { NameFields } from '../people/forms/name-fields.tsx';
import { useFormSubmission } from '../people/forms/use-form-submission.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { PictureField } from './picture-field.tsx';
import { useShowUser } from './use-account.ts';

export function ProfileSection({ account }: { account: Account }) {
  const showUser = useShowUser();
  const form = useContractForm(profileBody, { firstName: account.firstName ?? '', lastName: account.lastName ?? '' });
  const { submit, isBusy, refusal } = useFormSubmission(
    form,
    (body) => call(changeProfile, { body }),
    (user) => {
      showUser(user);
      toast({ title: 'Saved', description: 'Your name has been changed.' });
    },
  );
  return (
    <Section title="Profile" hint="Your name appears in the letters to your executors and recipients.">
      <PictureField account={account} />
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <NameFields firstName={fieldOf(form, 'firstName')} lastName={fieldOf(form, 'lastName')} />
        <Button type="submit" variant="secondary" className="justify-self-start" isBusy={isBusy}>
          Save name
        </Button>
      </SubmitForm>
    </Section>
  );
}
