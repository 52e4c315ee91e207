// Who a vault is for, and what they will be asked. The questions are loaded only when their owner wants to see them.
import { listQuestions } from '@remembrance/contract/questions.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { queryOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { DeliveryChoiceProps } from './delivery-choice.tsx';
import { recipientAnchor } from './released-today-rules.ts';

const DeliveryChoice = lazyComponent<DeliveryChoiceProps>(() => import('./delivery-choice.tsx'));

export function VaultRecipient({ vault }: { vault: Vault }) {
  const { id, recipientName, recipientEmail, recipientSecondEmail } = vault;
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  // The link to here from “What would make it safer” is about the choice, which is closed at first.
  useEffect(() => {
    const open = () => window.location.hash === `#${recipientAnchor}` && setChoosing(true);
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  return (
    <Section title="Recipient" anchor={recipientAnchor}>
      <div>
        <p className="font-semibold">
          <AsWritten>{recipientName}</AsWritten>
        </p>
        <p className="text-muted">
          <AsWritten>{recipientEmail}</AsWritten>
        </p>
        {recipientSecondEmail && (
          <p className="text-muted">
            <span>Second address: </span>
            <AsWritten>{recipientSecondEmail}</AsWritten>
          </p>
        )}
      </div>
      <p className="flex flex-wrap gap-3">
        <Button variant="secondary" size="compact" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the questions' : 'What they will be asked'}
        </Button>
        {vault.status === 'active' && (
          <Button
            variant="secondary"
            size="compact"
            aria-expanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            If our email is not opened
          </Button>
        )}
      </p>
      {isOpen && <Questions vaultId={id} />}
      {isChoosing && vault.status === 'active' && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <DeliveryChoice vault={vault} />
        </Suspense>
      )}
    </Section>
  );
}

function Questions({ vaultId }: { vaultId: string }) {
  const { data: questions, error, refetch } = useQuery(queryOf(listQuestions, { params: { id: vaultId } }));
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!questions) return <Skeleton className="h-12" />;
  return (
    <ul className="grid gap-2">
      {questions.map(({ id, question }) => (
        <li key={id} dir="auto">
          {question}
        </li>
      ))}
    </ul>
  );
}
