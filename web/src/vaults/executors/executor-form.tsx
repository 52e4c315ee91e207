// The form for an executor's name, address and note, when adding or changing an executor. Two presses send it once.
import { addExecutor } from '@remembrance/contract/executors.ts';
import { isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { showRefusedFields, useContractForm } from '../../lib/form.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import type { Elements } from '../../ui/elements.ts';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ExecutorFields } from './use-executors.ts';

interface ExecutorFormProps {
  initial: Required<ExecutorFields>;
  send: (body: ExecutorFields, options: { onError: (error: unknown) => void }) => Promise<unknown>;
  /** The toast's text when the service refuses. */
  failure: { title: string; description: string };
  emailHint?: string | undefined;
  /** The buttons. */
  children: Elements;
}

export function ExecutorForm({ initial, send, failure, emailHint, children }: ExecutorFormProps) {
  const form = useContractForm(addExecutor.body, initial);
  const { errors } = form.formState;
  const once = useOneAtATime();
  const onError = (error: unknown) => {
    if (isUnauthorized(error) || showRefusedFields(form, error)) return;
    toast({ title: failure.title, description: sentenceOf(error, failure.description), variant: 'destructive' });
  };
  const submit = form.handleSubmit((body) => once(() => send(body, { onError })));
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
        hint={emailHint}
      />
      <TextArea
        label="A note for them"
        isOptional
        rows={4}
        {...form.register('note')}
        error={errors.note?.message}
        hint="It is in the letter with their code and on their page: where to find things, whom to ask. A changed note is in the next letter."
      />
      {children}
    </form>
  );
}
