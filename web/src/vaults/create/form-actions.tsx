// The end of the create form: how much is done, how many fields need another look, and its two buttons. On a phone it stays in sight.
import type { FieldErrors } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { fieldOrder } from './form-parts.ts';
import type { VaultForm } from './vault-form.ts';

interface FormActionsProps {
  progress: { done: number; of: number };
  errors: FieldErrors<VaultForm>;
  onShow: (name: keyof VaultForm) => void;
  onCancel: () => void;
}

export function FormActions({ progress, errors, onShow, onCancel }: FormActionsProps) {
  const wrong = fieldOrder.filter((name) => errors[name]);
  const [first] = wrong;
  return (
    <div className="form-actions grid gap-3 border-line border-t pt-4 pb-4 md:gap-5 md:pt-9">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className={`text-sm ${first ? 'font-semibold text-garnet' : 'text-muted'}`}>
          {first ? errorText(wrong.length) : `${progress.done} of ${progress.of} parts done`}
        </p>
        {first && (
          <button type="button" className="min-h-11 text-link text-sm md:min-h-0" onClick={() => onShow(first)}>
            Show the first
          </button>
        )}
      </div>
      {!first && <Progress label="Parts done" percent={(100 * progress.done) / progress.of} />}
      <div className="flex gap-3">
        <Button type="submit" className="flex-1 md:flex-none">
          Create Vault
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const errorText = (count: number): string =>
  count === 1 ? '1 field needs another look.' : `${count} fields need another look.`;
