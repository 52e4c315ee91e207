// A sheet that an executor prints and hands to the recipient: who wrote, what it is, and how to get the link. It has no link of its own, code
// or answer: anyone who finds it can only ask us to write to the recipient's mailbox (decision 234).
import type { VaultSummary } from '@remembrance/contract/release.ts';
import { Printer } from 'lucide';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { Fact } from './vault-summary-card.tsx';

export interface HandoverSheetProps {
  summary: VaultSummary;
  onClose: () => void;
}

const page = (): string => `${product.publicUrl}/send-again`;

export default function HandoverSheet({ summary, onClose }: HandoverSheetProps) {
  const { id, ownerName, recipientName, recipientEmail, followUp } = summary;
  return (
    <div className="grid gap-8">
      <div className="on-screen-only flex flex-wrap gap-3">
        <Button icon={<Icon of={Printer} className="size-5" />} onClick={() => window.print()}>
          Print the sheet
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
      <article aria-label="For the recipient" className="letter-sheet grid gap-6 print:gap-[7mm]">
        <header className="flex flex-wrap items-center gap-5">
          <Seal vaultId={id} size={104} label="The seal of this vault" />
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold text-brass text-sm">
              <AsWritten>{product.name}</AsWritten>
            </p>
            <h2 className="mt-1 font-display text-title">
              <span>For </span>
              <AsWritten>{recipientName}</AsWritten>
            </h2>
            <p className="text-muted">
              <span>from </span>
              <AsWritten>{ownerName}</AsWritten>
            </p>
          </div>
        </header>
        <p>
          <AsWritten>{ownerName}</AsWritten>
          <span>
            {' '}
            has left something for you: a message, and any files added to it. We have written to you by email, with the
            subject “
          </span>
          <AsWritten>{`You Have a ${product.name}`}</AsWritten>
          <span>”. It may be among your spam.</span>
        </p>
        <div className="flex flex-wrap items-center gap-6">
          <QrCode text={page()} label="A QR code that opens the page for a new email" className="size-36" />
          <ol className="grid min-w-0 flex-1 basis-56 list-decimal gap-2 ps-5">
            <li>
              <span>Open this page: </span>
              <AsWritten className="wrap-anywhere font-semibold">{page()}</AsWritten>
            </li>
            <li>Enter the address below. We then send you a new email with a link.</li>
            <li>
              <span>Open the link. The page asks for the same address and for answers that </span>
              <AsWritten>{ownerName}</AsWritten>
              <span> chose for you.</span>
            </li>
          </ol>
        </div>
        <dl>
          <Fact name="Your address">
            <AsWritten className="font-semibold print:text-lg sm:text-lg">{recipientEmail}</AsWritten>
          </Fact>
        </dl>
        <div className="grid gap-2 text-muted text-sm">
          <p>There is no hurry. It costs nothing, and we never ask for money, a card number or a password.</p>
          <p className="wrap-anywhere">
            <span>
              {followUp?.correction
                ? 'If you no longer use this address, please write to us at '
                : 'If you no longer use this address, tell the person who gave you this sheet: they may be able to correct it. Questions: '}
            </span>
            <AsWritten>{product.supportEmail}</AsWritten>
          </p>
        </div>
      </article>
    </div>
  );
}
