// Creates an account. The destination and the chosen plan or offer are passed on through the confirmation letter.
import { passwordBytes } from '@remembrance/contract/limits.ts';
import { signUp, signUpBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { useNavigate } from '../lib/location.tsx';
import { useService } from '../lib/service.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { checkNewPassword } from './check-new-password.ts';
import { ConsentFields } from './consent-fields.tsx';
import { FormPage, SubmitForm, TextLink } from './form-page.tsx';
import { useDestination } from './use-destination.ts';
import { useFormSubmission } from './use-form-submission.ts';

export default function SignUpPage() {
  const navigate = useNavigate();
  const destination = useDestination();
  const productName = useService().data?.productName;
  const form = useContractForm(signUpBody, { name: '', lastName: '', email: '', password: '', next: destination });
  const { errors } = form.formState;
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    async (body) => {
      const { name: firstName, lastName, email, password } = body;
      await checkNewPassword({ password, who: { firstName, lastName, email, productName }, field: 'password' });
      return call(signUp, { body });
    },
    ({ email }) => navigate(withNext('/check-your-mail', destination), { state: { email } }),
  );

  return (
    <FormPage
      title="Create your account"
      lead={
        <>
          Your vaults belong to your account. It is free of charge. Already have one?{' '}
          <TextLink to={withNext('/sign-in', destination)}>Log in</TextLink>
        </>
      }
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${passwordBytes.min} characters. A few words you can remember are better than symbols you cannot.`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <ConsentFields
          isAdult={{ ...form.register('isAdult'), error: errors.isAdult?.message }}
          termsAccepted={{ ...form.register('termsAccepted'), error: errors.termsAccepted?.message }}
        />
        <Button type="submit" isBusy={isBusy || isDone} isWide>
          Create account
        </Button>
      </SubmitForm>
    </FormPage>
  );
}
