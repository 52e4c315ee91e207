// What happens if our email is not opened after a release, as its owner chooses it: a second address, and whether we remind the recipient and
// then ask the executors.
import type { BodySent } from '@remembrance/contract/endpoint.ts';
import { changeDelivery } from '@remembrance/contract/follow-up.ts';
import { followUpDays, ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { fieldOf, showRefusedFields, useContractForm } from '../../lib/form.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/choice.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { vaultQuery } from '../status/use-vault.ts';

export interface DeliveryChoiceProps {
  vault: Vault;
}

export default function DeliveryChoice({ vault }: DeliveryChoiceProps) {
  const { recipientName, recipientSecondEmail, followUp } = vault;
  const form = useContractForm(changeDelivery.body, { recipientSecondEmail: recipientSecondEmail ?? '', followUp });
  const change = useChange(vault.id);
  const save = form.handleSubmit((body) =>
    change.mutateOnce(body, {
      onError(error) {
        if (!showRefusedFields(form, error))
          toastFailure(error, { title: 'Not Saved', fallback: 'Your choice could not be saved. Please try again.' });
      },
    }),
  );
  return (
    <form noValidate method="post" onSubmit={save} className="grid gap-5">
      <EmailField
        label="A second address"
        isOptional
        autoComplete="off"
        hint={`We use it only if our email to the first is in doubt, or nothing was opened for ${followUpDays.remind} days. Mailboxes are given up more often than people change their name.`}
        {...fieldOf(form, 'recipientSecondEmail')}
      />
      <Checkbox
        label={
          <>
            <span>Remind </span>
            <AsWritten>{recipientName}</AsWritten>
            <span>{` after ${followUpDays.remind} and ${followUpDays.remindAgain} days, then ask the executor`}</span>
          </>
        }
        hint="The executor can tell them, print a sheet for them, or correct the address once. We then write to you first, and you can stop it for a day."
        {...form.register('followUp')}
      />
      <Button type="submit" variant="secondary" size="compact" className="justify-self-start" isBusy={change.isPending}>
        Save
      </Button>
    </form>
  );
}

function useChange(id: string) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: (body: BodySent<typeof changeDelivery>) => call(changeDelivery, { params: { id }, body }),
    onSuccess(chosen) {
      client.setQueryData<Vault>(vaultQuery(id).queryKey, (vault) => (vault ? { ...vault, ...chosen } : undefined));
      toast({
        title: 'Saved',
        description: `You can restore what was there for ${ownerChangeDays} days with the link in the email we sent you.`,
      });
    },
  });
}
