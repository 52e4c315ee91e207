// Submits a form, and shows a refusal at its fields or else above the form.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CallError } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';

export interface FormSubmission<Sent> {
  submit: (body: Sent) => void;
  isBusy: boolean;
  isDone: boolean;
  /** A refusal that concerns no field of the form. */
  refusal: CallError | undefined;
  /** Clears the refusal once the person has done something else about it. */
  forgetRefusal: () => void;
}

export function useFormSubmission<Values extends FieldValues, Sent extends FieldValues, Reply>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (body: Sent) => Promise<Reply>,
  onDone: (reply: Reply) => void,
): FormSubmission<Sent> {
  const [refusal, setRefusal] = useState<CallError>();
  const { mutate, isPending, isSuccess } = useMutation<Reply, CallError, Sent>({
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onSuccess: onDone,
    onError: (error) => {
      if (!showRefusedFields(form, error)) setRefusal(error);
    },
  });
  const forgetRefusal = () => setRefusal(undefined);
  return { submit: (body) => mutate(body), isBusy: isPending, isDone: isSuccess, refusal, forgetRefusal };
}
