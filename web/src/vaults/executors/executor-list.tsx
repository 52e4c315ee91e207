// The executors of a vault, with the owner's actions: share the link, change or add an executor, send a new code.
import type { Executor } from '@remembrance/contract/executors.ts';
import { executorsPerVault } from '@remembrance/contract/limits.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { Share2 } from 'lucide';
import { useId, useState } from 'react';
import { shareLink } from '../../plans/share/share-link.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { AddExecutor, CorrectExecutor, type ExecutorVault, endsRequest } from './executor-form.tsx';
import { executorLink } from './executor-link.ts';
import { useExecutors, useReissue } from './use-executors.ts';

interface ExecutorListProps {
  vault: ExecutorVault & Pick<Vault, 'title' | 'scheduledReleaseDate'>;
  /** Executors cannot be changed once the vault is released. */
  isReleased: boolean;
  /** We send codes once the vault is paid for; before that there is none to replace. */
  hasCodes: boolean;
}

export function ExecutorList({ vault, isReleased, hasCodes }: ExecutorListProps) {
  const { data, error, refetch } = useExecutors(vault.id);
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-20" />;
  return (
    <FocusFallback shown={data.map(({ id }) => id).join()} label="Executors" className="grid gap-5">
      {data.length === 0 && <p className="text-muted">{noExecutorText(vault, isReleased)}</p>}
      {data.length > 0 && (
        <ul className="grid gap-6">
          {data.map((executor) => (
            <ExecutorRow
              key={executor.id}
              vault={vault}
              executor={executor}
              isReleased={isReleased}
              hasCodes={hasCodes}
            />
          ))}
        </ul>
      )}
      {data.length < executorsPerVault && !isReleased && (
        // Closes its form again once an executor was added.
        <AddExecutor key={data.length} vault={vault} isFirst={data.length === 0} />
      )}
    </FocusFallback>
  );
}

function ExecutorRow({ vault, executor, isReleased, hasCodes }: ExecutorListProps & { executor: Executor }) {
  // Every executor has buttons of the same names.
  const who = useId();
  return (
    <li className="grid gap-3">
      <ExecutorName id={who} executor={executor} isReleased={isReleased} />
      {!isReleased && (
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="secondary"
            aria-describedby={who}
            icon={<Icon of={Share2} className="size-5" />}
            onClick={() => void shareLink(executorLink(vault))}
          >
            Share link
          </Button>
          <Changes who={who} vault={vault} executor={executor} hasCodes={hasCodes} />
        </div>
      )}
    </li>
  );
}

function noExecutorText({ scheduledReleaseDate }: Pick<Vault, 'scheduledReleaseDate'>, isReleased: boolean): string {
  if (isReleased) return 'This vault had no executor.';
  return scheduledReleaseDate
    ? 'This vault has no executor. It is released on the date you chose.'
    : 'This vault has no executor.';
}

function ExecutorName({ id, executor, isReleased }: { id: string; executor: Executor; isReleased: boolean }) {
  const { name, email, secondEmail } = executor;
  return (
    <div id={id} className="min-w-0">
      {name && (
        <p className="font-semibold">
          <AsWritten>{name}</AsWritten>
        </p>
      )}
      <p className={name ? 'text-muted' : 'font-semibold'}>
        <AsWritten>{email}</AsWritten>
      </p>
      {secondEmail && (
        <p className="text-muted">
          <span>Second address: </span>
          <AsWritten>{secondEmail}</AsWritten>
        </p>
      )}
      {secondEmail === null && !isReleased && <p className="text-muted text-sm">No second address</p>}
    </div>
  );
}

interface ChangesProps {
  /** The element that names the executor. */
  who: string;
  vault: ExecutorVault;
  executor: Executor;
  hasCodes: boolean;
}

function Changes({ who, vault, executor, hasCodes }: ChangesProps) {
  const [open, setOpen] = useState<'correction' | 'new-code'>();
  const close = () => setOpen(undefined);
  const about = { executor, hasCodes, onClose: close };
  return (
    <>
      <Button variant="secondary" aria-describedby={who} onClick={() => setOpen('correction')}>
        Change executor
      </Button>
      {hasCodes && (
        <Button variant="secondary" aria-describedby={who} onClick={() => setOpen('new-code')}>
          Send a new code
        </Button>
      )}
      <CorrectExecutor {...about} vault={vault} isOpen={open === 'correction'} />
      <ReissueCode {...about} vault={vault} isOpen={open === 'new-code'} />
    </>
  );
}

interface ReissueCodeProps {
  vault: ExecutorVault;
  executor: Executor;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before an executor's code is replaced. */
function ReissueCode({ vault, executor, isOpen, onClose }: ReissueCodeProps) {
  const reissue = useReissue({ vaultId: vault.id, executor }, onClose);
  return (
    <Confirmation
      isOpen={isOpen}
      title="Send a new code?"
      description={`We send an email with a new access code to ${executor.email}. Their current code then stops working.${endsRequest(vault)}`}
      no="Cancel"
      yes="Send a new code"
      isBusy={reissue.isPending}
      onConfirm={() => reissue.mutateOnce()}
      onClose={onClose}
    />
  );
}
