// The layout of the checkout: the plan's features on one side, the payment form on the other.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { priceText } from '../lib/money.ts';
import { Card } from '../ui/card.tsx';
import { PageShell } from '../ui/page-shell.tsx';
import { activationText, type CheckoutPlan } from './checkout-rules.ts';

interface CheckoutFrameProps {
  plan: CheckoutPlan;
  vaultTitle: string;
  hasTrial: boolean;
  children: ReactNode;
}

export function CheckoutFrame({ plan, vaultTitle, hasTrial, children }: CheckoutFrameProps) {
  return (
    <PageShell title="Complete Your Purchase" lead={activationText(plan)}>
      <div className="grid items-start gap-8 md:grid-cols-2">
        <section aria-labelledby="included">
          <p className="mb-5 font-semibold">
            <bdi>{vaultTitle}</bdi>
          </p>
          <h2 id="included" className="font-display text-title-sm">
            What's Included
          </h2>
          <ul className="mt-4 grid gap-2.5">
            {plan.features.map((feature) => (
              <li key={feature} className="flex gap-2.5">
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-sage" strokeWidth={1.75} />
                {feature}
              </li>
            ))}
          </ul>
          {hasTrial && (
            <p className="mt-6 text-muted text-sm">
              The first month is free: no charge today, then {priceText(plan.price)}/month. Cancel anytime.
            </p>
          )}
        </section>
        <Card>{children}</Card>
      </div>
    </PageShell>
  );
}
