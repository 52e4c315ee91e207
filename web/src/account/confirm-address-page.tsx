// Confirms the new address of an account. It needs a click, so that a mail scanner that opens the link confirms nothing.
import { confirmEmailChange } from '@remembrance/contract/account.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type CallError, call } from '../lib/call.ts';
import { linkPage } from '../lib/link-page.tsx';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { FormPage } from '../people/forms/form-page.tsx';
import { AsWritten } from '../ui/as-written.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice, RefusalNotice } from '../ui/notice.tsx';

function ConfirmAddressPage({ token }: { token: string }) {
  const client = useQueryClient();
  const confirm = useMutationOnce<{ email: string }, CallError>({
    mutationFn: () => call(confirmEmailChange, { body: { token } }),
    onSuccess: () => void client.invalidateQueries(),
  });
  if (confirm.data) {
    return (
      <FormPage title="Your address is changed">
        <Notice variant="success" isAnnounced action={<ToAccount />}>
          From now on you sign in with <AsWritten>{confirm.data.email}</AsWritten>, and our emails go there. You are
          signed out everywhere else.
        </Notice>
      </FormPage>
    );
  }
  // Any other refusal, such as a busy service, passes.
  if (confirm.error?.status === 400) {
    return (
      <FormPage title="This link cannot be used">
        <Notice variant="danger" isAnnounced action={<ToAccount />}>
          {confirm.error.detail}
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Confirm your new address"
      lead="Your account will use the address the email was sent to. For seven days, you can undo this with the email to your previous address."
      otherwise="If you did not ask for this, just close this page. Nothing will change."
    >
      <div className="grid gap-5">
        <RefusalNotice error={confirm.error} />
        <Button isWide isBusy={confirm.isPending} onClick={() => confirm.mutateOnce()}>
          Confirm my new address
        </Button>
      </div>
    </FormPage>
  );
}

const ToAccount = () => (
  <ButtonLink to="/account" isReplacing>
    Go to your account
  </ButtonLink>
);

export default linkPage(ConfirmAddressPage);
