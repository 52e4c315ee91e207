// The page behind "I have it" in an executor's letter. Opening it changes nothing; one click tells the owner that the letter arrived.
import { confirmExecutor } from '@remembrance/contract/executors.ts';
import { type CallError, call } from '../../lib/call.ts';
import { shortDate } from '../../lib/dates.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';

function ConfirmExecutorPage({ token }: { token: string }) {
  const confirm = useMutationOnce<{ confirmedAt: string; ownerName: string }, CallError>({
    mutationFn: () => call(confirmExecutor, { body: { token } }),
  });
  if (confirm.data) {
    const { ownerName, confirmedAt } = confirm.data;
    return (
      <FormPage title="Thank you">
        <Notice variant="success" isAnnounced>
          <AsWritten>{ownerName}</AsWritten> can see that you have the email, since{' '}
          <span>{shortDate(confirmedAt)}</span>. There is nothing else to do today. Please keep the email safe, where
          you will find it again in many years. You may close this page.
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Do you have the email?"
      lead="It contains an access code that only you have. If you press the button, we tell the person who named you that the email arrived."
      otherwise="Opening this page notifies nobody. Neither the page nor the button releases anything."
    >
      <div className="grid gap-5">
        <RefusalNotice error={confirm.error} />
        <Button isWide isBusy={confirm.isPending} onClick={() => confirm.mutateOnce()}>
          I have it
        </Button>
      </div>
    </FormPage>
  );
}

export default linkPage(ConfirmExecutorPage);
