// The second proof: the questions the owner chose. The page never says which answer was wrong.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { lengths } from '@remembrance/contract/limits.ts';
import { answersMissing } from '@remembrance/contract/vault-access.ts';
import { type FormEvent, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/call.ts';
import { proofRefusal } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Answers, type Proof, useAnswersProof } from './use-access.ts';

interface QuestionsStepProps {
  token: string;
  questions: readonly string[];
}

export const QuestionsStep = ({ token, questions }: QuestionsStepProps) => (
  <QuestionsForm questions={questions} proof={useAnswersProof(token)} />
);

interface QuestionsFormProps {
  questions: readonly string[];
  proof: Proof<Answers>;
}

export function QuestionsForm({ questions, proof }: QuestionsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { error } = proof;
  const complaint = isMissing
    ? { title: 'Answers Required', words: answersMissing }
    : error
      ? { title: 'Verification Failed', words: proofRefusal(error, sentenceOf(error, 'Incorrect answers')) }
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
      {complaint && (
        <Notice variant="danger" title={complaint.title}>
          {complaint.words}
        </Notice>
      )}
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
    </form>
  );
}

const nameOf = (index: number): string => `answer-${index}`;
