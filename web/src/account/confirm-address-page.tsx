// Confirming the new address of an account: by a press, so that a mail scanner that opens the link confirms nothing.
import { confirmEmailChange } from '@remembrance/contract/account.ts';
import { useMutation } from '@tanstack/react-query';
import { type CallError, call } from '../lib/call.ts';
import { useFragment } from '../lib/fragment.ts';
import { EntryShell } from '../sessions/entry-shell.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export default function ConfirmAddressPage() {
  const token = useFragment();
  const confirm = useMutation<{ email: string }, CallError>({
    mutationFn: () => call(confirmEmailChange, { body: { token } }),
  });
  if (confirm.data) {
    return (
      <EntryShell title="Your address is changed">
        <Notice variant="success" isAnnounced action={<ButtonLink href="/account">Go to your account</ButtonLink>}>
          You sign in with {confirm.data.email} from now on, and our letters go there. Everywhere else you were signed
          out.
        </Notice>
      </EntryShell>
    );
  }
  return (
    <EntryShell
      title="Confirm your new address"
      lead="Your account moves to the address this letter came to. The earlier address can take it back for seven days."
      otherwise="If you did not ask for it, just close this page. Nothing happens then."
    >
      <div className="grid gap-5">
        {confirm.error && (
          <Notice variant="danger" isAnnounced action={<ButtonLink to="/account">Go to your account</ButtonLink>}>
            {confirm.error.detail}
          </Notice>
        )}
        <Button isWide isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm my new address
        </Button>
      </div>
    </EntryShell>
  );
}
