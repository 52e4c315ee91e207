// Submits a form, and shows a refusal at its fields or else above the form.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CallError } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';

export function useFormSubmission<Values extends FieldValues, Sent extends FieldValues, Reply>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (body: Sent) => Promise<Reply>,
  onDone: (reply: Reply) => void,
) {
  const [refusal, setRefusal] = useState<CallError>();
  const { mutate, isPending, isSuccess } = useMutation<Reply, CallError, Sent>({
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onSuccess: onDone,
    onError: (error) => {
      if (!showRefusedFields(form, error)) setRefusal(error);
    },
  });
  return {
    submit: (body: Sent) => mutate(body),
    isBusy: isPending,
    isDone: isSuccess,
    /** A refusal that concerns no field of the form. */
    refusal,
    /** Clears the refusal once the person has done something else about it. */
    forgetRefusal: () => setRefusal(undefined),
  };
}
