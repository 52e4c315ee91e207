// All the recipient's steps, for the vault's owner: the same pages with the owner's data. Nothing is sent, counted or released.
import type { AccessibleVault } from '@remembrance/contract/access-state.ts';
import type { Preview } from '@remembrance/contract/previews.ts';
import { useState } from 'react';
import { timeUntil } from '../../../lib/dates.ts';
import { useParams } from '../../../lib/location.tsx';
import { product } from '../../../lib/product.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { Notice } from '../../../ui/notice.tsx';
import { PageShell } from '../../../ui/page/page-shell.tsx';
import { useQuestions } from '../../status/use-vault.ts';
import { VaultLoading, VaultTrouble } from '../../status/vault-states.tsx';
import { OpenedPage } from '../opened/opened-page.tsx';
import { EmailForm } from '../proof/email-step.tsx';
import { ProofPage, useHeadingFocus } from '../proof/proof-page.tsx';
import { QuestionsForm } from '../proof/questions-step.tsx';
import { usePreview, usePreviewedAnswers, usePreviewedEmail, usePreviewedFiles, useRehearsal } from './use-preview.ts';

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
    <ProofPage
      state={{
        step: 'questions',
        questions: questions.map(({ question }) => question),
        ownerName: preview.vault.ownerName,
      }}
    >
      <QuestionsForm
        questions={questions.map(({ question }) => question)}
        ownerName={preview.vault.ownerName}
        proof={proof}
      />
    </ProofPage>
  );
}

function Opened({ preview: { vault } }: { preview: Preview }) {
  const { files, links } = usePreviewedFiles(vault.id);
  return <OpenedPage vault={vault} files={files} everythingUrl="" links={links} openingKey={null} />;
}

/** The first step: our letter. The owner can have the real letters sent to their own mailbox. */
function FirstLetter({ preview, onOpen }: { preview: Preview; onOpen: () => void }) {
  const { recipientName, id } = preview.vault;
  return (
    <PageShell title="It begins with an email" width="text" actions={null}>
      <div className="grid gap-8">
        <p>
          When this vault is released, <AsWritten>{recipientName}</AsWritten> gets our email ‘You Have a{' '}
          <AsWritten>{product.name}</AsWritten>’ at <AsWritten>{preview.recipientEmail}</AsWritten>. It says that you
          left something, who released it, how to open it, and that there is no hurry. It has one link.
        </p>
        <Button size="large" className="justify-self-start" onClick={onOpen}>
          Open the link
        </Button>
        <Rehearsal vaultId={id} recipientName={recipientName} />
      </div>
    </PageShell>
  );
}

function Rehearsal({ vaultId, recipientName }: { vaultId: string; recipientName: string }) {
  const rehearsal = useRehearsal(vaultId);
  const { refusal } = rehearsal;
  return (
    <Card className="grid gap-4">
      <h2 className="font-display text-title-sm">A rehearsal</h2>
      <p>
        We send you the real emails: the one with the code that your executor gets, and the one that{' '}
        <AsWritten>{recipientName}</AsWritten> gets at the release. We send both only to your own mailbox. They are
        marked as a rehearsal, and nothing in them opens or releases anything.
      </p>
      {rehearsal.isSuccess ? (
        <Notice variant="success" title="The emails are on their way to you" isAnnounced>
          Please check your mailbox and your spam folder. If the emails are in the spam folder, the real ones may land
          there too.
        </Notice>
      ) : (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={rehearsal.isPending}
          onClick={() => rehearsal.send()}
        >
          Send me the emails
        </Button>
      )}
      {refusal && (
        <Notice variant="danger" isAnnounced>
          {`${refusal.sentence}${refusal.retryAt ? ` You can send them again at ${timeUntil(refusal.retryAt, new Date())}.` : ''}`}
        </Notice>
      )}
    </Card>
  );
}

interface PreviewFrameProps {
  vault: AccessibleVault;
  /** Continues without the proof. */
  onSkip?: () => void;
  children: Elements;
}

/** Marks every page of the preview as a preview, on screen and in print. */
function PreviewFrame({ vault, onSkip, children }: PreviewFrameProps) {
  return (
    <>
      <aside aria-label="Preview" className="on-night print:hidden">
        <div className="mx-auto flex max-w-shell flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2 sm:px-8">
          <p className="text-sm">
            <strong>Preview.</strong> This is what <AsWritten>{vault.recipientName}</AsWritten> will see. We send
            nothing to anyone.
          </p>
          <div className="flex flex-wrap gap-2">
            {onSkip && (
              <Button variant="night" size="compact" onClick={onSkip}>
                Skip this step
              </Button>
            )}
            <ButtonLink variant="night" size="compact" to={`/vault/${vault.id}`}>
              Back to your vault
            </ButtonLink>
          </div>
        </div>
      </aside>
      {children}
      <Watermark />
    </>
  );
}

function Watermark() {
  return (
    <svg aria-hidden="true" className="pointer-events-none fixed inset-0 z-30 size-full text-brass opacity-15">
      <pattern id="preview-mark" width="260" height="190" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">
        <text x="20" y="100" fontSize="30" letterSpacing="8" fill="currentColor">
          PREVIEW
        </text>
      </pattern>
      <rect width="100%" height="100%" fill="url(#preview-mark)" />
    </svg>
  );
}
