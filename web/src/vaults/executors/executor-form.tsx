// Adds an executor to a vault, or changes one: the same form for their name, addresses and note. Two clicks send it once.
import { addExecutor, type Executor } from '@remembrance/contract/executors.ts';
import { followUpDays } from '@remembrance/contract/limits.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { fieldOf, showRefusedFields, useContractForm } from '../../lib/form.ts';
import { useUser } from '../../people/sessions/use-user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { doubtAboutExecutor } from './doubt-about-executor.ts';
import { type ExecutorFields, useAddition, useCorrection } from './use-executors.ts';

/** The vault that the executor is for. */
export interface ExecutorVault {
  id: string;
  recipientEmail: string;
}

interface ExecutorFormProps {
  vault: ExecutorVault;
  initial: Record<keyof ExecutorFields, string>;
  send: (body: ExecutorFields, options: { onError: (error: unknown) => void }) => void;
  /** The toast's text when the service refuses. */
  failure: { title: string; fallback: string };
  emailHint?: string | undefined;
  secondHint?: string | undefined;
  children: Elements;
}

const secondReason = `It gets the code if our email to the first may not have arrived, or if nobody confirms it for ${followUpDays.remind} days. Later emails go to both.`;

function ExecutorForm({ vault, initial, send, failure, emailHint, secondHint, children }: ExecutorFormProps) {
  const form = useContractForm(addExecutor.body, initial);
  const onError = (error: unknown) => {
    if (!showRefusedFields(form, error)) toastFailure(error, failure);
  };
  const doubt = useDoubt(useWatch({ control: form.control, name: 'email' }), vault);
  const submit = form.handleSubmit(({ secondEmail = '', ...known }) => {
    // A process of version 1.0.0 refuses a field that it does not know, also a blank one.
    const isSent = secondEmail !== '' || initial.secondEmail !== '';
    send({ ...known, ...(isSent && { secondEmail }) }, { onError });
  });
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-5">
      <TextField label="Executor name" isOptional autoComplete="off" {...fieldOf(form, 'name')} />
      <EmailField
        label="Executor email"
        autoComplete="off"
        {...fieldOf(form, 'email')}
        hint={[doubt, emailHint].filter(Boolean).join(' ')}
      />
      <EmailField
        label="Second address"
        isOptional
        autoComplete="off"
        {...fieldOf(form, 'secondEmail')}
        hint={[secondReason, secondHint].filter(Boolean).join(' ')}
      />
      <TextArea
        label="A note for them"
        isOptional
        rows={4}
        {...fieldOf(form, 'note')}
        hint="For example, where to find things and whom to ask. It appears in the email with their code and on their page. A changed note appears in the next email."
      />
      {children}
    </form>
  );
}

function useDoubt(email: string, { recipientEmail }: ExecutorVault): string | undefined {
  const session = useUser();
  const ownEmail = session.status === 'signed-in' ? session.user.email : '';
  return doubtAboutExecutor(email, { ownEmail, recipientEmail });
}

export function AddExecutor({ vault, isFirst }: { vault: ExecutorVault; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FocusFallback shown={isOpen ? 'form' : 'button'} label="An executor for this vault">
      {isOpen ? (
        <AdditionForm vault={vault} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {isFirst ? 'Add an executor' : 'Add another executor'}
        </Button>
      )}
    </FocusFallback>
  );
}

function AdditionForm({ vault, onClose }: { vault: ExecutorVault; onClose: () => void }) {
  const addition = useAddition(vault.id);
  return (
    <ExecutorForm
      vault={vault}
      initial={{ name: '', email: '', secondEmail: '', note: '' }}
      send={addition.mutateOnce}
      failure={{ title: 'Not Added', fallback: 'The executor could not be added. Please try again.' }}
    >
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={addition.isPending}>
          Add the executor
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ExecutorForm>
  );
}

interface CorrectExecutorProps {
  vault: ExecutorVault;
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

function CorrectionForm({ vault, executor, hasCodes, onClose }: Omit<CorrectExecutorProps, 'isOpen'>) {
  const { name, email, note } = executor;
  const secondEmail = executor.secondEmail ?? '';
  const correction = useCorrection({ vaultId: vault.id, executor }, onClose);
  return (
    <ExecutorForm
      vault={vault}
      initial={{ name, email, secondEmail, note }}
      send={correction.mutateOnce}
      failure={{ title: 'Update Failed', fallback: 'The executor could not be changed. Please try again.' }}
      emailHint={
        hasCodes
          ? 'We send an email with a new code to a new address. The previous code then stops working.'
          : undefined
      }
      secondHint={
        hasCodes && secondEmail !== '' ? 'If you change or remove it, we send a new code to the first.' : undefined
      }
    >
      <DialogButtons onClose={onClose} className="mt-2">
        <Button type="submit" isBusy={correction.isPending}>
          Save
        </Button>
      </DialogButtons>
    </ExecutorForm>
  );
}
