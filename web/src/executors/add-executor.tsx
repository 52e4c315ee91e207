// Adds an executor to a vault: a button that opens the fields.
import { addExecutor } from '@remembrance/contract/executors.ts';
import { useState } from 'react';
import { isUnauthorized, sentenceOf } from '../lib/call.ts';
import { showRefusedFields, useContractForm } from '../lib/form.ts';
import { useOneAtATime } from '../lib/one-at-a-time.ts';
import { Button } from '../ui/button.tsx';
import { FocusFallback } from '../ui/focus-fallback.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { NoteField } from './note-field.tsx';
import { type NewExecutor, useAddition } from './use-executors.ts';

export function AddExecutor({ vaultId, isFirst }: { vaultId: string; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FocusFallback shown={isOpen ? 'form' : 'button'} label="An executor for this vault">
      {isOpen ? (
        <AdditionForm vaultId={vaultId} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {isFirst ? 'Add an executor' : 'Add another executor'}
        </Button>
      )}
    </FocusFallback>
  );
}

function AdditionForm({ vaultId, onClose }: { vaultId: string; onClose: () => void }) {
  const form = useContractForm(addExecutor.body, { name: '', email: '', note: '' });
  const addition = useAddition(vaultId);
  const { errors } = form.formState;
  const once = useOneAtATime();
  const add = (body: NewExecutor) =>
    addition.mutateAsync(body, {
      onError(error) {
        if (isUnauthorized(error) || showRefusedFields(form, error)) return;
        const description = sentenceOf(error, 'The executor could not be added. Please try again.');
        toast({ title: 'Not Added', description, variant: 'destructive' });
      },
    });
  const submit = form.handleSubmit((body) => once(() => add(body)));
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
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
      />
      <NoteField {...form.register('note')} error={errors.note?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={addition.isPending}>
          Add the executor
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
