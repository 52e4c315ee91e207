// The create form: it starts from the saved draft, saves what is typed, shows the complete vault for review, and then creates it.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { firstSign } from '../../lib/browser/first-sign.ts';
import { useIsNarrow } from '../../lib/browser/media.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { agreedBy, type PlanStart } from '../../plans/own-places.ts';
import { Skeleton } from '../../ui/card.tsx';
import { asPart } from '../../ui/page/page-part.tsx';
import { toast } from '../../ui/toast.tsx';
import { NotStoredNotice } from '../form/not-stored-notice.tsx';
import { keptText } from './activate-agreed.ts';
import { SavedDraftNotice } from './draft/saved-draft-notice.tsx';
import { captionsOf, useInitialValues, useSavedDraft } from './draft/use-draft.ts';
import { useDraftFiles } from './draft/use-draft-files.ts';
import { hasText, type NewVault, type VaultForm, vaultFormResolver } from './draft/vault-form.ts';
import { KeepingSheet } from './keeping-sheet.tsx';
import { LeaveDialog, useLeaving } from './leave-vault.tsx';
import { useReview } from './review/use-review.ts';
import { FoldingContext, useFolding } from './sections/folding.tsx';
import { FormActions } from './sections/form-actions.tsx';
import { firstFieldOf, type ReviewedPart } from './sections/form-parts.ts';
import { PlanSection } from './sections/plan-section.tsx';
import { QuestionsSection } from './sections/questions-section.tsx';
import {
  DetailsSection,
  LegalSection,
  RecipientSection,
  ReleaseSections,
  type SectionProps,
} from './sections/text-sections.tsx';
import { firstPlan, usePlanChoice } from './sections/use-plan-choice.ts';
import { useVaultCreation } from './use-vault-creation.ts';

/** It is far down the page, so the first fields don't wait for it. */
const ContentsSection = lazyComponent(() => import('./sections/contents-section.tsx'));
/** They load while the owner writes. */
const ReviewStep = lazyComponent(() => import('./review/review-step.tsx'));
const UploadPanel = lazyComponent(() => import('./upload-panel.tsx'));
const loadLater = () => Promise.all([ReviewStep.load(), UploadPanel.load()]).then(() => {});

export type CreateStep = 'writing' | 'review' | 'keeping';

export interface CreateVaultFormProps {
  draftId: string;
  /** What decides the initial plan. */
  start: PlanStart;
  onStep: (step: CreateStep) => void;
  onPlan: (name: string) => void;
  /** The path to open once the vault is created, if a payment follows. */
  pathAfter: (vaultId: string) => string;
}

