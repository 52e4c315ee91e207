// The vault's status: a dot for each step, and what its plan means. All of it arrives with the vault, so the page does not move.
import { billingPath } from '@remembrance/contract/billing.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';
import { Link } from '../../ui/link.tsx';
import { planText } from '../status/release-ways.ts';
import { type StatusStep, statusSteps } from '../status/status-steps.ts';

export function StatusPanel({ vault }: { vault: Vault }) {
  // A plan that has ended or is paused is explained by the notice above.
  const plan = vault.paymentStatus === 'lapsed' ? '' : planText(vault);
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
