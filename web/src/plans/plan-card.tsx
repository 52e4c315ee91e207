// One plan: its price, its features, and a button to create a vault with it.
import { useSearch } from '../lib/location.tsx';
import { priceText } from '../lib/money.ts';
import { withPromo } from '../lib/promo.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Badge, TickedList } from '../ui/card.tsx';
import type { OfferedPlan } from './offered-plan.ts';

interface PlanCardProps {
  plan: OfferedPlan;
  /** Whether a monthly plan starts with a free month. */
  hasTrial: boolean;
}

export function PlanCard({ plan, hasTrial }: PlanCardProps) {
  const search = useSearch();
  const isSubscription = plan.planType === 'subscription';
  const createPath = withPromo(`/create-vault?plan=${encodeURIComponent(plan.name)}`, search);
  return (
    <article
      aria-label={plan.displayName}
      className={`flex h-full flex-col rounded-card border bg-surface p-6 sm:p-8 ${plan.isRecommended ? 'border-brass ring-1 ring-brass' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="font-display text-title">{plan.displayName}</h2>
        {plan.isRecommended && <Badge variant="accent">Recommended</Badge>}
        {isSubscription && hasTrial && <Badge variant="accent">First Month FREE</Badge>}
      </div>
      <p className="mt-4 text-muted">
        <span className="font-display text-heading text-ink">{priceText(plan.price)}</span>{' '}
        <span>{isSubscription ? (hasTrial ? '/month after trial' : '/month') : 'one-time'}</span>
      </p>
      {isSubscription && hasTrial && (
        <p className="text-muted text-sm">{`Then ${priceText(plan.price)}/month, cancel anytime`}</p>
      )}
      {plan.description && <p className="mt-4 text-muted">{plan.description}</p>}
      <TickedList lines={plan.features} className="mt-5 mb-8" />
      <ButtonLink to={createPath} variant={plan.isRecommended ? 'primary' : 'secondary'} isWide className="mt-auto">
        Get Started
        <span className="sr-only">{` with ${plan.displayName}`}</span>
      </ButtonLink>
    </article>
  );
}
