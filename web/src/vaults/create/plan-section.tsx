// The choice of the plan. It is stored in the address, so that it survives a reload and signing in.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { priceText } from '../../lib/money.ts';
import { type OfferedPlan, offeredPlan } from '../../plans/offered-plan.ts';
import { usePlans } from '../../plans/use-plans.ts';
import { Badge, Skeleton } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Section } from '../../ui/section.tsx';
import type { SectionProps } from './text-sections.tsx';

interface PlanSectionProps extends SectionProps {
  onPlan: (name: string) => void;
}

/** Shown when the plans cannot be loaded. The service decides the price in any case. */
const knownPlans = planCatalogue.map((plan) => offeredPlan({ ...plan, id: plan.name }));

export function PlanSection({ form: { register, formState }, onPlan }: PlanSectionProps) {
  const { data, isPending } = usePlans();
  return (
    <Section title="Plan" hint="You pay when everything is ready, on the next page.">
      {isPending ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {knownPlans.map((plan) => (
            <Skeleton key={plan.name} className="h-56 rounded-card" />
          ))}
        </div>
      ) : (
        <RadioCards
          legend="Plan"
          isLegendHidden
          {...register('planType', { onChange: (event) => onPlan(event.target.value) })}
          cards={(data ?? knownPlans).map((plan) => ({
            value: plan.name,
            name: plan.displayName,
            content: <PlanFacts plan={plan} />,
          }))}
          error={formState.errors.planType?.message}
        />
      )}
    </Section>
  );
}

function PlanFacts({ plan }: { plan: OfferedPlan }) {
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        {plan.displayName}
        {plan.isRecommended && <Badge variant="accent">Popular</Badge>}
      </span>
      <span className="mt-1 block">
        <span className="font-display text-title">{priceText(plan.price)}</span>{' '}
        <span className="text-muted">{plan.planType === 'subscription' ? '/month' : 'one-time'}</span>
      </span>
      <span className="mt-1 block text-muted text-sm">{plan.description}</span>
      <ul className="mt-3 list-disc ps-5 text-muted text-sm marker:text-brass">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  );
}
