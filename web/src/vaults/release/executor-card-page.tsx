// The card an executor can print. This browser draws it from the fragment of the letter's link, which is neither sent nor stored, so
// after a reload the executor has to open the link again.
import { type ExecutorCard, readCard } from '@remembrance/contract/executor-card.ts';
import { Printer } from 'lucide';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { SupportLink } from '../../ui/support-link.tsx';
import { CardSheet, WalletCard } from './card-sheets.tsx';
import { useFragment } from './use-fragment.ts';

export default function ExecutorCardPage() {
  const [card, setCard] = useState<ExecutorCard | null>(null);
  useFragment((fragment) => setCard(readCard(fragment)));
  return card ? <PrintableCard card={card} /> : <NoCard />;
}

function PrintableCard({ card }: { card: ExecutorCard }) {
  return (
    <PageShell title={<span className="on-screen-only">A card to print</span>} width="text">
      <p className="on-screen-only -mt-6 mb-8 text-muted">
        Print one card for your papers and one for your wallet. We did not store this card.
      </p>
      <div className="on-screen-only mb-8 flex flex-wrap items-center gap-3">
        <Button icon={<Icon of={Printer} className="size-5" />} onClick={() => window.print()}>
          Print the card
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-muted text-sm">
          Please print it at home. A shared computer may keep a copy of what you print.
        </p>
      </div>
      <div className="grid grid-cols-1 justify-items-start gap-8 print:block">
        <CardSheet card={card} />
        <WalletCard card={card} />
      </div>
    </PageShell>
  );
}

function NoCard() {
  return (
    <PageShell
      title="There is no card here"
      lead="Please open the link in our email again. The card is not stored, so that nobody who uses this browser after you finds your code."
      width="text"
    >
      <p>
        If the link does not open the card, your code is also written in the email. Questions: <SupportLink />
      </p>
      <ButtonLink className="mt-6" variant="secondary" to="/executor-access">
        Enter a code
      </ButtonLink>
    </PageShell>
  );
}
