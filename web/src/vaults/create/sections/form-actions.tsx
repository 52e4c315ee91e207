// The end of the create form: progress, the number of fields with errors, and its buttons. On a phone it is one sticky row with the
// progress on its edge, and Cancel is at the top of the form.
import type { FieldErrors } from 'react-hook-form';
import { useIsNarrow } from '../../../lib/browser/media.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { VaultForm } from '../draft/vault-form.ts';
import { fieldOrder } from './form-parts.ts';

interface FormActionsProps {
  progress: { done: number; of: number };
  errors: FieldErrors<VaultForm>;
  onShow: (name: keyof VaultForm) => void;
  onCancel: () => void;
}

export function FormActions({ progress: { done, of }, errors, onShow, onCancel }: FormActionsProps) {
  const isNarrow = useIsNarrow();
  const wrong = fieldOrder.filter((name) => errors[name]);
  const [first] = wrong;
  return (
    <div className="form-bar md:static md:mx-0 md:grid md:gap-5 md:px-0 md:pt-9 md:pb-4">
      <div className="relative min-w-0 flex-[1_1_6.5rem] max-md:py-1.5 md:flex md:flex-wrap md:items-center md:justify-between md:gap-x-4">
        <p
          role="status"
          className={`text-sm max-md:leading-tight ${first ? 'font-semibold text-garnet' : 'text-muted'}`}
        >
          {first ? (
            <span>{errorText(wrong.length)}</span>
          ) : (
            <>
              <span>{`${done} of ${of}`}</span>
              <span className="max-md:sr-only"> parts done</span>
            </>
          )}
        </p>
        {first && (
          <button
            type="button"
            // On a phone this entire half of the row is the link.
            className="text-link text-start text-sm max-md:leading-tight max-md:after:absolute max-md:after:-inset-y-3 max-md:after:inset-x-0"
            onClick={() => onShow(first)}
          >
            Show the first
          </button>
        )}
      </div>
      {!first && <Progress label="Parts done" percent={(100 * done) / of} />}
      <div className="flex gap-3">
        <Button type="submit" className="max-md:min-h-11">
          Create Vault
        </Button>
        {!isNarrow && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

const errorText = (count: number): string => (count === 1 ? 'Please check 1 field.' : `Please check ${count} fields.`);
