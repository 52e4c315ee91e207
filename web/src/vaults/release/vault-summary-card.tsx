// What an executor may see of a vault: its seal, owner, title, date, status and recipient.
import type { VaultSummary } from '@remembrance/contract/release.ts';
import { useEffect, useRef } from 'react';
import { shortDate } from '../../lib/dates.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Seal } from '../../ui/seal/seal.tsx';
import { VaultStatusBadge } from '../status/vault-status-badge.tsx';

export function VaultSummaryCard({ summary, children }: { summary: VaultSummary; children: Elements }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-raised">
      <div className="guilloche-band" />
      <div className="grid gap-7 p-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Seal vaultId={summary.id} size={104} label="The seal of this vault" />
          <div className="min-w-0 flex-1 basis-60">
            <h2 ref={heading} tabIndex={-1} className="mb-2 font-display text-title outline-none">
              <AsWritten>{summary.title}</AsWritten>
            </h2>
            <VaultStatusBadge status={summary.status} />
          </div>
        </div>
        <dl className="grid gap-4 sm:grid-cols-3">
          <Fact name="Created">
            <span>{shortDate(summary.createdAt)}</span>
          </Fact>
          <Fact name="Recipient">
            <AsWritten>{summary.recipientName}</AsWritten>
          </Fact>
          <Fact name="Recipient email">
            <AsWritten>{summary.recipientEmail}</AsWritten>
          </Fact>
        </dl>
        {summary.note !== '' && (
          <blockquote className="border-brass border-s-2 ps-4">
            <p className="text-muted text-sm">
              <AsWritten>{summary.ownerName}</AsWritten> adds for you
            </p>
            <p dir="auto" lang="" className="whitespace-pre-line">
              {summary.note}
            </p>
          </blockquote>
        )}
        <p className="text-muted text-sm">
          Every vault has its own seal. If you have a card for this vault, it shows the same seal.
        </p>
        {children}
      </div>
    </div>
  );
}

export function Fact({ name, children }: { name: string; children: Elements }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
