// Stands on a vault that was just kept until it is put away: what was sent to whom, what to tell the executor, the receipt and
// the preview.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { useExecutors } from '../../executors/use-executors.ts';
import { useLocation } from '../../lib/location.tsx';
import { product } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PreviewLink } from '../preview-link.tsx';
import { putAway, readKeptNote } from './kept-notes.ts';
import { isKept, isLatelyWritten, moneySentence, whatWasSent, wordsForExecutor } from './kept-rules.ts';

export function KeptPanel({ vault }: { vault: Vault }) {
  const { state } = useLocation();
  const { data: executors } = useExecutors(vault.id);
  const [note, setNote] = useState(() => readKeptNote(vault.id));
  const isNew = note.at !== undefined || isKeptState(state) || isLatelyWritten(executors ?? [], new Date());
  if (!isKept(vault) || note.isAway || !isNew || !executors) return null;
  const close = () => {
    putAway(vault.id);
    // The pressed button goes with the panel.
    document.querySelector('h1')?.focus({ preventScroll: true });
    setNote({ isAway: true, at: undefined });
  };
  return (
    <section aria-labelledby="kept" className="rounded-card border border-sage/40 bg-sage/8 p-5 sm:p-7">
      <h2 id="kept" className="font-display text-title">
        This vault is kept
      </h2>
      <ul className="mt-3 grid gap-1.5">
        {whatWasSent(vault, executors).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {executors.length > 0 && <ForExecutor recipientName={vault.recipientName} />}
      <p className="mt-5">
        <span>{`${moneySentence(vault)} `}</span>
        <Link to={billingPath} className="text-link">
          Billing
        </Link>
        .
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <PreviewLink vault={vault} size="compact" />
        <Button variant="secondary" size="compact" onClick={close}>
          Put this away
        </Button>
      </div>
    </section>
  );
}

/** The checkout says so in the history, where storage is denied. */
const isKeptState = (state: unknown): boolean => (state as { isKept?: boolean } | null)?.isKept === true;

function ForExecutor({ recipientName }: { recipientName: string }) {
  const [result, setResult] = useState('');
  const words = wordsForExecutor({ recipientName, productName: product.name, publicUrl: product.publicUrl });
  const send = async () => setResult(await shareOrCopy(words));
  return (
    <div className="mt-5">
      <h3 className="font-semibold">Tell your executor that it is coming</h3>
      <p className="mt-2 rounded-field border border-line bg-surface px-4 py-3 text-sm">{words}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="compact" onClick={() => void send()}>
          Send these words
        </Button>
        <p role="status" className="text-muted text-sm">
          {result}
        </p>
      </div>
    </div>
  );
}

/** @returns what to say about it */
async function shareOrCopy(text: string): Promise<string> {
  try {
    if (navigator.share) {
      await navigator.share({ text });
      return '';
    }
    await navigator.clipboard.writeText(text);
    return 'Copied. You can paste it into a message.';
  } catch (error) {
    const isClosed = error instanceof Error && error.name === 'AbortError';
    return isClosed ? '' : 'Please select and copy the words above.';
  }
}
