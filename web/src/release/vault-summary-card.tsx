// What an executor may see of a vault: its title, date, status and recipient.
import type { VaultSummary } from '@remembrance/contract/release.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { shortDate } from '../lib/dates.ts';
import { Card } from '../ui/card.tsx';
import { VaultStatusBadge } from '../vaults/vault-status-badge.tsx';

export function VaultSummaryCard({ summary, children }: { summary: VaultSummary; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 font-display text-title outline-none">
          <bdi>{summary.title}</bdi>
        </h2>
        <VaultStatusBadge status={summary.status} />
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name="Created">{shortDate(summary.createdAt)}</Fact>
        <Fact name="Recipient">{summary.recipientName}</Fact>
        <Fact name="Recipient email">{summary.recipientEmail}</Fact>
      </dl>
      {children}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
