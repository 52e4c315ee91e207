// The billing page: the owner's plans, the next step of each, and every payment with its printable page.
import type { BilledPayment } from '@remembrance/contract/billing.ts';
import { shortDate } from '../../lib/dates.ts';
import { priceText } from '../../lib/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { Section } from '../../ui/section.tsx';
import { useCardDocument } from '../checkout/use-checkout.ts';
import { BilledPlanSection } from './billed-plan-section.tsx';
import { documentNameOf, paymentStates } from './billing-rules.ts';
import { useBilling } from './use-billing.ts';

export default function BillingPage() {
  useCardDocument();
  const { data, error, refetch } = useBilling();
  return (
    <PageShell title="Billing" lead="Your plans and payments. Even if a plan ends, its vaults can still be released.">
      {error ? (
        <LoadFailure title="Your billing could not be shown" error={error} onRetry={refetch} />
      ) : data ? (
        <>
          {data.plans.length === 0 && (
            <Notice title="No plan yet" action={<ButtonLink to="/create-vault">Create a vault</ButtonLink>}>
              You choose a plan when you create your first vault.
            </Notice>
          )}
          <FocusFallback label="Your plans" shown={data.plans.map(({ id, state }) => `${id} ${state}`).join()}>
            {data.plans.map((plan) => (
              <BilledPlanSection key={plan.id} plan={plan} />
            ))}
          </FocusFallback>
          {data.payments.length > 0 && <Payments payments={data.payments} />}
        </>
      ) : (
        <div role="status" className="grid gap-5">
          <span className="sr-only">Loading your billing</span>
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </PageShell>
  );
}

function Payments({ payments }: { payments: BilledPayment[] }) {
  return (
    <Section title="Payments" hint="Open a payment to print or save its receipt.">
      <ul className="rows rounded-card border border-line bg-surface">
        {payments.map(({ id, at, description, amount, state }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
            <div className="min-w-0">
              <p className="font-semibold">{description}</p>
              <p className="text-muted text-sm">{`${shortDate(at)}, ${paymentStates[state]}`}</p>
            </div>
            <p className="flex items-center gap-4">
              <span>{priceText(amount)}</span>
              <Link
                to={`/account/billing/${id}`}
                aria-label={`${documentNameOf({ state })} of ${shortDate(at)}, ${description}`}
                className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4"
              >
                {documentNameOf({ state })}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
