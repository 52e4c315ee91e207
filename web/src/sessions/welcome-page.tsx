// The first sign-in through the OpenID provider: what we must ask before the account is created.

import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { finishFirstVisit, firstVisitBody, getFirstVisit } from '@remembrance/contract/openid.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useContractForm } from '../lib/form.ts';
import { queryOf } from '../lib/query-client.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { FormPage, SubmitForm } from './form-page.tsx';
import { loginPath } from './login-redirect.ts';
import { useFormSubmission } from './use-form-submission.ts';

export default function WelcomePage() {
  const { data: visit, error } = useQuery(queryOf(getFirstVisit));
  if (error)
    return (
      <FormPage title="Please start again">
        <Notice variant="danger" action={<ButtonLink href={loginPath()}>Log In</ButtonLink>}>
          {error.detail}
        </Notice>
      </FormPage>
    );
  return (
    <FormPage title="Welcome" lead={visit && <>You are signed in as {visit.email}. Two questions before you start.</>}>
      {visit ? <FirstVisitForm visit={visit} /> : <Skeleton className="h-64 rounded-card" />}
    </FormPage>
  );
}

function FirstVisitForm({ visit }: { visit: ReplyOf<typeof getFirstVisit> }) {
  const form = useContractForm(firstVisitBody, { firstName: visit.firstName, lastName: visit.lastName });
  const { errors } = form.formState;
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(finishFirstVisit, { body }),
    ({ next }) => window.location.assign(next),
  );
  return (
    <SubmitForm
      onSubmit={form.handleSubmit(submit)}
      refusal={refusal}
      refusalAction={
        refusal?.code === 'second-step-needed' && (
          <ButtonLink variant="secondary" to="/second-step">
            Enter the code
          </ButtonLink>
        )
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <ConsentFields
        isAdult={{ ...form.register('isAdult'), error: errors.isAdult?.message }}
        termsAccepted={{ ...form.register('termsAccepted'), error: errors.termsAccepted?.message }}
      />
      <Button type="submit" isBusy={isBusy || isDone} isWide>
        Create account
      </Button>
    </SubmitForm>
  );
}
