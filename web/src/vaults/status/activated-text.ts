// The message after a vault was activated, at the checkout or by the button that creates it.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';

export const successText = (paymentStatus: PaymentStatus): { title: string; description: string } =>
  paymentStatus === 'trial'
    ? {
        title: 'Trial Started',
        description: 'Your vault has been activated with a 30-day free trial. Executor access codes have been sent.',
      }
    : {
        title: 'Payment Successful',
        description: 'Your vault has been activated! Executor access codes have been sent.',
      };
