// The second proof: the questions the owner chose. The page never says which answer was wrong.
import type { TriesLeft } from '@remembrance/contract/access-state.ts';
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { lengths } from '@remembrance/contract/limits.ts';
import { answersMissing } from '@remembrance/contract/vault-access.ts';
import { type FormEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/call.ts';
import { proofRefusal, severalSpellings } from '../../../lib/error-text.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Answers, type Proof, useAnswersProof } from './use-access.ts';
import { triesWords } from './waiting-notices.tsx';

interface Asked {
  questions: readonly string[];
  triesLeft?: TriesLeft | undefined;
  /** Whom somebody can ask who does not know an answer. */
  ownerName?: string | undefined;
  releasedBy?: string | undefined;
}

export const QuestionsStep = ({ token, ...asked }: Asked & { token: string }) => (
  <QuestionsForm {...asked} proof={useAnswersProof(token)} />
);

export function QuestionsForm({ questions, triesLeft, proof, ...known }: Asked & { proof: Proof<Answers> }) {
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { error } = proof;
  const complaint = isMissing
    ? { title: 'Answers Required', words: answersMissing }
    : error
      ? {
          title: 'Verification Failed',
          words: proofRefusal(error, sentenceOf(error, 'Incorrect answers'), questions.length),
        }
      : undefined;
  /** The first field that is still empty, or else the first. */
  function focusFirst() {
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ value }) => value.trim() === '') ?? fields[0])?.focus();
  }

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (proof.isPending) return;
    const typed = new FormData(event.currentTarget);
    const answers = questions
      .map((question, index) => ({ question, answer: String(typed.get(nameOf(index)) ?? '').trim() }))
      .filter(({ answer }) => answer !== '');
    setMissing(answers.length === 0);
    if (answers.length > 0) return proof.mutateOnce(answers, { onError: focusFirst });
    toast({ title: 'Answers Required', description: answersMissing, variant: 'destructive', isSaidInPage: true });
    focusFirst();
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={verify} className="grid gap-6">
      <OneHelp complaint={complaint} triesLeft={triesLeft} />
      {questions.map((question, index) => (
        <TextField
          key={nameOf(index)}
          label={<bdi lang="">{question}</bdi>}
          name={nameOf(index)}
          maxLength={lengths.answer}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <p className="text-muted text-sm">
        {questions.length > 1 && <span>Please answer both questions. </span>}
        <span>{answerPromise}</span>
      </p>
      <Button type="submit" isBusy={proof.isPending} className="justify-self-start">
        Submit Answers
      </Button>
      <WhomToAsk {...known} />
    </form>
  );
}

interface OneHelpProps {
  complaint: { title: string; words: string } | undefined;
  triesLeft: TriesLeft | undefined;
}

/** Everything about a refusal in one box: what was wrong, what may help, and how many tries are left. */
function OneHelp({ complaint, triesLeft }: OneHelpProps) {
  const left = triesLeft && triesWords(triesLeft);
  if (complaint)
    return (
      <Notice variant="danger" title={complaint.title}>
        <p>{complaint.words}</p>
        {left && <p>{`${left} Nothing is lost.`}</p>}
      </Notice>
    );
  if (!left) return null;
  return (
    <Notice title={left}>
      <p>{`${severalSpellings} Nothing is lost, and there is no hurry.`}</p>
    </Notice>
  );
}

function WhomToAsk({ ownerName, releasedBy }: Pick<Asked, 'ownerName' | 'releasedBy'>) {
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">I do not know the answer</summary>
      <p className="mt-1 text-muted">
        <span>Ask somebody who knew </span>
        {ownerName ? <AsWritten>{ownerName}</AsWritten> : <span>the person who left this for you</span>}
        <span>. </span>
        {releasedBy && (
          <>
            <AsWritten>{releasedBy}</AsWritten>
            <span>, who released this to you, may know. </span>
          </>
        )}
        <span>Nothing is lost while you ask, and you can come back with the same link.</span>
      </p>
    </details>
  );
}

const nameOf = (index: number): string => `answer-${index}`;
