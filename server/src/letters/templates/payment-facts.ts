// The facts of the letters about plans and payments.

export interface PaymentFacts {
  'payment-receipt': {
    firstName: string;
    planName: string;
    price: string;
    /** The additional amount covered by credit. */
    credit: string | null;
    /** The activated vault; null if a plan was restarted with all its vaults, or continues. */
    vaultTitle: string | null;
    continues: boolean;
    link: string;
    at: string;
  };
  'trial-started': Omit<PaymentFacts['trial-ending'], 'link'> & { vaultTitle: string };
  'trial-ending': PaymentFacts['payment-failed'] & {
    endsAt: string;
    /** Whether the plan continues with a first payment: it has a card and was not cancelled. */
    goesOn: boolean;
  };
  'card-expiring': PaymentFacts['payment-failed'] & { lastFour: string; expiresAt: string; chargedAt: string };
  'payment-failed': { firstName: string; planName: string; price: string; link: string };
  'plan-paused': { firstName: string; planName: string; link: string };
  'plan-ended': { firstName: string; planName: string; link: string };
  'payment-returned': { firstName: string; amount: string; link: string };
  'payment-disputed': { firstName: string; amount: string; link: string };
}
