// The page behind "Stop the correction" in the owner's email. Opening it changes nothing; one click stops it, without signing in.
import { stopCorrection } from '@remembrance/contract/follow-up.ts';
import { type CallError, call } from '../../lib/call.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';

function StopCorrectionPage({ token }: { token: string }) {
  const stop = useMutationOnce<{ vaultTitle: string }, CallError>({
    mutationFn: () => call(stopCorrection, { body: { token } }),
  });
  if (stop.data)
    return (
      <FormPage title="The address stays">
        <Notice variant="success" isAnnounced>
          <span>We do not write to the other address about “</span>
          <AsWritten>{stop.data.vaultTitle}</AsWritten>
          <span>
            ”. The links that we have sent still work. We have notified your executors. You may close this page.
          </span>
        </Notice>
      </FormPage>
    );
  return (
    <FormPage
      title="Stop the correction?"
      lead="Your executor asked us to write to another address of the recipient. If you press the button, the address stays as it is, and we notify your executors."
      otherwise="If the new address is right, just close this page. Opening it has stopped nothing."
    >
      <div className="grid gap-5">
        <RefusalNotice error={stop.error} />
        <Button isWide isBusy={stop.isPending} onClick={() => stop.mutateOnce()}>
          Stop the correction
        </Button>
      </div>
    </FormPage>
  );
}

export default linkPage(StopCorrectionPage);
