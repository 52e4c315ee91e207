// A plan's places when many vaults are paid for concurrently: exactly as many are activated as there are places, every other payment
// is refunded, and nothing is left half done. The long suite pays for a hundred (places-under-load.long.test.ts).
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { describe, test } from 'vitest';
import { payForPlaces, startTrials } from '../../../testing/pay-for-places.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';

const many = 8;
/** Ends a test that hangs. */
const timeout = 60_000;
const harness = usePaymentHarness();

describe('PLAN-1: eight concurrent payments fill the places of a plan exactly, and every other is refunded', () => {
  test.each(planCatalogue)('$name', { timeout }, (plan) => payForPlaces(harness, plan, many));

  test.each(planCatalogue.filter(({ trialDays }) => trialDays))(
    '$name, started with the one free month',
    { timeout },
    (plan) => startTrials(harness, plan, many),
  );
});
