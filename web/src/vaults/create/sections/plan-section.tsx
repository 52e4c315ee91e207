// The plan of the new vault: one line with its next cost, and the plan cards, which are folded at first on a screen narrower than 1024 px.
// It is stored in the address, so that it survives a reload and a sign-in.
import { billingPath } from '@remembrance/contract/billing.ts';
import { useEffect, useRef, useState } from 'react';
import { useMedia } from '../../../lib/browser/media.ts';
import { priceText } from '../../../lib/money.ts';
import type { OfferedPlan } from '../../../plans/offered-plan.ts';
import type { PlanStatus } from '../../../plans/own-places.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/card.tsx';
import { RadioCards } from '../../../ui/fields/choice.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { FormSectionProps } from './text-sections.tsx';
import type { PlanChoice, PlanField } from './use-plan-choice.ts';

interface PlanSectionProps extends FormSectionProps {
  choice: PlanChoice;
  onPlan: (name: string) => void;
}

export function PlanSection({ form, choice, onPlan }: PlanSectionProps) {
  const { plans, statusOf, chosen } = choice;
  const { plan, status } = chosen;
  const isWide = useMedia('(width >= 64rem)');
  const [isChoosing, setChoosing] = useState<boolean>();
  const place = useRef<HTMLElement>(null);
  const error = form.formState.errors.planType?.message;
  const isOpen = (isChoosing ?? isWide) || !plan || error !== undefined;
  const choose = (to: string) => {
    form.setValue('planType', to as PlanField, { shouldDirty: true, shouldValidate: error !== undefined });
    onPlan(to);
  };
  const fold = () => {
    form.clearErrors('planType');
    setChoosing(false);
  };
  useFocusAfterChange(place, { isOpen, isWide });
  return (
    <section
      ref={place}
      aria-labelledby="chosen-plan"
      className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-vellum p-4 sm:mb-8 sm:p-5"
    >
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {/* So narrow that the button stays beside it on a phone, in any font. */}
          <h2 id="chosen-plan" className="min-w-0 flex-1 basis-32 font-semibold">
            {plan ? `Plan: ${plan.displayName}, ${priceOf(plan)}` : 'Choose a plan'}
          </h2>
          {isOpen ? (
            plan && (
              <Button variant="secondary" size="compact" aria-label="Done with the plan" onClick={fold}>
                Done
              </Button>
            )
          ) : (
            <Button variant="secondary" size="compact" aria-label="Change the plan" onClick={() => setChoosing(true)}>
              Change
            </Button>
          )}
        </div>
        {status && <p className="text-muted text-sm">{status.text}</p>}
      </div>
      {plan && status?.kind === 'full' && <FullPlan plan={plan} plans={plans} status={status} onChoose={choose} />}
      {isOpen && (
        <RadioCards
          legend="Plan"
          isLegendHidden
          {...form.register('planType', { onChange: (event) => onPlan(event.target.value) })}
          cards={plans.map((offered) => ({
            value: offered.name,
            name: offered.displayName,
            content: <PlanFacts plan={offered} status={statusOf(offered)} />,
          }))}
          error={error}
        />
      )}
    </section>
  );
}

interface Shown {
  isOpen: boolean;
  isWide: boolean;
}

/** Opening moves the focus to the chosen card, folding to the button that opens. A new width of the window moves nothing. */
function useFocusAfterChange(place: { readonly current: HTMLElement | null }, { isOpen, isWide }: Shown): void {
  const last = useRef({ isOpen, isWide });
  useEffect(() => {
    const before = last.current;
    last.current = { isOpen, isWide };
    if (before.isOpen === isOpen || before.isWide !== isWide) return;
    place.current?.querySelector<HTMLElement>(isOpen ? 'input:checked' : 'button')?.focus();
  }, [isOpen, isWide, place]);
}

interface FullPlanProps {
  plan: OfferedPlan;
  plans: readonly OfferedPlan[];
  status: PlanStatus;
  onChoose: (name: string) => void;
}

/** Shown before anything is written: the plan is full, and which plans have room. */
function FullPlan({ plan, plans, status, onChoose }: FullPlanProps) {
  const roomier = plans.find(({ name }) => name === status.instead);
  return (
    <Notice
      title={`${plan.displayName} has no room for another vault`}
      action={
        roomier && (
          <Button onClick={() => onChoose(roomier.name)}>{`Use ${roomier.displayName}, ${priceOf(roomier)}`}</Button>
        )
      }
    >
      <span>
        {roomier
          ? `${roomier.displayName} has room for this vault. `
          : 'To make room, delete a vault that is not released. '}
      </span>
      {plan.planType === 'subscription' && (
        <span>
          You can also <Link to={billingPath}>change the plan you have</Link>.
        </span>
      )}
    </Notice>
  );
}

const priceOf = ({ price, planType }: OfferedPlan): string =>
  planType === 'subscription' ? `${priceText(price)}/month` : `${priceText(price)} one-time`;

function PlanFacts({ plan, status }: { plan: OfferedPlan; status: PlanStatus }) {
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        <span>{plan.displayName}</span>
        {plan.isRecommended && <Badge variant="accent">Popular</Badge>}
      </span>
      <span className="mt-1 block">
        <span className="font-display text-title">{priceText(plan.price)}</span>{' '}
        <span className="text-muted">{plan.planType === 'subscription' ? '/month' : 'one-time'}</span>
      </span>
      <span className="mt-1 block text-muted text-sm">{plan.description}</span>
      {(status.kind === 'free' || status.kind === 'full') && (
        <span className="mt-1 block font-semibold text-sm">{status.text}</span>
      )}
      <ul className="mt-3 list-disc ps-5 text-muted text-sm marker:text-brass">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  );
}
