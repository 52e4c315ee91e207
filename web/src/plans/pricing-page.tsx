// The plans and what they cost, in two tabs.
import type { PlanType } from '@remembrance/contract/plan-catalogue.ts';
import { useState } from 'react';
import { PageShell } from '../ui/page-shell.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { OfferedPlan } from './offered-plan.ts';
import { PlanCard } from './plan-card.tsx';
import { usePlans } from './use-plans.ts';

export default function PricingPage() {
  const [planType, setPlanType] = useState<PlanType>('one_time');
  const { data: plans, isPending } = usePlans();
  const panelOf = (type: PlanType) => (
    <PlanCards plans={plans?.filter((plan) => plan.planType === type)} isLoading={isPending} />
  );
  return (
    <PageShell title="Choose Your Plan" lead="Secure your legacy with a plan that fits your needs" isCentered>
      <Tabs
        label="Ways to pay"
        value={planType}
        onChange={setPlanType}
        tabs={[
          { value: 'one_time', label: 'One-Time Payment', panel: panelOf('one_time') },
          { value: 'subscription', label: 'Monthly Subscription', panel: panelOf('subscription') },
        ]}
      />
      <p className="mt-12 text-center text-muted">
        Secure payment processing • Cancel subscription anytime • Instant access
      </p>
    </PageShell>
  );
}

interface PlanCardsProps {
  plans: OfferedPlan[] | undefined;
  isLoading: boolean;
}

// The loading state is as tall as the cards, so that nothing below them moves.
function PlanCards({ plans = [], isLoading }: PlanCardsProps) {
  return (
    <div className="min-h-[57.75rem] md:min-h-[30rem]">
      {isLoading ? (
        <p role="status" className="pt-16 text-center text-muted">
          Loading pricing options...
        </p>
      ) : (
        <ul className="grid gap-6 md:grid-cols-2">
          {plans.map((plan) => (
            <li key={plan.name}>
              <PlanCard plan={plan} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
