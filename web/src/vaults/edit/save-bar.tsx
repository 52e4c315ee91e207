// Always in view at the end of the edit form: how much a save would change, and the buttons to save or cancel.
import { useWatch } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { dateIncomplete } from '../../ui/fields/date-time-field.tsx';
import { Link } from '../../ui/link.tsx';
import { useQuestions } from '../status/use-vault.ts';
import { countChanges } from './parts/edit-parts.ts';
import type { EditState } from './state/use-edit-state.ts';

interface SaveBarProps {
  vaultId: string;
  formId: string;
  state: Pick<EditState, 'form' | 'base'>;
  fileChanges: number;
  isBusy: boolean;
}

export function SaveBar({ vaultId, formId, state: { form, base }, fileChanges, isBusy }: SaveBarProps) {
  useWatch({ control: form.control });
  const { data: questions = [] } = useQuestions(vaultId);
  const { text } = base.current;
  const changes = countChanges(form.getValues(), { text, questions, files: fileChanges });
  return (
    <div className="form-bar">
      <p role="status" className="flex-auto text-muted text-sm">
        {changesText(changes, form.formState.errors.scheduledReleaseDate?.message === dateIncomplete)}
      </p>
      <Link to={`/vault/${vaultId}`} className="text-link inline-flex min-h-11 items-center rounded-field px-2">
        Cancel
      </Link>
      <Button type="submit" form={formId} size="compact" isBusy={isBusy}>
        Save
      </Button>
    </div>
  );
}

function changesText(count: number, isDateHalf: boolean): string {
  if (count === 0) return isDateHalf ? 'The date is not complete' : 'No changes yet';
  return `${count === 1 ? '1 change' : `${count} changes`}${isDateHalf ? ', and the date is not complete' : ''}`;
}
