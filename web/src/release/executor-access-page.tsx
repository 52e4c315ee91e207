// The executor's page: enter the access code, see the vault's summary, and release the vault after a confirmation.
import { useState } from 'react';
import { useSearch } from '../lib/search.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page-shell.tsx';
import { CodeForm } from './code-form.tsx';
import { titleFromLink } from './link-context.ts';
import { ReleaseAction } from './release-action.tsx';
import { ReleasedNotice } from './released-notice.tsx';
import type { OpenedVault } from './use-release.ts';
import { VaultSummaryCard } from './vault-summary-card.tsx';

export default function ExecutorAccessPage() {
  const search = useSearch();
  const [opened, setOpened] = useState<OpenedVault>();
  const [releasedFor, setReleasedFor] = useState<string>();
  const [hasOpened, setHasOpened] = useState(false);
  const titleInLink = titleFromLink(search);

  function open(vault: OpenedVault) {
    setReleasedFor(undefined);
    setHasOpened(true);
    setOpened(vault);
  }
  function finish({ summary }: OpenedVault) {
    setReleasedFor(summary.recipientName);
    setOpened(undefined);
  }
  return (
    <PageShell
      title="Executor Access"
      lead="Someone trusted you with a vault. With the code from your letter you can see what it is and release it."
      width="text"
    >
      <div className="grid gap-8">
        {titleInLink && (
          <Notice title="You were sent a link for this vault">
            <bdi>{titleInLink}</bdi>
          </Notice>
        )}
        {releasedFor !== undefined && (
          <Notice variant="success" title="The vault is released" isAnnounced>
            The letter to <bdi>{releasedFor}</bdi> is on its way. There is nothing more you need to do.
          </Notice>
        )}
        {opened ? (
          <OpenedVaultView opened={opened} onChange={setOpened} onReleased={() => finish(opened)} />
        ) : (
          <CodeForm onOpened={open} takesFocus={hasOpened} />
        )}
      </div>
    </PageShell>
  );
}

interface OpenedVaultViewProps {
  opened: OpenedVault;
  onChange: (opened: OpenedVault | undefined) => void;
  onReleased: () => void;
}

function OpenedVaultView({ opened, onChange, onReleased }: OpenedVaultViewProps) {
  const { summary } = opened;
  const markReleased = (releasedAt: string | null) =>
    onChange({ ...opened, summary: { ...summary, status: 'released', releasedAt } });
  return (
    <>
      <VaultSummaryCard summary={summary}>
        {summary.status === 'released' ? (
          <ReleasedNotice opened={opened} />
        ) : (
          <ReleaseAction opened={opened} onReleased={onReleased} onReleasedBefore={markReleased} />
        )}
      </VaultSummaryCard>
      <Button variant="secondary" className="justify-self-start" onClick={() => onChange(undefined)}>
        Access Another Vault
      </Button>
    </>
  );
}
