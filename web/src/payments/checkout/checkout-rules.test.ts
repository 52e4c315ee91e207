// The checkout shows the charged price, chooses payment or setup, and uses the specification's texts.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { describe, expect, it } from 'vitest';
import { knownPlans } from '../../plans/use-plans.ts';
import { successText } from '../../vaults/status/activated-text.ts';
import { activationText, alreadyActiveText, checkoutPlan, confirmationOf, trialText } from './checkout-rules.ts';

describe('the checkout', () => {
  it('the checkout shows the price of the plan, per month for a subscription', () => {
    const words = planCatalogue.map(({ name }) => activationText(checkoutPlan({ planType: name }, undefined)));
    expect(words).toEqual([
      'Activate your vault for $29.99',
      'Activate your vault for $49.99',
      'Activate your vault for $2.99/month',
      'Activate your vault for $4.99/month',
    ]);
  });

  it('the checkout shows the service’s own price if it differs from the catalogue', () => {
    const offered = knownPlans.map((plan) => ({ ...plan, price: '31.00' }));
    expect(checkoutPlan({ planType: 'basic_one_time' }, offered).price).toBe('31.00');
  });

  it('the checkout shows 49.99 and a list of features for a plan it does not know', () => {
    const plan = checkoutPlan({ planType: 'gold' }, undefined);
    expect(plan.price).toBe('49.99');
    expect(plan.features.length).toBeGreaterThan(0);
  });

  it('the checkout saves a card for a trial and takes a payment for everything else', () => {
    expect(confirmationOf('seti_1_secret_2')).toBe('setup');
    expect(confirmationOf('pi_1_secret_2')).toBe('payment');
  });

  it('the checkout reports success in the specification’s words', () => {
    expect(successText('paid')).toEqual({
      title: 'Payment Successful',
      description: 'Your vault has been activated! Executor access codes have been sent.',
    });
    expect(successText('trial')).toEqual({
      title: 'Trial Started',
      description: 'Your vault has been activated with a 30-day free trial. Executor access codes have been sent.',
    });
  });

  it('the checkout explains that a vault on a two-vault plan may be included in it', () => {
    expect(alreadyActiveText({ planType: 'premium_one_time', paymentStatus: 'paid' })).toContain(
      'your plan includes it',
    );
    expect(alreadyActiveText({ planType: 'basic_one_time', paymentStatus: 'paid' })).not.toContain(
      'your plan includes it',
    );
  });

  it('the checkout says how long a trial is free and what follows, with and without a card', () => {
    const now = new Date('2026-11-22T12:00:00Z');
    const plan = { price: '2.99' };
    expect(trialText(plan, { now, hasCard: true })).toBe(
      'Free until Dec 22, 2026. From then on, we charge $2.99 to your card each month until you cancel.',
    );
    expect(trialText(plan, { now, hasCard: false })).toContain(
      'Free until Dec 22, 2026, no card. If you add none, nothing is charged: you can no longer edit',
    );
  });
});
