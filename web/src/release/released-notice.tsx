// Shown for a vault that is already released: when it was, and a button to reopen the recipient's questions.
import { longDate } from '../lib/dates.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { type OpenedVault, useReopening } from './use-release.ts';

export function ReleasedNotice({ opened }: { opened: OpenedVault }) {
  const { releasedAt } = opened.summary;
  const { reopen, isBusy, hasReopened } = useReopening(opened);
  return (
    <div className="grid gap-4">
      <Notice title="Vault Already Released">{`Released on: ${releasedAt ? longDate(releasedAt) : 'N/A'}`}</Notice>
      {hasReopened ? (
        <Notice variant="success" title="The questions are open again" isAnnounced>
          A letter with a new link is on its way to the recipient.
        </Notice>
      ) : (
        <div>
          <p className="text-muted text-sm">
            If the recipient gave too many wrong answers, their questions are closed. If you open them again, we send
            the recipient a new link.
          </p>
          <Button variant="quiet" className="-ms-6" isBusy={isBusy} onClick={reopen}>
            Open the questions again
          </Button>
        </div>
      )}
    </div>
  );
}
