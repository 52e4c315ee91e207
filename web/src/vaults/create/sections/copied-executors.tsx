// The executors that were copied from another vault, except the first, who is in the form's fields. The owner can remove each.
import { useWatch } from 'react-hook-form';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';
import { readCopied } from '../draft/copied-content.ts';
import type { CreateForm } from '../draft/vault-form.ts';

export default function CopiedExecutors({ form }: { form: CreateForm }) {
  const field = useWatch({ control: form.control, name: 'copied' });
  const copied = readCopied(field);
  const [first, ...others] = copied?.executors ?? [];
  if (!copied || !first) return null;
  const hasNotes = [first, ...others].some(({ note }) => note !== '');
  const remove = (email: string) => {
    const executors = copied.executors.filter((executor) => executor === first || executor.email !== email);
    form.setValue('copied', JSON.stringify({ ...copied, executors }), { shouldDirty: true });
    form.setFocus('executorEmail');
  };
  return (
    <>
      {others.length > 0 && (
        <div>
          <p className="font-semibold text-sm">Other executors of this vault</p>
          <ul className="mt-1 grid gap-1">
            {others.map(({ name, email }) => (
              <li key={email} className="flex flex-wrap items-center justify-between gap-x-4">
                <AsWritten>{name ? `${name}, ${email}` : email}</AsWritten>
                <Button
                  variant="quiet"
                  size="compact"
                  aria-label={`Remove ${name || email}`}
                  onClick={() => remove(email)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-muted text-sm">
        {hasNotes
          ? 'They get new codes for this vault, and the notes you wrote for them.'
          : 'They get new codes for this vault.'}
      </p>
    </>
  );
}
