// The first sign-in through the OpenID provider: what we must ask before the account is created.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { finishFirstVisit, firstVisitBody, getFirstVisit } from '@remembrance/contract/openid.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { browserZone } from '../../lib/browser/time-zone.ts';
import { call } from '../../lib/call.ts';
import { fieldOf, useContractForm } from '../../lib/form.ts';
import { queryOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConsentFields, NameFields } from '../forms/account-fields.tsx';
import { openAfterSignIn } from '../forms/destination.ts';
import { FormPage, SubmitForm } from '../forms/form-page.tsx';
import { useFormSubmission } from '../forms/use-form-submission.ts';
import { signInPath } from '../sessions/login-redirect.ts';

export default function WelcomePage() {
  const { data: visit, error, refetch } = useQuery(queryOf(getFirstVisit));
  if (error) {
    const isOver = error.code === 'first-visit-over';
    const retry = <Button onClick={() => void refetch()}>Try again</Button>;
    return (
      <FormPage title={isOver ? 'Please start again' : 'This page could not be shown'}>
        <Notice variant="danger" action={isOver ? <ButtonLink href={signInPath()}>Log In</ButtonLink> : retry}>
          {error.detail}
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage title="Welcome" lead={visit && <SignedInAs address={visit.email} />}>
      {visit ? <FirstVisitForm visit={visit} /> : <Skeleton className="h-64 rounded-card" />}
    </FormPage>
  );
}

function SignedInAs({ address }: { address: string }) {
  return (
    <span>
      You are signed in as <AsWritten>{address}</AsWritten>. Please answer two questions before you start.
    </span>
  );
}

function FirstVisitForm({ visit }: { visit: ReplyOf<typeof getFirstVisit> }) {
  const form = useContractForm(firstVisitBody, { firstName: visit.firstName, lastName: visit.lastName });
  const { submit, isBusy, isDone, refusal } = useFormSubmission(
    form,
    (body) => call(finishFirstVisit, { body: { ...body, timeZone: browserZone() } }),
    ({ next }) => openAfterSignIn(next),
  );
  return (
    <SubmitForm onSubmit={form.handleSubmit(submit)} refusal={refusal} refusalAction={nextSteps[refusal?.code ?? '']}>
      <NameFields firstName={fieldOf(form, 'firstName')} lastName={fieldOf(form, 'lastName')} />
      <ConsentFields isAdult={fieldOf(form, 'isAdult')} termsAccepted={fieldOf(form, 'termsAccepted')} />
      <Button type="submit" isBusy={isBusy || isDone} isWide>
        Create account
      </Button>
    </SubmitForm>
  );
}

/** Shown after each refusal that the form cannot resolve. */
const nextSteps: Partial<Record<string, ReactNode>> = {
  'second-step-needed': (
    <ButtonLink variant="secondary" to="/second-step">
      Enter the code
    </ButtonLink>
  ),
  'first-visit-over': (
    <ButtonLink variant="secondary" href={signInPath()}>
      Log In
    </ButtonLink>
  ),
  'account-not-linked': (
    <ButtonLink variant="secondary" href={signInPath()}>
      Log In
    </ButtonLink>
  ),
};
