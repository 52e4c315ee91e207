// Letters about the deletion of an account: it was requested, or the owner undid it by signing in.
import type { FactsOf } from './letter-content.ts';
import { changeAtProvider, formatMoment, greet, type LetterWriters, providerLink, type Zoned } from './letter-words.ts';

export const deletionLetters = {
  'account-deletion': ({ firstName, until, signInLink }, { supportEmail, publicUrl, signsInAtProvider, ...zone }) => ({
    subject: 'Your account will be deleted',
    greeting: greet(firstName),
    body: [
      'You asked us to delete your account. You are signed out everywhere, and none of your vaults will be released. A monthly plan ends at the end of its paid or free month, and you will not be charged again.',
      `On ${formatMoment(until, zone)} we permanently delete everything: your account, and every vault with its message and files, including vaults that were already released. If you sign in before then, your account and your vaults are restored. A monthly plan that has not ended by then continues, and renews unless you had cancelled it.`,
      { action: 'Keep my account', link: signsInAtProvider ? providerLink(publicUrl) : signInLink },
      `If it was not you, sign in before that day, ${signsInAtProvider ? changeAtProvider : 'choose a new password'}, and write to ${supportEmail}.`,
    ],
  }),

  'account-kept': ({ firstName, plans, link }, { signsInAtProvider, ...zone }) => ({
    subject: 'Your account will not be deleted',
    greeting: greet(firstName),
    body: [
      'You signed in, so we have not deleted your account. Your vaults can be released again as you had arranged.',
      ...plans.map((plan) => planWords(plan, zone)),
      ...(plans.length > 0 ? [{ action: 'See Billing', link }] : []),
      `If it was not you who signed in, ${signsInAtProvider ? changeAtProvider : 'choose a new password'} right away.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

function planWords({ planName, price, at, outcome }: FactsOf<'account-kept'>['plans'][number], zone: Zoned): string {
  switch (outcome) {
    case 'renews':
      return `Your plan ${planName} continues. It renews on ${formatMoment(at, zone)} for $${price} (USD), unless you cancel it before then.`;
    case 'ends':
      return `Your plan ${planName} still ends on ${formatMoment(at, zone)}. The deletion did not change that.`;
    case 'ended':
      return `Your plan ${planName} has ended in the meantime, and does not restart automatically. We keep its vaults, and your executors can release them.`;
    default:
      return `Your plan ${planName} is as it was before you asked us to delete the account.`;
  }
}
