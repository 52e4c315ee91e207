// The plan chosen for the new vault, and what it means for this owner: a free place, a price, or no room.
import { defaultPlanName } from '@remembrance/contract/plan-catalogue.ts';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { OfferedPlan } from '../../../plans/offered-plan.ts';
import { type PlanStart, planStatus, planToStartWith } from '../../../plans/own-places.ts';
import { useOfferedPlans } from '../../../plans/use-plans.ts';
import type { CreateForm, VaultForm } from '../draft/vault-form.ts';

export type PlanField = VaultForm['planType'];

/** The form refuses an unknown name on submit. */
export const firstPlan = (start: PlanStart): PlanField => (planToStartWith(start) ?? defaultPlanName) as PlanField;

export type PlanChoice = ReturnType<typeof usePlanChoice>;

export function usePlanChoice(form: CreateForm, start: PlanStart) {
  const { control, formState, register, resetField, setError, setFocus } = form;
  const plans = useOfferedPlans();
  const name = useWatch({ control, name: 'planType' });
  const wanted = firstPlan(start);
  const isOwnChoice = formState.dirtyFields.planType ?? false;
  // The plans are collapsed at first, but the field has to exist.
  register('planType');
  // The places may arrive after the form is shown; a plan the owner has already chosen stays.
  useEffect(() => {
    if (!isOwnChoice) resetField('planType', { defaultValue: wanted });
  }, [wanted, isOwnChoice, resetField]);

  const statusOf = (plan: OfferedPlan) =>
    planStatus({ plan, hasPromo: start.hasPromo, places: start.places, now: new Date() });
  const plan = plans.find((offered) => offered.name === name);
  const status = plan && statusOf(plan);
  /** Whether the chosen plan has room; otherwise the reason is shown at the plans. */
  const checkRoom = (): boolean => {
    if (status?.kind !== 'full') return true;
    setError('planType', { type: 'full', message: 'All vaults of this plan are in use. Please choose another.' });
    setTimeout(() => setFocus('planType'));
    return false;
  };
  return { plans, statusOf, chosen: { plan, status }, checkRoom };
}
