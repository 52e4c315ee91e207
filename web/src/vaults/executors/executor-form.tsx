// Adds an executor to a vault, or changes one: the same form for their name, addresses and note. Two clicks send it once.
import { addExecutor, type Executor } from '@remembrance/contract/executors.ts';
import { followUpDays } from '@remembrance/contract/limits.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { type ChangeEvent, useState } from 'react';
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
import { doubtAboutExecutor, isSameAddress } from './doubt-about-executor.ts';
import { type ExecutorFields, useAddition, useCorrection } from './use-executors.ts';

/** The vault that the executor is for. */
export type ExecutorVault = Pick<Vault, 'id' | 'recipientEmail' | 'recipientSecondEmail' | 'releaseRequest'>;

/** What else a new code does, while somebody waits for a release. */
export const endsRequest = ({ releaseRequest }: Pick<ExecutorVault, 'releaseRequest'>): string =>
  releaseRequest ? ' If they asked for the release, or agreed to it, that request ends.' : '';

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

const goesToo = (second: string) =>
  `${second} goes with the first address, because it may be somebody else’s. Enter it again to keep it.`;

function ExecutorForm({ vault, initial, send, failure, emailHint, secondHint, children }: ExecutorFormProps) {
  const form = useContractForm(addExecutor.body, initial);
  const onError = (error: unknown) => {
    if (!showRefusedFields(form, error)) toastFailure(error, failure);
  };
  const [email = '', second = ''] = useWatch({ control: form.control, name: ['email', 'secondEmail'] });
  const doubtAbout = useDoubt(vault);
  const emailField = fieldOf(form, 'email');
  const hasMoved = initial.email !== '' && !isSameAddress(email, initial.email);
  // It may belong to the person before. Whatever was typed there stays.
  const moveSecond = (event: ChangeEvent<HTMLInputElement>) => {
    const isBack = isSameAddress(event.target.value, initial.email);
    if (second === (isBack ? '' : initial.secondEmail)) form.setValue('secondEmail', isBack ? initial.secondEmail : '');
  };
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
        {...emailField}
        onChange={(event) => {
          moveSecond(event);
          return emailField.onChange(event);
        }}
        hint={[doubtAbout(email), emailHint].filter(Boolean).join(' ')}
      />
      <EmailField
        label="Second address"
        isOptional
        autoComplete="off"
        {...fieldOf(form, 'secondEmail')}
        hint={[
          doubtAbout(second),
          hasMoved && initial.secondEmail !== '' && second === '' ? goesToo(initial.secondEmail) : secondReason,
          secondHint,
        ]
          .filter(Boolean)
          .join(' ')}
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

function useDoubt({ recipientEmail, recipientSecondEmail }: ExecutorVault) {
  const session = useUser();
  const ownEmail = session.status === 'signed-in' ? session.user.email : '';
  const others = { ownEmail, recipientEmails: [recipientEmail, recipientSecondEmail ?? ''] };
  return (email: string | null) => doubtAboutExecutor(email ?? '', others);
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
          ? `We send an email with a new code to a new address. The previous code then stops working.${endsRequest(vault)}`
          : undefined
      }
      secondHint={
        hasCodes && secondEmail !== ''
          ? `If you change or remove it, we send a new code to the first.${endsRequest(vault)}`
          : undefined
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
