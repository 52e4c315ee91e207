// The two forms of an executor's card: a sheet for a folder and a bank-sized card. Both fit on one page of A4 or Letter, and print dark
// on white in every colour scheme.
import { codePath, type ExecutorCard, writeCodeLink } from '@remembrance/contract/executor-card.ts';
import { longDay } from '../../lib/dates.ts';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { Fact } from './vault-summary-card.tsx';

const page = (): string => `${product.publicUrl}${codePath}`;
const codeLink = ({ code }: ExecutorCard): string => writeCodeLink(product.publicUrl, code);

/** A line breaks between two groups, first in the middle, so that every group stays whole. */
function Code({ code }: { code: string }) {
  const groups = code.match(/[^-]+-?/gu) ?? [];
  const middle = Math.ceil(groups.length / 2);
  return (
    <>
      {[groups.slice(0, middle), groups.slice(middle)].map((half) => (
        <span key={half.join('')} className="inline-block max-w-full">
          {half.map((group) => (
            <span key={group} className="inline-block">
              {group}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

export function CardSheet({ card }: { card: ExecutorCard }) {
  return (
    <article aria-label="For your papers" className="letter-sheet grid gap-6 print:gap-[6mm]">
      <header className="flex flex-wrap items-center gap-5">
        <Seal vaultId={card.vault} size={104} label="The seal of this vault" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold text-brass text-sm">
            <AsWritten>{product.name}</AsWritten> · Executor’s card
          </p>
          <h2 className="mt-1 font-display text-title">
            <AsWritten>{card.owner}</AsWritten>’s vault
          </h2>
          <p className="text-muted">
            <AsWritten>{card.title}</AsWritten>
          </p>
        </div>
      </header>
      <p>
        When <AsWritten>{card.owner}</AsWritten> has died, or at the moment the two of you have agreed on, open this
        page and enter the code. It shows the same seal. Nothing happens until you confirm.
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <QrCode text={codeLink(card)} label="A QR code that opens the page with your code" className="size-36" />
        <dl className="grid min-w-0 flex-1 basis-56 gap-3">
          <Fact name="Page">
            <AsWritten>{page()}</AsWritten>
          </Fact>
          <Fact name="Access code">
            <AsWritten className="font-semibold text-lg tracking-wide">
              <Code code={card.code} />
            </AsWritten>
          </Fact>
          <Fact name="Card">
            <span>{`Number ${card.number}, ${longDay(card.date)}`}</span>
          </Fact>
        </dl>
      </div>
      <div className="grid gap-2 text-muted text-sm">
        <p>
          A newer code replaces this one. If you have an email or a card with a higher number, please destroy this card.
        </p>
        <p className="wrap-anywhere">
          Anyone who has the code can release the vault. We never ask for it. The guide explains when and how to use it:{' '}
          <AsWritten>{`${product.publicUrl}/executor-guide`}</AsWritten>
        </p>
        <p className="wrap-anywhere">
          If you lose this card, we send the code again to your email address:{' '}
          <AsWritten>{`${product.publicUrl}/send-again`}</AsWritten>
        </p>
      </div>
    </article>
  );
}

export function WalletCard({ card }: { card: ExecutorCard }) {
  return (
    <article
      aria-label="For your wallet"
      className="grid min-h-[54mm] w-[85.6mm] max-w-full content-between gap-[2mm] break-inside-avoid rounded-[3mm] border border-control border-dashed bg-surface p-[4mm] text-[7.5pt] leading-snug print:mt-[8mm]"
    >
      <div className="flex items-center gap-[3mm]">
        <Seal vaultId={card.vault} size={56} label="The seal of this vault" />
        <div className="wrap-anywhere min-w-0">
          <p className="text-brass">
            <AsWritten>{product.name}</AsWritten> · Executor’s card
          </p>
          <p className="line-clamp-2 font-display text-[12pt] leading-tight">
            <AsWritten>{card.owner}</AsWritten>’s vault
          </p>
          <p className="line-clamp-2 text-muted">
            <AsWritten>{card.title}</AsWritten>
          </p>
        </div>
      </div>
      <div className="flex items-center gap-[3mm]">
        <QrCode
          text={codeLink(card)}
          label="A QR code that opens the page with your code"
          className="size-[23mm] shrink-0"
        />
        <div className="wrap-anywhere min-w-0">
          <p className="font-semibold text-[9pt] tracking-wide" translate="no">
            <Code code={card.code} />
          </p>
          <p translate="no">{page()}</p>
          <p className="mt-[1.5mm] text-muted">{`Number ${card.number}, ${longDay(card.date)}`}</p>
        </div>
      </div>
    </article>
  );
}
