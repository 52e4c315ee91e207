// The payments of places-under-load.test.ts, a hundred concurrently.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { describe, test } from 'vitest';
import { payForPlaces, startTrials } from '../../../testing/pay-for-places.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';

const many = 100;
/** Ends a test that hangs. */
const timeout = 600_000;
const harness = usePaymentHarness();

describe('PLAN-1: a hundred concurrent payments fill the places of a plan exactly, and every other is refunded', () => {
  test.each(planCatalogue)('$name', { timeout }, (plan) => payForPlaces(harness, plan, many));

  test.each(planCatalogue.filter(({ trialDays }) => trialDays))(
    '$name, started with the one free month',
    { timeout },
    (plan) => startTrials(harness, plan, many),
  );
});
