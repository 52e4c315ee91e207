// Creates an account. Everything but the password is still there if the person returns to correct the address. The destination and the chosen plan or offer are passed on through the confirmation letter.
import { signUp, signUpBody } from '@remembrance/contract/sign-in.ts';
import { withNext } from '@remembrance/contract/site-path.ts';
import { useEffect } from 'react';
import { browserZone } from '../../lib/browser/time-zone.ts';
import { call } from '../../lib/call.ts';
import { requireCookies } from '../../lib/cookies.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { useNavigate } from '../../lib/location.tsx';
import { useService } from '../../lib/service.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { ConsentFields, NameFields, NewPasswordField } from '../forms/account-fields.tsx';
import { checkNewPassword } from '../forms/check-new-password.ts';
import { useDestination } from '../forms/destination.ts';
import { FormPage, SubmitForm, TextLink } from '../forms/form-page.tsx';
import { rememberSignUp } from '../forms/signed-up-here.ts';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { useTypedSignUp } from '../forms/use-typed-address.ts';

export default function SignUpPage() {
  const navigate = useNavigate();
  const destination = useDestination();
  const productName = useService().data?.productName;
  const { typed, isCorrecting } = useTypedSignUp();
  const form = useContractForm(signUpBody, { ...typed, password: '', next: '/' });
  const { setFocus } = form;
  // After the heading, which receives the focus on every other way to this page.
  useEffect(() => {
    if (isCorrecting) setFocus('email');
  }, [isCorrecting, setFocus]);
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    async (body) => {
      requireCookies();
      const { name: firstName, lastName, email, password } = body;
      await checkNewPassword({ password, who: { firstName, lastName, email, productName }, field: 'password' });
      // Read from the address now: the page was rendered before it was known.
      return call(signUp, { body: { ...body, next: destination, timeZone: browserZone() } });
    },
    () => {
      rememberSignUp();
      const { password: _, next: __, ...state } = form.getValues();
      // Back shows what was typed as well.
      navigate(window.location.pathname + window.location.search, { replace: true, state });
      navigate(withNext('/check-your-mail', destination), { state });
    },
  );

  return (
    <FormPage
      title="Create your account"
      lead={
        <span>
          Your vaults belong to your account. An account is free. Already have one?{' '}
          <TextLink to={withNext('/sign-in', destination)}>Log in</TextLink>
        </span>
      }
    >
      <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal}>
        <NameFields firstName={fieldOf(form, 'name')} lastName={fieldOf(form, 'lastName')} />
        <EmailField label="Email" autoComplete="username" {...fieldOf(form, 'email')} />
        <NewPasswordField label="Password" {...fieldOf(form, 'password')} />
        <ConsentFields isAdult={fieldOf(form, 'isAdult')} termsAccepted={fieldOf(form, 'termsAccepted')} />
        <SubmitButton isBusy={isBusy || isDone} isWide>
          Create account
        </SubmitButton>
      </SubmitForm>
    </FormPage>
  );
}
