// A vault as its owner sees it: its contents, recipient, executors and release date, and what can be changed.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { ExecutorList } from '../../executors/executor-list.tsx';
import { longDate } from '../../lib/dates.ts';
import { useParams } from '../../lib/location.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SiteHeader, useTabTitle } from '../../ui/page-shell.tsx';
import { Section } from '../../ui/section.tsx';
import { useVault } from '../use-vault.ts';
import { isDraft } from '../vault-overview.ts';
import { VaultLoading, VaultTrouble } from '../vault-states.tsx';
import { ActivitySection } from './activity-section.tsx';
import { DeleteVault } from './delete-vault.tsx';
import { LapsedNotice } from './edit-link.tsx';
import { FilesSection } from './files-section.tsx';
import { QuestionsNotice } from './questions-notice.tsx';
import { StatusPanel } from './status-panel.tsx';
import { VaultHead } from './vault-head.tsx';

export default function VaultPage() {
  const { id = '' } = useParams();
  const { data: vault, error, refetch } = useVault(id);
  if (error) return <VaultTrouble error={error} onRetry={() => void refetch()} />;
  return vault ? <VaultDetails vault={vault} /> : <VaultLoading />;
}

function VaultDetails({ vault }: { vault: Vault }) {
  const isReleased = vault.status === 'released';
  const isUnpaid = isDraft(vault);
  useTabTitle(vault.title);
  return (
    <>
      <SiteHeader />
      <main>
        <VaultHead vault={vault} />
        <div className="mx-auto w-full max-w-page px-5 pt-10 pb-20 sm:px-8">
          <div className="mb-10 grid gap-6">
            {isUnpaid && <UnpaidNotice id={vault.id} />}
            {isReleased && <QuestionsNotice vault={vault} />}
            {!isReleased && <LapsedNotice vault={vault} />}
            <StatusPanel vault={vault} />
          </div>
          <Section title="Personal message">
            <div dir="auto" className="engraved-plate whitespace-pre-wrap px-6 py-6 text-start sm:px-8">
              {vault.message || <span className="text-muted">This vault has no message.</span>}
            </div>
          </Section>
          <FilesSection vaultId={vault.id} />
          <Section title="Recipient">
            <div>
              <p className="font-semibold">
                <AsWritten>{vault.recipientName}</AsWritten>
              </p>
              <p className="text-muted" translate="no">
                {vault.recipientEmail}
              </p>
            </div>
          </Section>
          <Section title="Release">
            <ReleaseDate vault={vault} />
          </Section>
          <Section title="Executors" hint="They release the vault when the time comes.">
            <ExecutorList vault={vault} isReleased={isReleased} hasCodes={!isUnpaid} />
          </Section>
          <ActivitySection vault={vault} />
          {!isReleased && <DeleteVault id={vault.id} isDraft={isUnpaid} />}
        </div>
      </main>
    </>
  );
}

function ReleaseDate({ vault: { status, releasedAt, scheduledReleaseDate } }: { vault: Vault }) {
  if (status === 'released') return <p>{`Released on: ${releasedAt ? longDate(releasedAt) : 'N/A'}`}</p>;
  if (scheduledReleaseDate) return <p>{`Scheduled release: ${longDate(scheduledReleaseDate)}`}</p>;
  return <p className="text-muted">No date is set. Your executor releases the vault.</p>;
}

function UnpaidNotice({ id }: { id: string }) {
  return (
    <Notice
      title="This vault is not active yet"
      action={<ButtonLink to={`/checkout/${id}`}>Complete payment</ButtonLink>}
    >
      Nobody can release it until it is paid for.
    </Notice>
  );
}
