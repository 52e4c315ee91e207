// Submits a form, and shows a refusal at its fields or else above the form.
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { CallError } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';

export function useFormSubmission<Values extends FieldValues, Sent extends FieldValues, Reply>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (body: Sent) => Promise<Reply>,
  onDone: (reply: Reply) => void,
) {
  const [refusal, setRefusal] = useState<CallError>();
  const { mutateOnce, isPending, isSuccess } = useMutationOnce<Reply, CallError, Sent>({
    mutationFn: send,
    onMutate: () => setRefusal(undefined),
    onSuccess: onDone,
    onError: (error) => {
      if (!showRefusedFields(form, error)) setRefusal(error);
    },
  });
  return {
    submit: (body: Sent) => mutateOnce(body),
    isBusy: isPending,
    isDone: isSuccess,
    /** A refusal that concerns no field of the form. */
    refusal,
    /** Clears the refusal once the person has done something else about it. */
    forgetRefusal: () => setRefusal(undefined),
  };
}
