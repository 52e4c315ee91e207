// The create form: it starts from the saved draft, saves what is typed, and submits a valid vault.
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ChosenFile } from '../../files/choose-files.ts';
import { useNavigate } from '../../lib/location.tsx';
import { Button } from '../../ui/button.tsx';
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts';
import { ContentsSection } from './contents-section.tsx';
import { CreationFailure } from './creation-failure.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { LegalSection } from './legal-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { SavedDraftNotice } from './saved-draft-notice.tsx';
import { DetailsSection, QuestionsSection, RecipientSection, ReleaseSections } from './text-sections.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useInitialValues, useSavedDraft } from './use-draft.ts';
import { useVaultCreation } from './use-vault-creation.ts';
import { emptyVaultForm, type NewVault, type VaultForm, vaultFormResolver } from './vault-form.ts';

interface CreateVaultFormProps {
  ownerId: string;
  planName: string;
  onPlan: (name: string) => void;
  /** The path to open once the vault is created. */
  pathAfter: (vaultId: string) => string;
}

export function CreateVaultForm({ ownerId, planName, onPlan, pathAfter }: CreateVaultFormProps) {
  const navigate = useNavigate();
  const start = useInitialValues(ownerId);
  const [files, setFiles] = useState<readonly ChosenFile[]>(start.files);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<VaultForm, unknown, NewVault>({
    defaultValues: { ...start.text, planType: planName as VaultForm['planType'] },
    resolver: vaultFormResolver,
  });
  const endDraft = useSavedDraft(form, files, ownerId);
  const creation = useVaultCreation(form, (vault) => {
    endDraft();
    navigate(pathAfter(vault.id));
  });
  const hasUnsavedWork = form.formState.isDirty || files.length > 0 || start.isResumed;
  useAskBeforeLeaving(hasUnsavedWork || creation.isRunning, { isSaved: true });

  const leave = ({ savesText }: { savesText: boolean }) => {
    endDraft(savesText);
    navigate('/');
  };
  const cancel = () => {
    if (hasUnsavedWork) setLeaving(true);
    else leave({ savesText: false });
  };
  const startOver = () => {
    form.reset({ ...emptyVaultForm, planType: form.getValues('planType') });
    setFiles([]);
  };
  const isUploading = creation.isRunning && Object.keys(creation.steps).length > 0;
  return (
    <>
      {isUploading && <UploadPanel files={files} steps={creation.steps} onStop={creation.stop} />}
      <form
        noValidate
        method="post"
        hidden={isUploading}
        onSubmit={form.handleSubmit((vault) => creation.create({ vault, files }), scrollToTerms)}
      >
        {start.textSavedAt && <SavedDraftNotice savedAt={start.textSavedAt} onStartOver={startOver} />}
        <PlanSection form={form} onPlan={onPlan} />
        <DetailsSection form={form} />
        <RecipientSection form={form} />
        <QuestionsSection form={form} />
        <ReleaseSections form={form} />
        <ContentsSection files={files} onChange={setFiles} />
        <LegalSection form={form} />
        <div className="grid gap-6 border-line border-t pt-9">
          <CreationFailure sentences={creation.failure} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={creation.isRunning}>
              Create Vault
            </Button>
            <Button variant="secondary" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </div>
      </form>
      <LeaveDialog isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={leave} />
    </>
  );
}

/** When only the terms are missing, scrolls to them after the error message has been rendered. For other errors the first
 * invalid field has the focus. */
function scrollToTerms(errors: object) {
  const [name, another] = Object.keys(errors);
  if (name !== 'termsAccepted' || another) return;
  setTimeout(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
