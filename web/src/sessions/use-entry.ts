// Sends the form of a page of signing in or up, and puts a refusal where it belongs: at its fields, else above the form.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CallError } from '../lib/call.ts';
import { showRefusedFields } from '../lib/form.ts';

export interface Entry<Sent> {
  submit: (body: Sent) => void;
  isBusy: boolean;
  isDone: boolean;
  /** A refusal that is about no field of the form. */
  refusal: CallError | undefined;
}

export function useEntry<Values extends FieldValues, Sent extends FieldValues, Reply>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (body: Sent) => Promise<Reply>,
  onDone: (reply: Reply) => void,
): Entry<Sent> {
  const [refusal, setRefusal] = useState<CallError>();
  const { mutate, isPending, isSuccess } = useMutation<Reply, CallError, Sent>({
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onSuccess: onDone,
    onError: (error) => {
      if (!showRefusedFields(form, error)) setRefusal(error);
    },
  });
  return { submit: (body) => mutate(body), isBusy: isPending, isDone: isSuccess, refusal };
}
