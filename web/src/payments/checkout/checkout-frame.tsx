// The layout of the checkout: the plan's features on one side, the payment form on the other.
import type { ReactNode } from 'react';
import { priceText } from '../../lib/money.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Card, TickedList } from '../../ui/card.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { activationText, type CheckoutPlan, trialText } from './checkout-rules.ts';

interface CheckoutFrameProps {
  plan: CheckoutPlan;
  vaultTitle: string;
  /** Whether the first month is free, with a card or without one. */
  trial: 'with-card' | 'without-card' | undefined;
  children: ReactNode;
}

export function CheckoutFrame({ plan, vaultTitle, trial, children }: CheckoutFrameProps) {
  return (
    <PageShell title="Complete Your Purchase" lead={activationText(plan)}>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <section aria-labelledby="included">
          <p className="mb-5 font-semibold">
            <AsWritten>{vaultTitle}</AsWritten>
          </p>
          <h2 id="included" className="font-display text-title-sm">
            What's Included
          </h2>
          <TickedList lines={plan.features} className="mt-4" />
          {trial && (
            <div className="mt-6 grid gap-2 text-sm">
              <p className="text-muted">
                {`The first month is free: no charge today, then ${priceText(plan.price)}/month. Cancel anytime.`}
              </p>
              <p className="font-semibold">{trialText(plan, { now: new Date(), hasCard: trial === 'with-card' })}</p>
            </div>
          )}
        </section>
        <Card>{children}</Card>
      </div>
    </PageShell>
  );
}
