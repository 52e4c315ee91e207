// The page behind the yearly email to an executor: they still have their code, need a new one, or do not want to be asked again. Opening it
// changes nothing.
import { answerYearly } from '@remembrance/contract/check-in.ts';
import type { BodySent, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { type CallError, call } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, RefusalNotice } from '../../ui/notice.tsx';

type Answer = BodySent<typeof answerYearly>['answer'];

export function StillHaveIt({ token }: { token: string }) {
  const give = useMutationOnce<ReplyOf<typeof answerYearly>, CallError, Answer>({
    mutationFn: (answer) => call(answerYearly, { body: { token, answer } }),
  });
  if (give.data && give.variables) return <Thanks answer={give.variables} ownerName={give.data.ownerName} />;
  const buttonOf = (answer: Answer, text: string) => (
    <Button
      isWide
      variant={answer === 'have-it' ? 'primary' : 'secondary'}
      isBusy={give.isPending && give.variables === answer}
      onClick={() => give.mutateOnce(answer)}
    >
      {text}
    </Button>
  );
  return (
    <FormPage
      title="Do you still have your code?"
      lead="It has 20 letters and numbers, and came in our email. Please look where you keep it. Do not type it here."
      otherwise="Opening this page answers nothing. None of the buttons releases anything."
    >
      <div className="grid gap-4">
        <RefusalNotice error={give.error} />
        {buttonOf('have-it', 'Yes, I have it')}
        {buttonOf('send-new', 'Send me a new one')}
        {buttonOf('stop-asking', 'Do not ask me again')}
      </div>
    </FormPage>
  );
}

function Thanks({ answer, ownerName }: { answer: Answer; ownerName: string }) {
  const name = <AsWritten>{ownerName}</AsWritten>;
  return (
    <FormPage title={answer === 'send-new' ? 'We have asked' : 'Thank you'}>
      <Notice variant="success" isAnnounced>
        {answer === 'have-it' && (
          <>
            {name} <span>can see that you still have it. There is nothing else to do. You may close this page.</span>
          </>
        )}
        {answer === 'send-new' && (
          <>
            <span>We emailed</span> {name}
            <span>
              , who has to agree. Then a new code comes to your mailbox. Until then the previous one still works, if you
              find it.
            </span>
          </>
        )}
        {answer === 'stop-asking' && (
          <>
            <span>
              We do not ask you again. You stay an executor, and your code still works. If you would rather not be one,
              tell
            </span>{' '}
            {name}
            <span>.</span>
          </>
        )}
      </Notice>
    </FormPage>
  );
}
