// Runs one vault creation at a time: the progress of each file, a way to stop it, and its final message.
import { showPlaces } from '@remembrance/contract/plans.ts';
import { listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import type { Agreed } from '../../plans/own-places.ts';
import { toast } from '../../ui/toast.tsx';
import { FileNotUploaded } from '../files/upload/upload-chosen-file.ts';
import type { UploadStep, UploadSteps } from '../files/upload/upload-file.ts';
import { vaultQuery } from '../status/use-vault.ts';
import { activateAgreed } from './activate-agreed.ts';
import { createFilledVault, type FilledVault } from './create-filled-vault.ts';
import type { CreateForm } from './draft/vault-form.ts';
import { fieldOrder } from './sections/form-parts.ts';

interface Submission extends Omit<FilledVault, 'signal'> {
  /** Undefined if a payment follows. */
  agreed: Agreed | undefined;
}

interface Outcomes {
  /** Called before a vault is sent and after a failure, so that its idempotency key outlives this page. */
  saveDraft: () => void;
  onCreated: (vault: Vault) => void;
  /** The service refused a field, so the form has to be shown again. */
  onRefusedFields: () => void;
}

export function useVaultCreation(form: CreateForm, { saveDraft, onCreated, onRefusedFields }: Outcomes) {
  const client = useQueryClient();
  const [steps, setSteps] = useState<UploadSteps>({});
  const [failure, setFailure] = useState<readonly string[]>([]);
  const running = useRef<AbortController>(undefined);

  const mutation = useMutation({
    async mutationFn({ agreed, ...filled }: Submission & { signal: AbortSignal }) {
      const report = (key: string, step: UploadStep) => setSteps((before) => ({ ...before, [key]: step }));
      const vault = await createFilledVault(filled, report);
      if (!agreed) return vault;
      const activated = await activateAgreed(vault, agreed);
      // Its page follows the seal without a loading message in between.
      client.setQueryData(vaultQuery(activated.id).queryKey, activated);
      return activated;
    },
    onSuccess: onCreated,
    onError(error) {
      saveDraft();
      if (isUnauthorized(error)) return;
      // Another tab may have used the plan's last place.
      void client.invalidateQueries({ queryKey: queryKeyOf(showPlaces) });
      if (showRefusedFields(form, error)) {
        onRefusedFields();
        setTimeout(() => focusFirstError(form));
        return;
      }
      const isStopped = running.current?.signal.aborted ?? false;
      const reason = isStopped ? 'You stopped the upload.' : reasonOf(error);
      setFailure(error instanceof FileNotUploaded && !isStopped ? [reason, error.advice] : [reason]);
      if (!isStopped) toast({ title: 'Error', description: reason, variant: 'destructive', isSaidInPage: true });
    },
    onSettled() {
      running.current = undefined;
      return client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    },
  });

  /** A second click during a creation does nothing. */
  function create(submission: Submission): void {
    if (running.current) return;
    running.current = new AbortController();
    setSteps({});
    setFailure([]);
    saveDraft();
    mutation.mutate({ ...submission, signal: running.current.signal });
  }

  return {
    create,
    stop: () => running.current?.abort(),
    /** Clears the previous error when the owner returns to the review. */
    reset: () => setFailure([]),
    steps,
    // Only once the form is visible again, so that the message can receive the focus.
    failure: mutation.isPending ? [] : failure,
    isRunning: mutation.isPending,
  };
}

/** Runs once the form is visible and the part with the error has opened. */
function focusFirstError({ getFieldState, setFocus }: CreateForm): void {
  const first = fieldOrder.find((name) => getFieldState(name).error);
  if (first) setFocus(first);
}

const reasonOf = (error: unknown): string =>
  error instanceof FileNotUploaded ? error.message : sentenceOf(error, 'Failed to create vault');
