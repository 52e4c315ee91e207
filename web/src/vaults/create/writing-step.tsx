// The first step of the create form: its notices, its sections and its buttons. It stays on the page during the review, with all fields.
import { useIsNarrow } from '../../lib/browser/media.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { asPart } from '../../ui/page/page-part.tsx';
import { NotStoredNotice } from '../form/not-stored-notice.tsx';
import { SavedDraftNotice } from './draft/saved-draft-notice.tsx';
import { FormActions } from './sections/form-actions.tsx';
import { PlanSection } from './sections/plan-section.tsx';
import { QuestionsSection } from './sections/questions-section.tsx';
import { DetailsSection, LegalSection, RecipientSection, ReleaseSections } from './sections/text-sections.tsx';
import type { CreateFormState } from './use-create-form.ts';

/** It is far down the page, so the first fields don't wait for it. */
const ContentsSection = lazyComponent(() => import('./sections/contents-section.tsx'));
const Contents = asPart(ContentsSection, <Skeleton className="my-9 h-72 rounded-card" />);

interface WritingStepProps {
  state: CreateFormState;
  isHidden: boolean;
  onPlan: (name: string) => void;
}

export function WritingStep({ state, isHidden, onPlan }: WritingStepProps) {
  const { form, choice, draftId, draftFiles, savedAt, folding, leaving } = state;
  const focusTitle = () => state.showPart('details');
  return (
    <form
      noValidate
      method="post"
      hidden={isHidden}
      className="[overflow-anchor:none]"
      onSubmit={state.submit}
      {...folding.ofForm}
    >
      <NotStoredNotice />
      {savedAt && <SavedDraftNotice savedAt={savedAt} form={form} draftFiles={draftFiles} onEmptied={focusTitle} />}
      <CancelOnPhone onPress={leaving.cancel} />
      <PlanSection form={form} choice={choice} onPlan={onPlan} />
      <DetailsSection form={form} />
      <RecipientSection form={form} />
      <QuestionsSection form={form} />
      <ReleaseSections form={form} />
      <Contents draftFiles={draftFiles} draftId={draftId} chooseButton={state.filesSection} />
      <LegalSection form={form} />
      <FormActions
        progress={folding.progress}
        errors={form.formState.errors}
        onShow={form.setFocus}
        onCancel={leaving.cancel}
      />
    </form>
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
