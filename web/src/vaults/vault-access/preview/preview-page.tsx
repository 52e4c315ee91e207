// All the recipient's steps, for the vault's owner: the same pages with the owner's data. Nothing is sent, counted or released.
import type { Preview } from '@remembrance/contract/previews.ts';
import { useState } from 'react';
import { useParams } from '../../../lib/location.tsx';
import { useQuestions } from '../../status/use-vault.ts';
import { VaultLoading, VaultTrouble } from '../../status/vault-states.tsx';
import { OpenedPage } from '../opened/opened-page.tsx';
import { EmailForm } from '../proof/email-step.tsx';
import { ProofPage, useHeadingFocus } from '../proof/proof-page.tsx';
import { QuestionsForm } from '../proof/questions-step.tsx';
import { FirstLetter } from './first-letter.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { usePreview, usePreviewedAnswers, usePreviewedEmail, usePreviewedFiles } from './use-preview.ts';

export default function PreviewPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = usePreview(id);
  if (error) return <VaultTrouble error={error} onRetry={() => void refetch()} />;
  return data ? <Way preview={data} /> : <VaultLoading />;
}

const steps = ['letter', 'email', 'questions', 'granted'] as const;

function Way({ preview }: { preview: Preview }) {
  const [index, setIndex] = useState(0);
  const step = steps[index] ?? 'letter';
  useHeadingFocus(step);
  const next = () => setIndex(index + 1);
  const isProof = step === 'email' || step === 'questions';
  return (
    <PreviewFrame vault={preview.vault} {...(isProof && { onSkip: next })}>
      {step === 'letter' && <FirstLetter preview={preview} onOpen={next} />}
      {step === 'email' && <EmailProof preview={preview} onRight={next} />}
      {step === 'questions' && <AnswersProof preview={preview} onRight={next} />}
      {step === 'granted' && <Opened preview={preview} />}
    </PreviewFrame>
  );
}

interface ProofProps {
  preview: Preview;
  onRight: () => void;
}

const EmailProof = ({ preview, onRight }: ProofProps) => (
  <ProofPage state={{ step: 'email' }}>
    <EmailForm proof={usePreviewedEmail(preview.recipientEmail, onRight)} />
  </ProofPage>
);

function AnswersProof({ preview, onRight }: ProofProps) {
  const vaultId = preview.vault.id;
  const { data: questions = [], error, refetch } = useQuestions(vaultId);
  const proof = usePreviewedAnswers({ vaultId, questions }, onRight);
  if (error) return <VaultTrouble error={error} onRetry={() => void refetch()} />;
  return (
    <ProofPage state={{ step: 'questions', questions: questions.map(({ question }) => question) }}>
      <QuestionsForm questions={questions.map(({ question }) => question)} proof={proof} />
    </ProofPage>
  );
}

function Opened({ preview: { vault } }: { preview: Preview }) {
  const { files, links } = usePreviewedFiles(vault.id);
  return <OpenedPage vault={vault} files={files} everythingUrl="" links={links} openingKey={null} />;
}
