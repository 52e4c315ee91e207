// Asks whether a release is undone, by the link in the email about it. Nobody is signed out: nobody used the account for it.
import type { OwnerChange } from '@remembrance/contract/owner-changes.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CallError } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { FormPage } from '../people/forms/form-page.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeText } from './change-text.ts';

export interface Undo {
  putBack: boolean;
  changedMind?: true;
}

export interface UndoReleaseQuestionProps {
  change: OwnerChange;
  undo: Pick<UseMutationResult<{ isPutBack: boolean }, CallError, Undo>, 'error' | 'isPending' | 'variables'> & {
    mutateOnce: (undo: Undo) => void;
  };
}

export function UndoReleaseQuestion({ change, undo }: UndoReleaseQuestionProps) {
  const { happened, button } = changeText(change);
  return (
    <FormPage
      title="Undo the release?"
      lead={`On ${longDate(change.at)}, ${happened}`}
      otherwise="If it was right, just close this page. Opening it has not changed anything."
    >
      <div className="grid gap-5">
        {undo.error && (
          <Notice variant="danger" isAnnounced>
            {undo.error.detail}
          </Notice>
        )}
        <p>
          Its recipient has not yet opened it. If you undo the release, their link opens nothing, and the vault is
          active again. Executors keep their codes, and we email them. A release date that has come, or comes within a
          day, is removed.
        </p>
        <Button isWide isBusy={undo.isPending} onClick={() => undo.mutateOnce({ putBack: true, changedMind: true })}>
          {button}
        </Button>
        <p className="text-muted text-sm">{`This works until ${longDate(change.until)}, or until the recipient has opened the vault.`}</p>
      </div>
    </FormPage>
  );
}
