// The sandbox's test cards and how each behaves. Pure. Only the last four digits of a number are ever stored.

export interface GivenCard {
  number: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc: string;
}

export type CardBehaviour =
  | 'pays'
  | 'declines'
  | 'lacks-funds'
  | 'asks-authentication'
  | 'always-asks-authentication'
  | 'declines-charges';

const behaviours: Record<string, CardBehaviour> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'declines',
  '4000000000009995': 'lacks-funds',
  '4000002500003155': 'asks-authentication',
  /** This also applies to every later charge. */
  '4000002760003184': 'always-asks-authentication',
  /** Can be saved, but every charge fails: a trial starts, and its first payment fails. */
  '4000000000000341': 'declines-charges',
};

export interface CardFault {
  code: string;
  message: string;
  declineCode?: string;
}

const declined: CardFault = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const lacksFunds: CardFault = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const notATestCard: CardFault = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This is test mode, where only the test cards work.',
};

/** Returns the fault of the card data, or otherwise the card's behaviour. */
export function readCard(card: GivenCard, now: Date): { fault: CardFault } | { behaviour: CardBehaviour } {
  if (!hasCheckDigit(card.number)) {
    return { fault: { code: 'incorrect_number', message: 'Your card number is incorrect.' } };
  }
  if (!(card.expMonth >= 1 && card.expMonth <= 12)) {
    return { fault: { code: 'invalid_expiry_month', message: "Your card's expiration month is invalid." } };
  }
  if (!(Date.UTC(card.expYear, card.expMonth, 1) > now.getTime())) {
    return { fault: { code: 'expired_card', message: 'Your card has expired.' } };
  }
  if (!/^\d{3,4}$/.test(card.cvc)) {
    return { fault: { code: 'invalid_cvc', message: "Your card's security code is invalid." } };
  }
  const behaviour = behaviours[card.number];
  return behaviour ? { behaviour } : { fault: notATestCard };
}

/** Why a charge on this card fails, or null if it succeeds. */
export const chargeFault = (behaviour: CardBehaviour): CardFault | null =>
  behaviour === 'declines' || behaviour === 'declines-charges'
    ? declined
    : behaviour === 'lacks-funds'
      ? lacksFunds
      : null;

/** Why this card can't be saved, or null if it can. */
export const saveFault = (behaviour: CardBehaviour): CardFault | null =>
  behaviour === 'declines-charges' ? null : chargeFault(behaviour);

/** The Luhn check digit of ISO/IEC 7812. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
