// Asks for confirmation before a change to the account, and shows why it was refused.
import type { ReactNode } from 'react';
import type { CallError } from '../lib/call.ts';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import type { ButtonVariant } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { RefusalNotice } from '../ui/notice.tsx';
import { useRefresh } from './use-account.ts';

interface ConfirmDialogProps<Reply> {
  isOpen: boolean;
  title: string;
  description: ReactNode;
  /** The label of the confirming button. */
  action: string;
  variant?: ButtonVariant;
  /** The data to reload after a refusal, because the page may be out of date. */
  reload?: { path: string };
  send: () => Promise<Reply>;
  onDone: (reply: Reply) => void;
  onClose: () => void;
}

export function ConfirmDialog<Reply>(props: ConfirmDialogProps<Reply>) {
  const { isOpen, title, description, action, variant, reload, send, onDone, onClose } = props;
  const refresh = useRefresh();
  const { mutateOnce, isPending, error, reset } = useMutationOnce<Reply, CallError>({
    mutationFn: send,
    onSuccess: onDone,
  });
  const close = () => {
    if (error?.code !== undefined) void refresh(reload);
    reset();
    onClose();
  };
  return (
    <Confirmation
      isOpen={isOpen}
      title={title}
      description={description}
      no="Cancel"
      yes={action}
      {...(variant && { variant })}
      isBusy={isPending}
      onConfirm={() => mutateOnce()}
      onClose={close}
    >
      {error && <RefusalNotice error={error} />}
    </Confirmation>
  );
}
