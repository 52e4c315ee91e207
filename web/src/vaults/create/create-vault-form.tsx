// The create form as a whole: it starts from what was left here, keeps what is typed, and hands a checked vault on.
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
import { KeptDraftNotice } from './saved-draft-notice.tsx';
import { DetailsSection, QuestionsSection, RecipientSection, ReleaseSections } from './text-sections.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useKeptDraft, useStart } from './use-draft.ts';
import { useVaultCreation } from './use-vault-creation.ts';
import { emptyVaultForm, type NewVault, type VaultForm, vaultFormResolver } from './vault-form.ts';

interface CreateVaultFormProps {
  ownerId: string;
  planName: string;
  onPlan: (name: string) => void;
  /** The path that a created vault goes on to. */
  pathAfter: (vaultId: string) => string;
}

export function CreateVaultForm({ ownerId, planName, onPlan, pathAfter }: CreateVaultFormProps) {
  const navigate = useNavigate();
  const start = useStart(ownerId);
  const [files, setFiles] = useState<readonly ChosenFile[]>(start.files);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<VaultForm, unknown, NewVault>({
    defaultValues: { ...start.text, planType: planName as VaultForm['planType'] },
    resolver: vaultFormResolver,
  });
  const letGo = useKeptDraft(form, files, ownerId);
  const creation = useVaultCreation(form, (vault) => {
    letGo();
    navigate(pathAfter(vault.id));
  });
  const hasUnsavedWork = form.formState.isDirty || files.length > 0 || start.isResumed;
  useAskBeforeLeaving(hasUnsavedWork || creation.isRunning, { isKept: true });

  const leave = ({ keepsText }: { keepsText: boolean }) => {
    letGo(keepsText);
    navigate('/');
  };
  const cancel = () => {
    if (hasUnsavedWork) setLeaving(true);
    else leave({ keepsText: false });
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
        onSubmit={form.handleSubmit((vault) => creation.create({ vault, files }), showTermsAtTheBottom)}
      >
        {start.textKeptAt && <KeptDraftNotice keptAt={start.textKeptAt} onStartOver={startOver} />}
        <PlanSection form={form} onPlan={onPlan} />
        <DetailsSection form={form} />
        <RecipientSection form={form} />
        <QuestionsSection form={form} />
        <ReleaseSections form={form} />
        <ContentsSection files={files} onChange={setFiles} />
        <LegalSection form={form} />
        <div className="grid gap-6 border-line border-t pt-9">
          <CreationFailure message={creation.failure} />
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

/** Where only the terms are missing the page goes down to its end, once it has grown by what is said there; otherwise the
 * focus is on the first field to mend. */
function showTermsAtTheBottom(errors: object) {
  const [name, another] = Object.keys(errors);
  if (name !== 'termsAccepted' || another) return;
  setTimeout(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
