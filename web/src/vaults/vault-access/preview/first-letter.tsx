// The recipient's first step: our letter. The owner can have the real letters sent to their own mailbox.
import type { Preview } from '@remembrance/contract/previews.ts';
import { timeUntil } from '../../../lib/dates.ts';
import { product } from '../../../lib/product.ts';
import { AsWritten } from '../../../ui/as-written.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageShell } from '../../../ui/page/page-shell.tsx';
import { useRehearsal } from './use-preview.ts';

export function FirstLetter({ preview, onOpen }: { preview: Preview; onOpen: () => void }) {
  const { recipientName, id } = preview.vault;
  return (
    <PageShell title="It begins with a letter" width="text" actions={null}>
      <div className="grid gap-8">
        <p>
          When this vault is released, <AsWritten>{recipientName}</AsWritten> gets our letter ‘You Have a{' '}
          <AsWritten>{product.name}</AsWritten>’ at <AsWritten>{preview.recipientEmail}</AsWritten>. It says that you
          left something, who released it, how to open it, and that there is no hurry. It has one link.
        </p>
        <Button size="large" className="justify-self-start" onClick={onOpen}>
          Open the link
        </Button>
        <Rehearsal vaultId={id} recipientName={recipientName} />
      </div>
    </PageShell>
  );
}

function Rehearsal({ vaultId, recipientName }: { vaultId: string; recipientName: string }) {
  const rehearsal = useRehearsal(vaultId);
  const { refusal } = rehearsal;
  return (
    <Card className="grid gap-4">
      <h2 className="font-display text-title-sm">A rehearsal</h2>
      <p>
        We send you the real letters: the one your executor gets with the code, and the one{' '}
        <AsWritten>{recipientName}</AsWritten> gets at the release. Both go to your own mailbox alone. They are marked
        as a rehearsal, and nothing in them opens or releases anything.
      </p>
      {rehearsal.isSuccess ? (
        <Notice variant="success" title="The letters are on their way to you" isAnnounced>
          Please check your mailbox, and the spam folder too: if they are there, the real ones may land there as well.
        </Notice>
      ) : (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={rehearsal.isPending}
          onClick={() => rehearsal.send()}
        >
          Send me the letters
        </Button>
      )}
      {refusal && (
        <Notice variant="danger" isAnnounced>
          {`${refusal.sentence}${refusal.retryAt ? ` You can send them again at ${timeUntil(refusal.retryAt, new Date())}.` : ''}`}
        </Notice>
      )}
    </Card>
  );
}
