// A vault as its owner sees it: its contents, recipient, executors and release date, and what can be changed.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/location.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { SiteHeader, useTabTitle } from '../../ui/page/page-shell.tsx';
import { Section } from '../../ui/section.tsx';
import { ExecutorList } from '../executors/executor-list.tsx';
import { StoredFileList } from '../files/stored-file-list.tsx';
import { useDeletion, useFiles, useOwnLinks, useReopening, useVault } from '../status/use-vault.ts';
import { isUnpaidVault } from '../status/vault-overview.ts';
import { ReopenedNotice, VaultLoading, VaultTrouble } from '../status/vault-states.tsx';
import { waitText } from '../status/wait-words.ts';
import { ActivitySection } from './activity-section.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import { DisownedNotice } from './disowned-notice.tsx';
import { VaultRecipient } from './recipient-section.tsx';
import { ReleaseDate } from './release-date.tsx';
import { ReleaseRequestNotice } from './release-request-notice.tsx';
import { ReleasedToday } from './released-today.tsx';
import { executorsAnchor } from './released-today-rules.ts';
import { StatusPanel } from './status-panel.tsx';
import { UndoRelease } from './undo-release.tsx';
import { LapsedNotice, VaultHead } from './vault-head.tsx';

export default function VaultPage() {
  const { id = '' } = useParams();
  const { data: vault, error, refetch } = useVault(id);
  if (error) return <VaultTrouble error={error} onRetry={() => void refetch()} />;
  return vault ? <VaultDetails vault={vault} /> : <VaultLoading />;
}

function VaultDetails({ vault }: { vault: Vault }) {
  const isReleased = vault.status === 'released';
  const isUnpaid = isUnpaidVault(vault);
  useTabTitle(vault.title);
  return (
    <>
      <SiteHeader />
      <main>
        <VaultHead vault={vault} />
        <div className="mx-auto w-full max-w-page px-5 pt-10 pb-20 sm:px-8">
          <div className="mb-10 grid gap-6">
            {isUnpaid && <UnpaidNotice id={vault.id} />}
            {!isReleased && <ReleaseRequestNotice vault={vault} />}
            {isReleased && <QuestionsNotice vault={vault} />}
            {isReleased && <DisownedNotice vault={vault} />}
            {isReleased && <CorrectionNotice vault={vault} />}
            {!isReleased && <LapsedNotice vault={vault} />}
            <StatusPanel vault={vault} />
            <ReleasedToday vault={vault} />
          </div>
          <Section title="Personal message">
            <div dir="auto" lang="" className="engraved-plate whitespace-pre-wrap px-6 py-6 text-start sm:px-8">
              {vault.message || <span className="text-muted">This vault has no message.</span>}
            </div>
          </Section>
          <FilesSection vaultId={vault.id} />
          <VaultRecipient vault={vault} />
          <Section title="Release">
            <ReleaseDate vault={vault} />
            {!isReleased && <BeforeRelease vault={vault} />}
            <UndoRelease vault={vault} />
          </Section>
          <Section
            title="Executors"
            anchor={executorsAnchor}
            hint={isReleased ? 'The vault has been released.' : 'They release the vault when the time comes.'}
          >
            <ExecutorList vault={vault} isReleased={isReleased} hasCodes={!isUnpaid} />
          </Section>
          <ActivitySection vault={vault} />
          {!isReleased && <DeleteVault id={vault.id} isUnpaid={isUnpaid} />}
        </div>
      </main>
    </>
  );
}

/** What happens before a release by an executor, and where to choose it. */
function BeforeRelease({ vault: { id, codes, release } }: { vault: Vault }) {
  if (codes.length === 0 && !release) return null;
  const { waitHours, mustAgree } = release ?? { waitHours: 0, mustAgree: false };
  const wait = waitHours > 0 ? `A release by an executor waits ${waitText(waitHours)}.` : '';
  const agreement = mustAgree ? 'Two executors must agree.' : '';
  return (
    <p className="text-muted text-sm">
      <span>{[agreement, wait].filter(Boolean).join(' ') || 'An executor can release it at once.'}</span>{' '}
      <Link className="text-link inline-block py-1" to={`/vault/${id}/before-release`}>
        Before a release: a wait, or two who must agree
      </Link>
    </p>
  );
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

/** The files of a vault. The owner can open, play and download each of them, before and after the release. */
function FilesSection({ vaultId }: { vaultId: string }) {
  const query = useFiles(vaultId);
  const { data: files, error, refetch } = query;
  const links = useOwnLinks(query);
  return (
    <Section title="Files">
      {error && !files && <LoadFailure error={error} onRetry={refetch} />}
      {!files && !error && <Skeleton className="h-20" />}
      {files?.length === 0 && <p className="text-muted">This vault has no files.</p>}
      {files && files.length > 0 && <StoredFileList files={files} links={links} />}
    </Section>
  );
}

/** Lets the owner reopen the recipient's questions after too many wrong answers have locked them. */
function QuestionsNotice({ vault }: { vault: Vault }) {
  const reopening = useReopening(vault.id);
  if (reopening.data) return <ReopenedNotice hasReopened={reopening.data.reopened} />;
  if (!vault.questionsLocked) return null;
  return (
    <Notice
      title="The questions are closed"
      action={
        <Button isBusy={reopening.isPending} onClick={() => reopening.mutateOnce()}>
          Open the questions again
        </Button>
      }
    >
      There were too many wrong answers. If you open them again, we send the recipient an email with a new link.
    </Notice>
  );
}

/** An unpaid vault is deleted immediately. An activated vault can be restored for some days with an emailed link. */
function DeleteVault({ id, isUnpaid }: { id: string; isUnpaid: boolean }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useDeletion({ id, isUnpaid }, () => navigate('/', { replace: true }));
  const confirm = () => deletion.mutateOnce(undefined, { onError: () => setConfirming(false) });
  return (
    <div className="border-line border-t pt-6">
      <Button
        variant="quiet"
        size="compact"
        className="-mx-4 text-muted text-sm sm:-mx-6"
        onClick={() => setConfirming(true)}
      >
        Delete Vault
      </Button>
      <Confirmation
        isOpen={isConfirming}
        title="Delete this vault?"
        description={isUnpaid ? unpaidDeletionText : vaultDeletionText}
        no="Keep it"
        yes="Delete Vault"
        variant="danger"
        isBusy={deletion.isPending}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}

const unpaidDeletionText = 'We permanently delete its message and files now. This cannot be undone.';
const vaultDeletionText = `We hide it now, and nobody can release it. For ${ownerChangeDays} days you can restore it with the link in the email we send you, and it still counts towards your plan. After that, we permanently delete its message and files.`;
