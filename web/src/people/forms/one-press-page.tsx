// The page behind a link in an email that asks one question. Opening it changes nothing; one press answers, without signing in.
import type { ReactNode } from 'react';
import type { CallError } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';
import { FormPage } from './form-page.tsx';

interface OnePressPageProps<Reply> {
  title: string;
  lead: string;
  otherwise: string;
  button: string;
  send: () => Promise<Reply>;
  /** What the page shows after the press. */
  done: (reply: Reply) => { title: string; text: ReactNode; action?: ReactNode };
}

export function OnePressPage<Reply>({ title, lead, otherwise, button, send, done }: OnePressPageProps<Reply>) {
  const press = useMutationOnce<Reply, CallError>({ mutationFn: send });
  if (press.isSuccess) {
    const { title: doneTitle, text, action } = done(press.data);
    return (
      <FormPage title={doneTitle}>
        <Notice variant="success" isAnnounced action={action}>
          {text}
        </Notice>
      </FormPage>
    );
  }
  return (
    <FormPage title={title} lead={lead} otherwise={otherwise}>
      <div className="grid gap-5">
        <RefusalNotice error={press.error} />
        <Button isWide isBusy={press.isPending} onClick={() => press.mutateOnce()}>
          {button}
        </Button>
      </div>
    </FormPage>
  );
}