export function CreateVaultForm({ draftId, start, onStep, onPlan, pathAfter }: CreateVaultFormProps) {
  const initial = useInitialValues(draftId);
  const draftFiles = useDraftFiles(draftId, initial);
  const { files, areFilesRead, endFiles } = draftFiles;
  const filesSection = useRef<HTMLButtonElement>(null);
  const [written, setWritten] = useState<NewVault>();
  const [kept, setKept] = useState<Vault>();
  const form = useForm<VaultForm, unknown, NewVault>({
    defaultValues: { ...initial.text, planType: firstPlan(start) },
    resolver: vaultFormResolver,
  });
  const choice = usePlanChoice(form, start);
  const agreed = agreedBy(choice.chosen.status);
  const folding = useFolding(form);
  const review = useReview();
  const captions = JSON.stringify(areFilesRead ? captionsOf(files) : initial.captions);
  const { saveNow, endText } = useSavedDraft(form, { draftId, files, captions });
  const endDraft = (how: { savesDraft: boolean }) => {
    endText(how);
    endFiles(how);
  };
  const creation = useVaultCreation(form, {
    saveDraft: saveNow,
    onRefusedFields: review.close,
    onCreated(vault) {
      endDraft({ savesDraft: false });
      if (!agreed) toast(keptText(vault, agreed));
      setKept(vault);
    },
  });
  const mayHaveFiles = files.length > 0 || (initial.isResumed && !areFilesRead);
  const hasUnsavedWork = form.formState.isDirty || mayHaveFiles || hasText(form.getValues());
  const leaving = useLeaving(endDraft, { hasUnsavedWork, isKept: kept !== undefined, isRunning: creation.isRunning });

  const look = (vault: NewVault) => {
    if (!choice.checkRoom()) return;
    creation.reset();
    setWritten(vault);
    review.open();
  };
  const showPart = (part: ReviewedPart) =>
    part === 'files' ? filesSection.current?.focus() : folding.open(part, () => form.setFocus(firstFieldOf[part]));
  const focusTitle = () => showPart('details');
  const leaveFor = (vault: Vault) => {
    if (agreed) toast(keptText(vault, agreed));
    review.leaveFor(vault.paymentStatus === 'unpaid' ? pathAfter(vault.id) : `/vault/${vault.id}`);
  };
  const isUploading = creation.isRunning && Object.keys(creation.steps).length > 0;
  // With nothing left to pay, only the seal is shown between the press and the vault (decision 111). A refusal leads back.
  const isKeeping = agreed !== undefined && (kept !== undefined || creation.isRunning);
  const step = isKeeping ? 'keeping' : review.isOpen && written ? 'review' : 'writing';
  useLayoutEffect(() => onStep(step), [onStep, step]);
  useEffect(() => void firstSign.then(loadLater).catch(() => {}), []);
  return (
    <FoldingContext value={folding.folding}>
      {isKeeping && !isUploading && (
        <KeepingSheet vaultId={kept?.id} {...(kept && { onPressed: () => leaveFor(kept) })} />
      )}
      {isUploading && <Uploads files={files} steps={creation.steps} onStop={creation.stop} />}
      {step === 'review' && written && !isUploading && (
        <Review
          reviewed={{ vault: written, ...choice.chosen }}
          files={files}
          keptId={kept?.id}
          onPressed={() => kept && leaveFor(kept)}
          failure={creation.failure}
          isBusy={creation.isRunning || kept !== undefined}
          onKeep={() => creation.create({ vault: written, files, agreed })}
          onBack={() => review.close()}
          onChange={(part) => review.close(() => showPart(part))}
        />
      )}
      {!(kept && agreed) && (
        <form
          noValidate
          method="post"
          hidden={isUploading || step !== 'writing'}
          className="[overflow-anchor:none]"
          onSubmit={form.handleSubmit(look, scrollToTerms)}
          {...folding.ofForm}
        >
          <NotStoredNotice />
          {initial.textSavedAt && (
            <SavedDraftNotice savedAt={initial.textSavedAt} form={form} draft={draftFiles} onEmptied={focusTitle} />
          )}
          <CancelOnPhone onPress={leaving.cancel} />
          <PlanSection form={form} choice={choice} onPlan={onPlan} />
          <TextSections form={form} />
          <Contents draft={draftFiles} draftId={draftId} chooseButton={filesSection} />
          <LegalSection form={form} />
          <FormActions
            progress={folding.progress}
            errors={form.formState.errors}
            onShow={form.setFocus}
            onCancel={leaving.cancel}
          />
        </form>
      )}
      <LeaveDialog {...leaving} />
    </FoldingContext>
  );
}

/** On a phone the bar at the end has no room for Cancel. */
function CancelOnPhone({ onPress }: { onPress: () => void }) {
  if (!useIsNarrow()) return null;
  return (
    <p className="-mt-4 mb-4">
      <button type="button" className="text-link min-h-11 rounded-field" onClick={onPress}>
        Cancel
      </button>
    </p>
  );
}

const skeleton = <Skeleton className="my-9 h-72 rounded-card" />;
const Contents = asPart(ContentsSection, skeleton);
const Review = asPart(ReviewStep, skeleton);
const Uploads = asPart(UploadPanel, skeleton);

const TextSections = ({ form }: SectionProps) => (
  <>
    <DetailsSection form={form} />
    <RecipientSection form={form} />
    <QuestionsSection form={form} />
    <ReleaseSections form={form} />
  </>
);

/** When only the terms are missing, scrolls to them after the error message has been rendered. For other errors the first invalid field
 * gets the focus. */
function scrollToTerms(errors: object) {
  const [name, another] = Object.keys(errors);
  if (name !== 'termsAccepted' || another) return;
  setTimeout(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
