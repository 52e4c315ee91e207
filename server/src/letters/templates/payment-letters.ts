// Letters about money: what was paid, what begins.
import type { FactsOf } from '../letter-content.ts';
import { greet, type LetterWords, momentInWords } from './letter-words.ts';

export const paymentReceipt = ({
  ownerName,
  planName,
  price,
  vaultTitle,
  at,
}: FactsOf<'payment-receipt'>): LetterWords => ({
  subject: 'Your receipt',
  greeting: greet(ownerName),
  body: [
    `Thank you. We received $${price} (USD) for the plan ${planName} on ${momentInWords(at)}.`,
    `Your vault “${vaultTitle}” is active. If you named an executor, they have been sent a letter with their access code.`,
  ],
});

export const trialStarted = ({
  ownerName,
  planName,
  price,
  vaultTitle,
  endsAt,
}: FactsOf<'trial-started'>): LetterWords => ({
  subject: 'Your free trial has begun',
  greeting: greet(ownerName),
  body: [
    `Your vault “${vaultTitle}” is active. If you named an executor, they have been sent a letter with their access code.`,
    `Your free trial of ${planName} lasts until ${momentInWords(endsAt)}. If you have given us a card, the plan then goes on for $${price} (USD) a month until you cancel, which you can do at any time. Without a card it simply ends.`,
    'Whatever becomes of the plan, your executor can always release this vault.',
  ],
});
