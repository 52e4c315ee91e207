// The create page, with an optional plan in its query.
import { useState } from 'react';
import { useSearch } from '../../lib/location.tsx';
import { hasTrialPromo, withPromo } from '../../lib/promo.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { usePlaces } from '../../plans/use-plans.ts';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { PageShell, type PageShellProps } from '../../ui/page/page-shell.tsx';
import { StillLoading } from '../../ui/page/still-loading.tsx';
import { useDraftKeys } from '../form/use-draft-keys.ts';
import { CreateVaultForm, type CreateVaultFormProps } from './create-vault-form.tsx';
import { useOwnDraft } from './draft/own-draft.ts';
import { OtherDraftsNotice } from './draft/saved-draft-notice.tsx';
import { keepingTitle } from './keeping-sheet.tsx';
import type { CreateStep } from './use-create-form.ts';

export default function CreateVaultPage() {
  const session = useUser();
  const [step, setStep] = useState<CreateStep>('writing');
  const search = useSearch();
  const { data: places } = usePlaces();
  if (session.status !== 'signed-in') return null;
  return (
    <PageShell {...frames[step]} step={step}>
      <FormOfThisTab
        ownerId={session.user.id}
        step={step}
        onStep={setStep}
        start={{ asked: search.get('plan'), hasPromo: hasTrialPromo(search), places }}
        onPlan={rememberPlan}
        pathAfter={(vaultId) => withPromo(`/checkout/${vaultId}`, search)}
      />
    </PageShell>
  );
}

type FormOfThisTabProps = Omit<CreateVaultFormProps, 'draftId'> & { ownerId: string; step: CreateStep };

function FormOfThisTab(props: FormOfThisTabProps) {
  const { areOpen, error, refetch } = useDraftKeys();
  if (error) return <LoadFailure title="The form could not be opened" error={error} onRetry={refetch} />;
  return areOpen ? <FormOfItsDraft {...props} /> : formLoading;
}

function FormOfItsDraft({ ownerId, step, ...form }: FormOfThisTabProps) {
  const draft = useOwnDraft(ownerId);
  if (!draft) return formLoading;
  return (
    <>
      {step === 'writing' && <OtherDraftsNotice titles={draft.elsewhere} />}
      <CreateVaultForm key={draft.id} draftId={draft.id} {...form} />
    </>
  );
}

const formLoading = (
  <>
    <StillLoading />
    <Skeleton className="h-72 rounded-card" />
  </>
);

/** Changes only the address; the router stays on the same page. */
function rememberPlan(name: string) {
  const address = new URL(window.location.href);
  address.searchParams.set('plan', name);
  window.history.replaceState(window.history.state, '', address);
}

/** The heading says which of the three steps is shown. */
const frames: Record<CreateStep, Pick<PageShellProps, 'title' | 'lead' | 'isCentered'>> = {
  writing: {
    title: 'Create your vault',
    lead: 'Take your time. We send nothing to anyone until you have reviewed it.',
  },
  review: { title: 'Review your vault' },
  keeping: { title: keepingTitle, isCentered: true },
};
