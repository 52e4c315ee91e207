// The vault's status: a dot for each step, what its plan means, and what to ask an executor who has not confirmed our email. All of it arrives with the vault, so the
// page does not move.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { shortDate } from '../../lib/dates.ts';
import { product } from '../../lib/product.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { planText, unconfirmed } from '../status/release-ways.ts';
import { type StatusStep, statusSteps } from '../status/vault-overview.ts';

export function StatusPanel({ vault }: { vault: Vault }) {
  // A plan that has ended or is paused is explained by the notice above.
  const plan = vault.paymentStatus === 'lapsed' ? '' : planText(vault);
  const [executor, ...others] = unconfirmed(vault);
  return (
    <section aria-labelledby="status" className="engraved-plate px-6 py-6 sm:px-8">
      <h2 id="status" className="font-display text-title-sm">
        Status
      </h2>
      <ol className="mt-4 grid gap-4">
        {statusSteps(vault).map((step) => (
          <Step key={step.text} step={step} />
        ))}
      </ol>
      <p className="mt-5 text-muted text-sm">
        {plan && <span>{`${plan} `}</span>}
        {plan && (
          <Link to={billingPath} className="text-link">
            Billing
          </Link>
        )}
        {vault.verifiedAt && (
          <span className="block">
            {`Last checked ${shortDate(vault.verifiedAt)}: the message and every file are complete.`}
          </span>
        )}
      </p>
      {executor && (
        <AskExecutor recipientName={vault.recipientName} executor={others.length > 0 ? 'your executors' : executor} />
      )}
    </section>
  );
}

function Step({ step: { text, facts, isDone, isTrouble = false } }: { step: StatusStep }) {
  const tint = isTrouble ? 'border-garnet' : 'border-brass';
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={`mt-1.5 size-3.5 shrink-0 rounded-full border-2 ${tint} ${isDone && !isTrouble ? 'bg-brass' : ''}`}
      />
      <span className="min-w-0">
        <span className={`block font-semibold ${isTrouble ? 'text-garnet' : ''}`}>
          <bdi>{text}</bdi>
        </span>
        {facts.length > 0 && (
          <span className="block text-muted text-sm">
            <bdi>{facts.join(' · ')}</bdi>
          </span>
        )}
      </span>
    </li>
  );
}

/** A collapsed message that the owner can send to the executor, asking them to confirm our email. It never contains the code. */
function AskExecutor({ recipientName, executor }: { recipientName: string; executor: string }) {
  const [result, setResult] = useState('');
  const words = wordsForExecutor(recipientName);
  const canShare = typeof navigator.share === 'function';
  const send = async () => setResult(await shareOrCopy(words));
  return (
    <details className="mt-4">
      <summary className="min-h-11 content-center font-semibold">
        Ask <AsWritten>{executor}</AsWritten>
      </summary>
      <p className="mt-2 rounded-field border border-line bg-surface px-4 py-3 text-sm">{words}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="compact" onClick={() => void send()}>
          {canShare ? 'Share' : 'Copy'}
        </Button>
        <p role="status" className="text-muted text-sm">
          {result}
        </p>
      </div>
    </details>
  );
}

const wordsForExecutor = (recipientName: string): string =>
  `I have created a vault for ${recipientName} with ${product.name}, and I trust you to release it when the time comes. ` +
  `${product.name} has sent you an email with a code. To find it, search your mail for “${product.name}” and “executor”. ` +
  'Please press “I have it” in that email, so that I know it arrived. It releases nothing. Then keep it somewhere safe, and do not share the code.';

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
    return isClosed ? '' : 'Please select and copy the text above.';
  }
}
