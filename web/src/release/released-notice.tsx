// A vault that was released before: since when, and the one thing that may still be needed of the executor.
import { longDate } from '../lib/dates.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type OpenedVault, useReopening } from './use-release.ts';

export function ReleasedNotice({ opened }: { opened: OpenedVault }) {
  const { releasedAt } = opened.summary;
  const { reopen, isBusy, hasReopened } = useReopening(opened);
  return (
    <div className="grid gap-4">
      <Notice title="Vault Already Released">Released on: {releasedAt ? longDate(releasedAt) : 'N/A'}</Notice>
      {hasReopened ? (
        <Notice variant="success" title="The questions are open again" isAnnounced>
          A letter with a fresh link is on its way to the recipient.
        </Notice>
      ) : (
        <div>
          <p className="text-muted text-sm">
            After many wrong answers the recipient's questions are closed. Opening them sends the recipient a fresh
            link.
          </p>
          <Button variant="quiet" className="-ms-6" isBusy={isBusy} onClick={reopen}>
            Open the questions again
          </Button>
        </div>
      )}
    </div>
  );
}
