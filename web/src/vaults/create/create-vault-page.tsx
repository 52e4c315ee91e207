// The create page, with an optional plan in its query.
import { useState } from 'react';
import { hasTrialPromo, withPromo } from '../../lib/promo.ts';
import { useSearch } from '../../lib/search.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { usePlaces } from '../../plans/use-plans.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDraftKeys } from '../form/use-draft-keys.ts';
import { CreateShell, type CreateStep } from './create-shell.tsx';
import { CreateVaultForm, type CreateVaultFormProps } from './create-vault-form.tsx';
import { useOwnDraft } from './draft/own-draft.ts';
import { OtherDraftsNotice } from './draft/saved-draft-notice.tsx';

export default function CreateVaultPage() {
  const session = useUser();
  const [step, setStep] = useState<CreateStep>('writing');
  const search = useSearch();
  const { data: places } = usePlaces();
  if (session.status !== 'signed-in') return null;
  return (
    <CreateShell step={step}>
      <FormOfThisTab
        ownerId={session.user.id}
        step={step}
        onStep={setStep}
        start={{ asked: search.get('plan'), hasPromo: hasTrialPromo(search), places }}
        onPlan={rememberPlan}
        pathAfter={(vaultId) => withPromo(`/checkout/${vaultId}`, search)}
      />
    </CreateShell>
  );
}

type FormOfThisTabProps = Omit<CreateVaultFormProps, 'draftId'> & { ownerId: string; step: CreateStep };

function FormOfThisTab(props: FormOfThisTabProps) {
  const { areOpen, error, refetch } = useDraftKeys();
  if (error)
    return (
      <Notice
        variant="danger"
        title="The form could not be opened"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {error.detail}
      </Notice>
    );
  return areOpen ? <FormOfItsDraft {...props} /> : <Skeleton className="h-72 rounded-card" />;
}

function FormOfItsDraft({ ownerId, step, ...form }: FormOfThisTabProps) {
  const draft = useOwnDraft(ownerId);
  if (!draft) return <Skeleton className="h-72 rounded-card" />;
  return (
    <>
      {step === 'writing' && <OtherDraftsNotice titles={draft.elsewhere} />}
      <CreateVaultForm key={draft.id} draftId={draft.id} {...form} />
    </>
  );
}

/** Changes only the address; the router stays on the same page. */
function rememberPlan(name: string) {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', name);
  window.history.replaceState(window.history.state, '', address);
}
