// The release date of an edited vault. Emptying its field removes nothing: an existing date has its own remove button, which says what
// the save will do until the owner undoes it.
import { useWatch } from 'react-hook-form';
import { fromLocalInput, longDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTimeField, dateIncomplete } from '../../../ui/fields/date-time-field.tsx';
import { FocusFallback } from '../../../ui/focus-fallback.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { EditState } from '../state/use-edit-state.ts';

interface ReleaseDateFieldProps {
  form: EditState['form'];
  /** The stored date as the field's value; blank if there is none. */
  before: string;
  hasExecutor: boolean;
  /** The id of the form; the field is outside its element. */
  formId: string;
}

export function ReleaseDateField({ form, before, hasExecutor, formId }: ReleaseDateFieldProps) {
  const isRemoved = useWatch({ control: form.control, name: 'isDateRemoved' });
  const error = form.formState.errors.scheduledReleaseDate?.message;
  const setRemoved = (isDateRemoved: boolean) => {
    form.setValue('scheduledReleaseDate', before, { shouldDirty: true });
    form.setValue('isDateRemoved', isDateRemoved, { shouldDirty: true });
    form.clearErrors('scheduledReleaseDate');
  };
  // The browser reports no value for an incomplete date, so the form would not notice it.
  const setHalf = (isHalf: boolean) =>
    isHalf
      ? form.setError('scheduledReleaseDate', { type: 'date', message: dateIncomplete })
      : form.clearErrors('scheduledReleaseDate');
  return (
    <FocusFallback
      shown={isRemoved ? 'removed' : 'kept'}
      label="When it is released"
      className="grid justify-items-start gap-3"
    >
      {isRemoved ? (
        <Notice
          variant={error ? 'danger' : 'info'}
          title="The release date is removed when you save"
          action={
            <Button variant="secondary" onClick={() => setRemoved(false)}>
              Keep the date
            </Button>
          }
        >
          <span>
            {error ?? `It is ${longDate(fromLocalInput(before))}. Then only your executor can release this vault.`}
          </span>
        </Notice>
      ) : (
        <>
          <div className="w-full">
            <DateTimeField
              label="Release date"
              form={formId}
              isOptional={before === ''}
              {...form.register('scheduledReleaseDate')}
              error={error}
              onHalf={setHalf}
              hint={hasExecutor || before === '' ? 'In your local time.' : onlyWayHint}
            />
          </div>
          {before !== '' && hasExecutor && (
            <Button variant="secondary" onClick={() => setRemoved(true)}>
              Remove the date
            </Button>
          )}
        </>
      )}
    </FocusFallback>
  );
}

const onlyWayHint = 'In your local time. To remove the date, name an executor first.';
