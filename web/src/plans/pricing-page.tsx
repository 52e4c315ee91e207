// The plans and what they cost, in two tabs. The one-time plans are first; with the offer, they say where the free month is.
import { freeMonthText, type PlanType } from '@remembrance/contract/plan-catalogue.ts';
import { showPlaces } from '@remembrance/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from '../lib/location.tsx';
import { priceText } from '../lib/money.ts';
import { hasTrialPromo, withPromo } from '../lib/promo.ts';
import { acceptsUnauthorized, queryOf } from '../lib/query-client.ts';
import { useUser } from '../people/sessions/use-user.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Badge, TickedList } from '../ui/card.tsx';
import type { Elements } from '../ui/elements.ts';
import { Notice, useRetryWhenOnline } from '../ui/notice.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { OfferedPlan } from './offered-plan.ts';
import { freeMonthEnd } from './own-places.ts';
import { usePlans } from './use-plans.ts';

export default function PricingPage() {
  const hasOffer = hasTrialPromo(useSearch());
  const [chosen, setChosen] = useState<PlanType>();
  const { data: plans, isPending, isError, isFetching, refetch } = usePlans();
  const trial = useTrial();
  useRetryWhenOnline(isError ? refetch : undefined);
  const panelOf = (type: PlanType, note?: Elements) => (
    <PlanCards
      plans={plans?.filter((plan) => plan.planType === type)}
      isLoading={isPending}
      trial={trial}
      note={note}
    />
  );
  return (
    <PageShell title="Choose Your Plan" lead="Secure your legacy with a plan that fits your needs" isCentered>
      {isError && (
        <p className="mb-8 text-center">
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Tabs
        label="Ways to pay"
        value={chosen ?? 'one_time'}
        onChange={setChosen}
        tabs={[
          {
            value: 'one_time',
            label: 'One-Time Payment',
            panel: panelOf(
              'one_time',
              hasOffer && trial === 'left' && <OfferNote onShow={() => setChosen('subscription')} />,
            ),
          },
          {
            value: 'subscription',
            label: 'Monthly Subscription',
            panel: panelOf('subscription', <TrialNote hasOffer={hasOffer} trial={trial} />),
          },
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
  trial: Trial;
  note: Elements;
}

// The loading state is as tall as the cards, so that nothing below them moves.
function PlanCards({ plans = [], isLoading, trial, note }: PlanCardsProps) {
  return (
    <div className="min-h-[57.75rem] md:min-h-[30rem]">
      {isLoading ? (
        <p role="status" className="pt-16 text-center text-muted">
          Loading pricing options...
        </p>
      ) : (
        <div className="grid gap-6">
          {note}
          <ul className="grid gap-6 md:grid-cols-2">
            {plans.map((plan) => (
              <li key={plan.name}>
                <PlanCard plan={plan} hasTrial={trial !== 'used'} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface TrialNoteProps {
  /** Whether the visitor followed the offer of a month without a card. */
  hasOffer: boolean;
  trial: Trial;
}

/** What the free month means for this visitor, above the monthly plans: how long nothing is charged, or that it was used. */
function TrialNote({ hasOffer, trial }: TrialNoteProps) {
  if (trial === 'used')
    return (
      <Notice title="You have had your free month">
        Each owner gets one free month. A monthly plan now starts with its first payment.
      </Notice>
    );
  if (!hasOffer || trial === 'unknown') return null;
  return (
    <Notice variant="success" title="Your free month">
      {freeMonthText(freeMonthEnd(new Date()))}
    </Notice>
  );
}

/** Above the one-time plans, for a visitor who followed the offer. */
const OfferNote = ({ onShow }: { onShow: () => void }) => (
  <Notice
    title="Your free month"
    action={
      <Button variant="secondary" size="compact" onClick={onShow}>
        Show the monthly plans
      </Button>
    }
  >
    It is for the monthly plans.
  </Notice>
);

type Trial = 'unknown' | 'left' | 'used';

/** Each owner has one free month; a visitor without an account has not used it yet. */
function useTrial(): Trial {
  const { status } = useUser();
  const { data, isError } = useQuery({
    ...queryOf(showPlaces),
    enabled: status === 'signed-in',
    meta: acceptsUnauthorized,
  });
  if (data) return data.trialUsed ? 'used' : 'left';
  return status === 'signed-out' || status === 'failed' || isError ? 'left' : 'unknown';
}

interface PlanCardProps {
  plan: OfferedPlan;
  /** Whether a monthly plan starts with a free month. */
  hasTrial: boolean;
}

function PlanCard({ plan, hasTrial }: PlanCardProps) {
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
