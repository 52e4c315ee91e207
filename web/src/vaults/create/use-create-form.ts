// The state of the create form: what it starts from, what it saves in this browser, which step is shown, and the creation itself.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { agreedBy, type PlanStart } from '../../plans/own-places.ts';
import { toast } from '../../ui/toast.tsx';
import { keptText } from './activate-agreed.ts';
import { captionsOf, useInitialValues, useSavedDraft } from './draft/use-draft.ts';
import { useDraftFiles } from './draft/use-draft-files.ts';
import { hasText, type NewVault, type VaultForm, vaultFormResolver } from './draft/vault-form.ts';
import { useLeaving } from './leave-vault.tsx';
import { useReview } from './review/use-review.ts';
import { useFolding } from './sections/folding.tsx';
import { firstFieldOf, type ReviewedPart } from './sections/form-parts.ts';
import { firstPlan, usePlanChoice } from './sections/use-plan-choice.ts';
import { useVaultCreation } from './use-vault-creation.ts';

export type CreateStep = 'writing' | 'review' | 'keeping';

export interface CreateFormInput {
  draftId: string;
  /** What decides the initial plan. */
  start: PlanStart;
  onStep: (step: CreateStep) => void;
  /** The path to open once the vault is created, if a payment follows. */
  pathAfter: (vaultId: string) => string;
}

export type CreateFormState = ReturnType<typeof useCreateForm>;

export function useCreateForm({ draftId, start, onStep, pathAfter }: CreateFormInput) {
  const writing = useWriting(draftId, start);
  const { form, choice, draftFiles, saveNow, endDraft, hasUnsavedWork } = writing;
  const [written, setWritten] = useState<NewVault>();
  const [kept, setKept] = useState<Vault>();
  const parts = useParts(form);
  const review = useReview();
  const agreed = agreedBy(choice.chosen.status);
  const creation = useVaultCreation(form, {
    saveDraft: saveNow,
    onRefusedFields: review.close,
    onCreated(vault) {
      endDraft({ savesDraft: false });
      if (!agreed) toast(keptText(vault, agreed));
      setKept(vault);
    },
  });
  const leaving = useLeaving(endDraft, { hasUnsavedWork, isKept: kept !== undefined, isRunning: creation.isRunning });
  const look = (vault: NewVault) => {
    if (!choice.checkRoom()) return;
    creation.reset();
    setWritten(vault);
    review.open();
  };
  // With nothing left to pay, only the seal is shown between the press and the vault (decision 111). A refusal leads back.
  const isKeeping = agreed !== undefined && (kept !== undefined || creation.isRunning);
  const step: CreateStep = isKeeping ? 'keeping' : review.isOpen && written ? 'review' : 'writing';
  useLayoutEffect(() => onStep(step), [onStep, step]);
  return {
    ...writing,
    ...parts,
    written,
    kept,
    review,
    creation,
    leaving,
    step,
    isUploading: creation.isRunning && Object.keys(creation.steps).length > 0,
    /** Whether the form is not needed again, whatever happens. */
    isOver: kept !== undefined && agreed !== undefined,
    submit: form.handleSubmit(look, scrollToTerms),
    keep: (vault: NewVault) => creation.create({ vault, files: draftFiles.files, agreed }),
    leaveFor(vault: Vault) {
      if (agreed) toast(keptText(vault, agreed));
      review.leaveFor(vault.paymentStatus === 'unpaid' ? pathAfter(vault.id) : `/vault/${vault.id}`);
    },
  };
}

/** What the owner writes, and its draft. */
function useWriting(draftId: string, start: PlanStart) {
  const initial = useInitialValues(draftId);
  const draftFiles = useDraftFiles(draftId, initial);
  const { files, areFilesRead, endFiles } = draftFiles;
  const form = useForm<VaultForm, unknown, NewVault>({
    defaultValues: { ...initial.text, planType: firstPlan(start) },
    resolver: vaultFormResolver,
  });
  const choice = usePlanChoice(form, start);
  const captions = JSON.stringify(areFilesRead ? captionsOf(files) : initial.captions);
  const { saveNow, endText } = useSavedDraft(form, { draftId, files, captions });
  const endDraft = (how: { savesDraft: boolean }) => {
    endText(how);
    endFiles(how);
  };
  const mayHaveFiles = files.length > 0 || (initial.isResumed && !areFilesRead);
  const hasUnsavedWork = form.formState.isDirty || mayHaveFiles || hasText(form.getValues());
  return { draftId, savedAt: initial.textSavedAt, draftFiles, form, choice, saveNow, endDraft, hasUnsavedWork };
}

/** The parts of the form. On a phone the complete ones are collapsed. */
function useParts(form: Parameters<typeof useFolding>[0]) {
  const filesSection = useRef<HTMLButtonElement>(null);
  const folding = useFolding(form);
  const showPart = (part: ReviewedPart) =>
    part === 'files' ? filesSection.current?.focus() : folding.open(part, () => form.setFocus(firstFieldOf[part]));
  return { filesSection, folding, showPart };
}

/** When only the terms are missing, scrolls to them after the error message has been rendered. For other errors the first invalid field
 * gets the focus. */
function scrollToTerms(errors: object) {
  const [name, another] = Object.keys(errors);
  if (name !== 'termsAccepted' || another) return;
  setTimeout(() => window.scrollTo(0, document.documentElement.scrollHeight));
}
