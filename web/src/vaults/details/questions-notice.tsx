// Lets the owner reopen the recipient's questions after too many wrong answers have locked them.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useReopening } from '../use-vault.ts';

export function QuestionsNotice({ vault }: { vault: Vault }) {
  const reopening = useReopening(vault.id);
  const once = useOneAtATime();
  if (reopening.isSuccess)
    return (
      <Notice variant="success" title="The questions are open again" isAnnounced>
        A letter with a new link is on its way to the recipient.
      </Notice>
    );
  if (!vault.questionsLocked) return null;
  return (
    <Notice
      title="The questions are closed"
      action={
        <Button isBusy={reopening.isPending} onClick={() => once(() => reopening.mutateAsync())}>
          Open the questions again
        </Button>
      }
    >
      There were too many wrong answers. If you open them again, we send the recipient a letter with a new link.
    </Notice>
  );
}
