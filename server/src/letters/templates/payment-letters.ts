// Letters about plans and payments. Every letter about a problem also says that the vaults can still be released.
import { freeMonthText } from '@remembrance/contract/plan-catalogue.ts';
import { formatMoment, greet, type LetterWriters } from './letter-words.ts';

const staysReleasable = 'Your vaults stay as they are: you can read them, and they are released as you arranged.';

export const paymentLetters = {
  'payment-receipt': ({ firstName, planName, price, credit, vaultTitle, continues, link, at }, zone) => ({
    subject: 'Your receipt',
    greeting: greet(firstName),
    body: [
      price === '0.00'
        ? `Your credit of $${credit} (USD) covered the plan ${planName} on ${formatMoment(at, zone)}. Your card was not charged.`
        : `Thank you. We received $${price} (USD) for the plan ${planName} on ${formatMoment(at, zone)}.${credit === null ? '' : ` Your credit covered another $${credit}.`}`,
      vaultTitle !== null
        ? `Your vault “${vaultTitle}” is active. If you named executors, we have sent each of them an email with their access code.`
        : continues
          ? 'The plan continues. You can change or cancel it at any time under billing.'
          : 'Your plan is active again, and you can change its vaults as before. Your executors’ access codes stay the same.',
      { action: 'Open the receipt', link },
    ],
  }),

  'card-expiring': ({ firstName, planName, price, lastFour, expiresAt, chargedAt, link }, zone) => ({
    subject: 'Your card expires soon',
    greeting: greet(firstName),
    body: [
      `The card ending in ${lastFour}, which pays for ${planName}, expires before ${formatMoment(expiresAt, zone)}. The next $${price} (USD) is due on ${formatMoment(chargedAt, zone)}; your bank may refuse it then. Please add another card before that day.`,
      staysReleasable,
      { action: 'Open billing', link },
    ],
  }),

  'trial-started': ({ firstName, planName, price, vaultTitle, endsAt, goesOn }, zone) => ({
    subject: 'Your free month has begun',
    greeting: greet(firstName),
    body: [
      `Your vault “${vaultTitle}” is active. If you named executors, we have sent each of them an email with their access code.`,
      goesOn
        ? `Your free month of ${planName} lasts until ${formatMoment(endsAt, zone)}. The plan then continues for $${price} (USD) a month, charged to your card until you cancel, which you can do at any time.`
        : `${freeMonthText(formatMoment(endsAt, zone))} To continue ${planName} for $${price} (USD) a month, add a card under Billing before then.`,
      'Whatever happens to the plan, this vault is released as you arranged.',
    ],
  }),

  'trial-ending': ({ firstName, planName, price, endsAt, goesOn, link }, zone) => ({
    subject: 'Your free month ends soon',
    greeting: greet(firstName),
    body: [
      goesOn
        ? `Your free month of ${planName} lasts until ${formatMoment(endsAt, zone)}. The plan then continues for $${price} (USD) a month, charged to your card. If you do not want that, you can cancel before then.`
        : `${freeMonthText(formatMoment(endsAt, zone))} To continue ${planName} for $${price} (USD) a month, add a card before then.`,
      staysReleasable,
      { action: 'Open billing', link },
    ],
  }),

  'payment-failed': ({ firstName, planName, price, link }) => ({
    subject: 'A payment did not go through',
    greeting: greet(firstName),
    body: [
      `The monthly payment of $${price} (USD) for ${planName} did not go through. We will try again over the next few days, and you can add another card at any time.`,
      staysReleasable,
      { action: 'Open billing', link },
    ],
  }),

  'plan-paused': ({ firstName, planName, link }) => ({
    subject: 'Your plan is paused',
    greeting: greet(firstName),
    body: [
      `Your plan ${planName} is paused. While it is paused nothing is charged, and you cannot change its vaults. You can resume it under billing.`,
      staysReleasable,
      { action: 'Open billing', link },
    ],
  }),

  'plan-ended': ({ firstName, planName, link }) => ({
    subject: 'Your plan has ended',
    greeting: greet(firstName),
    body: [
      `Your plan ${planName} has ended, and nothing more is charged for it. Its vaults can no longer be changed.`,
      staysReleasable,
      'You can restart the plan at any time under billing. Your executors’ access codes stay the same.',
      { action: 'Open billing', link },
    ],
  }),

  'payment-returned': ({ firstName, amount, link }) => ({
    subject: 'Your payment has been refunded',
    greeting: greet(firstName),
    body: [
      `We have refunded $${amount} (USD) to the card you paid with. Your bank may take five to ten days to show it.`,
      'If a vault was active, you can still read it, and it is released as you arranged.',
      { action: 'Open billing', link },
    ],
  }),

  'payment-disputed': ({ firstName, amount, link }) => ({
    subject: 'Your bank has reversed a payment',
    greeting: greet(firstName),
    body: [
      `Your payment of $${amount} (USD) was disputed, and your bank has reversed it. The plan that it paid for has ended, and nothing more is charged. Its vaults can no longer be changed.`,
      staysReleasable,
      { action: 'Open billing', link },
    ],
  }),
} satisfies Partial<LetterWriters>;
