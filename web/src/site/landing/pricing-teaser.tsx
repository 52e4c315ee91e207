// The prices in two columns, with a link to the pricing page.
import { type PlanType, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { Check } from 'lucide';
import { priceText } from '../../lib/money.ts';
import { usePromoPath } from '../../lib/promo.ts';
import { lowestPrice, plansOf } from '../../plans/lowest-price.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export function PricingTeaser() {
  const promoPath = usePromoPath();
  return (
    <section aria-labelledby="teaser-title" className="border-line border-y bg-vellum">
      <div className="mx-auto grid max-w-shell items-center gap-10 px-5 py-20 sm:px-8 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 id="teaser-title" className="max-w-[16ch] font-display text-heading">
            Keep one thing safe, or keep writing.
          </h2>
          <p className="mt-5 max-w-[46ch] text-muted">
            Pay once for a vault that stays as you left it, or monthly for a vault that you can keep rewriting. Your
            first month of a monthly plan is free.
          </p>
          <ButtonLink className="mt-7" to={promoPath('/pricing')}>
            View Full Pricing Details
          </ButtonLink>
        </div>
        <div className="grid rounded-card border border-line bg-surface sm:grid-cols-2">
          <Offer
            planType="one_time"
            title="One-Time Payment"
            period="one-time"
            points={['1 or 2 vaults', '5 files in each', `${editsOf('one_time')} edit per vault`]}
          />
          <Offer
            planType="subscription"
            title="Monthly Subscription"
            period="/month after trial"
            points={['First month FREE', '5 files in each', `${editsOf('subscription')} edits`]}
          />
        </div>
      </div>
    </section>
  );
}

interface OfferProps {
  planType: PlanType;
  title: string;
  period: string;
  points: readonly string[];
}

function Offer({ planType, title, period, points }: OfferProps) {
  return (
    <div className="border-line p-6 not-first:border-t sm:p-8 sm:not-first:border-s sm:not-first:border-t-0">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-5 text-muted">
        from <span className="mt-1 block font-display text-heading text-ink">{priceText(lowestPrice(planType))}</span>{' '}
        <span>{period}</span>
      </p>
      <ul className="mt-5 grid gap-2.5">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon of={Check} className="mt-[0.125rem] size-[1.25rem] shrink-0 text-sage" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const editsOf = (planType: PlanType): string => {
  const edits = plansOf(planType)[0]?.editsAllowed;
  return edits === unlimited ? 'Unlimited' : String(edits);
};
