// The page behind "Send a new code" in an owner's email: an executor asked for one. Opening it changes nothing; one press sends it.
import { sendWantedCode } from '@remembrance/contract/check-in.ts';
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type CallError, call } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';

export function SendWantedCode({ token }: { token: string }) {
  const send = useMutationOnce<ReplyOf<typeof sendWantedCode>, CallError>({
    mutationFn: () => call(sendWantedCode, { body: { token } }),
  });
  if (send.data) {
    return (
      <FormPage title="The new code is on its way">
        <Notice variant="success" isAnnounced>
          We have emailed <AsWritten>{send.data.executorName}</AsWritten>. The previous code no longer works. You may
          close this page.
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Send a new code?"
      lead="Your executor no longer has the code and asked for a new one. We send it to the address that your vault names. The previous code stops working."
      otherwise="If you are not sure that it was your executor who asked, speak to them first. Opening this page changes nothing."
    >
      <div className="grid gap-5">
        <RefusalNotice error={send.error} />
        <Button isWide isBusy={send.isPending} onClick={() => send.mutateOnce()}>
          Send a new code
        </Button>
      </div>
    </FormPage>
  );
}
