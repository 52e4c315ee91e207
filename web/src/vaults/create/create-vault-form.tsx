// The create form and the steps after it: the complete vault for review, the uploads, and the seal of a vault that needs no payment.
import { useEffect } from 'react';
import { firstSign } from '../../lib/browser/first-sign.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { asPart } from '../../ui/page/page-part.tsx';
import { KeepingSheet } from './keeping-sheet.tsx';
import { LeaveDialog } from './leave-vault.tsx';
import { FoldingContext } from './sections/folding.tsx';
import { type CreateFormInput, useCreateForm } from './use-create-form.ts';
import { WritingStep } from './writing-step.tsx';

/** They load while the owner writes. */
const ReviewStep = lazyComponent(() => import('./review/review-step.tsx'));
const UploadPanel = lazyComponent(() => import('./upload-panel.tsx'));
const loadLater = () => Promise.all([ReviewStep.load(), UploadPanel.load()]).then(() => {});

export interface CreateVaultFormProps extends CreateFormInput {
  onPlan: (name: string) => void;
}

export function CreateVaultForm({ onPlan, ...input }: CreateVaultFormProps) {
  const state = useCreateForm(input);
  const { folding, draftFiles, choice, written, kept, review, creation, step, isUploading } = state;
  useEffect(() => void firstSign.then(loadLater).catch(() => {}), []);
  return (
    <FoldingContext value={folding.folding}>
      {step === 'keeping' && !isUploading && (
        <KeepingSheet vaultId={kept?.id} {...(kept && { onPressed: () => state.leaveFor(kept) })} />
      )}
      {isUploading && <Uploads files={draftFiles.files} steps={creation.steps} onStop={creation.stop} />}
      {step === 'review' && written && !isUploading && (
        <Review
          reviewed={{ vault: written, ...choice.chosen }}
          files={draftFiles.files}
          keptId={kept?.id}
          onPressed={() => kept && state.leaveFor(kept)}
          failure={creation.failure}
          isBusy={creation.isRunning || kept !== undefined}
          onKeep={() => state.keep(written)}
          onBack={() => review.close()}
          onChange={(part) => review.close(() => state.showPart(part))}
        />
      )}
      {!state.isOver && <WritingStep state={state} isHidden={isUploading || step !== 'writing'} onPlan={onPlan} />}
      <LeaveDialog {...state.leaving} />
    </FoldingContext>
  );
}

const skeleton = <Skeleton className="my-9 h-72 rounded-card" />;
const Review = asPart(ReviewStep, skeleton);
const Uploads = asPart(UploadPanel, skeleton);
