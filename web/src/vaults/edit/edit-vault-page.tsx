// The page that edits a vault, as long as it is not released and its plan has edits left.
import { billingPath } from '@remembrance/contract/billing.ts';
import { useEffect, useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { useNavigate, useParams } from '../../lib/location.tsx';
import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { useExecutors } from '../executors/use-executors.ts';
import { browserStore } from '../form/sealed-drafts.ts';
import { useDraftKeys } from '../form/use-draft-keys.ts';
import { useFiles, useQuestions, useVault } from '../status/use-vault.ts';
import { VaultLoading, VaultTrouble } from '../status/vault-states.tsx';
import { editAllowance } from './edit-allowance.ts';
import { EditVaultForm } from './edit-vault-form.tsx';
import { type EditDraft, readEditDraft } from './state/edit-draft.ts';
import { editTextFields, editTextLabels } from './state/edit-form.ts';
import type { EditInput } from './state/use-edit-state.ts';

export default function EditVaultPage() {
  const { id = '' } = useParams();
  const session = useUser();
  const vault = useVault(id);
  const executors = useExecutors(id);
  const files = useFiles(id);
  // We wait for them, so that no button moves under the pointer when they arrive. If they fail to load, the rest can be edited.
  const { isFetched } = useQuestions(id);
  const drafts = useDraftKeys();
  const error = vault.error ?? executors.error ?? (files.data ? null : files.error) ?? drafts.error;
  const retry = () => void Promise.all([vault, executors, files, drafts].map(({ refetch }) => refetch()));
  if (error) return <VaultTrouble error={error} onRetry={retry} />;
  if (!vault.data || !executors.data || !files.data || !isFetched || !drafts.areOpen || session.status !== 'signed-in')
    return <VaultLoading />;
  const hasExecutor = executors.data.length > 0;
  return <EditVault vault={vault.data} files={files.data} ownerId={session.user.id} hasExecutor={hasExecutor} />;
}

function EditVault({ vault, files, ownerId, hasExecutor }: EditInput) {
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const { isAllowed, isCounted, text } = editAllowance(vault);
  const finish = () => {
    setSaved(true);
    navigate(`/vault/${vault.id}`, { leavesUnasked: true });
  };
  const refused = { id: vault.id, ownerId };
  if (vault.status === 'released')
    return <Refused {...refused} title="Cannot Edit Released Vault" reason={releasedReason} />;
  const isLapsed = vault.paymentStatus === 'lapsed';
  // The edit just saved may have been the last one, so it must not show a refusal.
  if (!isAllowed && !isSaved)
    return <Refused {...refused} title="This vault cannot be edited" reason={text} isLapsed={isLapsed} />;
  return (
    <PageShell
      title="Edit Vault"
      tabTitle={`Edit ${vault.title}`}
      lead={
        <>
          <span dir="auto" lang="" className="block font-display text-ink text-title-sm">
            <AsWritten>{vault.title}</AsWritten>
          </span>
          {isAllowed && (
            <span className="mt-1.5 block">
              {isCounted
                ? `${text}. Saving a change uses one edit. Removing or postponing the release date uses none.`
                : `${text}.`}
            </span>
          )}
        </>
      }
      width="text"
    >
      <EditVaultForm vault={vault} files={files} ownerId={ownerId} hasExecutor={hasExecutor} onSaved={finish} />
    </PageShell>
  );
}

const releasedReason = 'This vault has already been released and cannot be edited';

interface RefusedProps {
  id: string;
  ownerId: string;
  title: string;
  reason: string;
  /** Shows a link to billing, because the plan must be restarted first. */
  isLapsed?: boolean;
}

function Refused({ id, ownerId, title, reason, isLapsed = false }: RefusedProps) {
  return (
    <PageShell title={title} lead={reason} width="text">
      <div className="flex flex-wrap gap-3">
        {isLapsed && <ButtonLink to={billingPath}>Open billing</ButtonLink>}
        <ButtonLink variant={isLapsed ? 'secondary' : 'primary'} to={`/vault/${id}`}>
          View Vault
        </ButtonLink>
      </div>
      <UnsavedEdit ownerId={ownerId} vaultId={id} />
    </PageShell>
  );
}

/** The text of an edit that can no longer be saved, for reading and copying, so that the refusal loses nothing. */
function UnsavedEdit({ ownerId, vaultId }: { ownerId: string; vaultId: string }) {
  const [draft, setDraft] = useState<EditDraft>();
  // In an effect, because the form that was here until now writes its draft when it unmounts.
  useEffect(() => setDraft(readEditDraft(browserStore(), { ownerId, vaultId }, new Date())), [ownerId, vaultId]);
  if (!draft) return null;
  return (
    <section aria-labelledby="unsaved" className="mt-10 grid gap-5 border-line border-t pt-6">
      <div>
        <h2 id="unsaved" className="font-display text-title-sm">
          What you wrote was not saved
        </h2>
        <p className="mt-1.5 text-muted text-sm">
          This browser stores it for {draftDays} days. Copy what you want to keep from here.
        </p>
      </div>
      <dl className="grid gap-4">
        {editTextFields.flatMap((name) => {
          const text = draft.text[name];
          if (!text) return [];
          return [
            <div key={name}>
              <dt className="font-semibold text-sm">{editTextLabels[name]}</dt>
              <dd dir="auto" lang="" className="mt-1 whitespace-pre-wrap text-start [overflow-wrap:anywhere]">
                {name === 'scheduledReleaseDate' ? longDate(text) : text}
              </dd>
            </div>,
          ];
        })}
      </dl>
    </section>
  );
}
