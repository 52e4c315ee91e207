// The dialog that names another executor, or corrects the name or address of one.
import { correctExecutor, type Executor } from '@remembrance/contract/executors.ts';
import { isUnauthorized, sentenceOf } from '../lib/call.ts';
import { showRefusedFields, useContractForm } from '../lib/form.ts';
import { useOneAtATime } from '../lib/one-at-a-time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { NoteField } from './note-field.tsx';
import { type Correction, useCorrection } from './use-executors.ts';

interface CorrectExecutorProps {
  vaultId: string;
  executor: Executor;
  hasCodes: boolean;
  isOpen: boolean;
  onClose: () => void;
}

export function CorrectExecutor({ isOpen, onClose, ...about }: CorrectExecutorProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Change executor">
      <CorrectionForm {...about} onClose={onClose} />
    </Dialog>
  );
}

function CorrectionForm({ vaultId, executor, hasCodes, onClose }: Omit<CorrectExecutorProps, 'isOpen'>) {
  const form = useContractForm(correctExecutor.body, {
    ...{ name: executor.name, email: executor.email, note: executor.note },
  });
  const correction = useCorrection({ vaultId, executor }, onClose);
  const { errors } = form.formState;
  const once = useOneAtATime();
  const correct = (body: Correction) =>
    correction.mutateAsync(body, {
      onError(error) {
        if (isUnauthorized(error) || showRefusedFields(form, error)) return;
        const description = sentenceOf(error, 'The executor could not be changed. Please try again.');
        toast({ title: 'Update Failed', description, variant: 'destructive' });
      },
    });
  const save = form.handleSubmit((body) => once(() => correct(body)));
  return (
    <form noValidate method="post" onSubmit={save} className="grid gap-5">
      <TextField
        label="Executor name"
        isOptional
        autoComplete="off"
        {...form.register('name')}
        error={errors.name?.message}
      />
      <TextField
        label="Executor email"
        type="email"
        autoComplete="off"
        {...form.register('email')}
        error={errors.email?.message}
        hint={
          hasCodes ? 'A new address gets a letter with a code of its own. The earlier code stops working.' : undefined
        }
      />
      <NoteField {...form.register('note')} error={errors.note?.message} />
      <div className="mt-2 flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={correction.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
