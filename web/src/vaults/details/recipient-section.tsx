// Who a vault is for, and what they will be asked. The questions are loaded only when their owner wants to see them.
import { listQuestions } from '@remembrance/contract/questions.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';

export function VaultRecipient({ vault: { id, recipientName, recipientEmail } }: { vault: Vault }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Recipient">
      <div>
        <p className="font-semibold">
          <AsWritten>{recipientName}</AsWritten>
        </p>
        <p className="text-muted">
          <AsWritten>{recipientEmail}</AsWritten>
        </p>
      </div>
      <p>
        <Button variant="secondary" size="compact" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the questions' : 'What they will be asked'}
        </Button>
      </p>
      {isOpen && <Questions vaultId={id} />}
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
