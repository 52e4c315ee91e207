// Letters about the account itself: its address, how its owner signs in, and its suspension.
import { mailedCode } from '@remembrance/contract/limits.ts';
import type { FactsOf } from './letter-content.ts';
import {
  changeAtProvider,
  formatMinutes,
  formatMoment,
  greet,
  type LetterWriters,
  providerLink,
} from './letter-words.ts';

export const accountLetters = {
  'email-verification': ({ firstName, link }, { productName }) => ({
    subject: 'Please confirm your email address',
    greeting: greet(firstName),
    body: [
      `Someone signed up for ${productName} with this email address. Please confirm that the address is yours.`,
      { action: 'Confirm my address', link },
      'If you did not sign up, you can ignore this email. Someone may have mistyped their own address. The account stays closed, and opening the link changes nothing.',
    ],
  }),

  'account-exists': ({ firstName, signInLink, resetLink }, { productName, publicUrl, signsInAtProvider }) => ({
    subject: `You already have an account with ${productName}`,
    greeting: greet(firstName),
    body: [
      'Someone, probably you, tried to sign up with this address. You already have an account with it, so nothing was changed.',
      { action: 'Sign in', link: signsInAtProvider ? providerLink(publicUrl) : signInLink },
      signsInAtProvider
        ? 'Your account has no password. You sign in to it at your sign-in provider.'
        : `If you have forgotten your password, you can choose a new one at ${resetLink}`,
      'If it was not you, there is nothing you need to do.',
    ],
  }),

  'password-reset': ({ firstName, link }, { signsInAtProvider }) => ({
    subject: 'Choose a new password',
    greeting: greet(firstName),
    body: [
      'Someone, probably you, asked to choose a new password for your account.',
      { action: 'Choose a new password', link },
      signsInAtProvider
        ? 'Your account has no password so far, because you sign in at a provider. If it was not you, you can ignore this email, and nothing will change.'
        : 'If it was not you, you can ignore this email, and your password will not change.',
    ],
  }),

  'password-changed': ({ firstName, resetLink, ways }, { supportEmail }) => ({
    subject: 'Your password was changed',
    greeting: greet(firstName),
    body: [
      'The password of your account was changed. If it was you, there is nothing to do.',
      ...(ways ? waysInWords(ways) : []),
      `If it was not you, someone else may have had access to your account. Choose a new password, and write to ${supportEmail} so that we can help.`,
      { action: 'Choose a new password', link: resetLink },
    ],
  }),

  'new-device': ({ firstName, device, network, at, link, resetLink }, { signsInAtProvider, ...zone }) => ({
    subject: 'A new device signed in to your account',
    greeting: greet(firstName),
    body: [
      `On ${formatMoment(at, zone)} someone signed in to your account from a browser that is new to your account: ${device}, from the network ${network}.`,
      'If it was you, there is nothing to do.',
      { action: 'See where you are signed in', link },
      ...(signsInAtProvider
        ? [`If it was not you, sign that browser out on that page, and ${changeAtProvider}.`]
        : [
            'If it was not you, choose a new password. That signs everybody else out right away.',
            { action: 'Choose a new password', link: resetLink },
          ]),
    ],
  }),

  'password-needed': ({ firstName, resetLink }, { productName, signsInAtProvider, publicUrl }) => ({
    subject: 'Please choose a new password',
    greeting: greet(firstName),
    body: [
      `${productName} had to be restored from a backup. After that backup, a way to sign in to your account was changed or removed, such as your password or a passkey. The backup does not know which, so for your safety none of the earlier ones works any more. Your vaults are as they were.`,
      signsInAtProvider
        ? 'Please sign in at your provider as before.'
        : 'Please choose a new password. You can add your passkeys again afterwards.',
      signsInAtProvider
        ? { action: 'Sign in', link: providerLink(publicUrl) }
        : { action: 'Choose a new password', link: resetLink },
    ],
  }),

  'sign-in-code': ({ firstName, code, device, network, at, others, resetLink }, zone) => ({
    subject: 'Your code to sign in',
    greeting: greet(firstName),
    body: [
      `On ${formatMoment(at, zone)} someone entered the password of your account in a browser that is new to your account: ${device}, from the network ${network}.`,
      'If it was you, enter this code in that browser to sign in; it works in no other. We ask for a code once in each new browser.',
      { label: 'Your code', code },
      ...others.flatMap((other) => [
        `Another browser waits for a code too: ${other.device}, from the network ${other.network}, since ${formatMoment(other.at, zone)}. If that is yours, enter this code there.`,
        { label: `The code for ${other.device}`, code: other.code },
      ]),
      `It works for ${formatMinutes(mailedCode.minutes)}. If it has expired, the page sends you another. Please do not share it: we never ask for it in an email or a call.`,
      'If one of these was not you, someone else knows your password. They cannot sign in without this email. Please choose a new password.',
      { action: 'Choose a new password', link: resetLink },
    ],
  }),

  'two-factor-reset': ({ firstName, stage, endsAt, link }, { supportEmail, signsInAtProvider, ...zone }) =>
    stage === 'done'
      ? {
          subject: 'The second step at sign-in is off',
          greeting: greet(firstName),
          body: [
            `We have turned off the second step, as we announced a week ago. ${signsInAtProvider ? 'You sign in at your provider, and we ask for nothing else.' : 'You sign in with your password, and in each new browser we also ask once for a code from this mailbox.'}`,
            { action: 'Turn it on again', link },
            `If you did not ask for this, ${signsInAtProvider ? changeAtProvider : 'change your password'}, and write to ${supportEmail}.`,
          ],
        }
      : {
          subject: 'The second step at sign-in will be turned off',
          greeting: greet(firstName),
          body: [
            `Someone, probably you, asked us to turn off the second step of your account, because the authenticator app and the recovery codes were lost. We will do this on ${formatMoment(endsAt, zone)}. Until then, we ask for a code as before.`,
            'If it was you, there is nothing to do.',
            { action: 'I did not ask for this', link },
            'The page that opens has one button. If you press it, the second step stays on.',
          ],
        },

  'account-suspended': ({ firstName }, { supportEmail, productName }) => ({
    subject: 'Your account is suspended',
    greeting: greet(firstName),
    body: [
      `Your account with ${productName} is suspended, and you cannot sign in for now. Your vaults are not affected: executors can still release them, and the release dates you have set still apply.`,
      `If you think this is a mistake, write to ${supportEmail}.`,
    ],
  }),

  'account-restored': ({ firstName }, { supportEmail, productName }) => ({
    subject: 'Your account is open again',
    greeting: greet(firstName),
    body: [
      `You can sign in to ${productName} again. Your vaults are as they were, unless they were released in the meantime.`,
      `If anything looks wrong to you, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

// Passkey names are omitted, because a stranger may have chosen them.
function waysInWords({ passkeysRemoved, passkeysLeft, twoFactor }: NonNullable<FactsOf<'password-changed'>['ways']>) {
  const passkeys = (count: number) => `${count} ${count === 1 ? 'passkey' : 'passkeys'}`;
  const sentences = [
    'Every browser was signed out.',
    passkeysRemoved > 0 &&
      `${passkeys(passkeysRemoved)} ${passkeysRemoved === 1 ? 'was' : 'were'} removed. You can add them again in your account.`,
    twoFactor === 'removed' &&
      'The second step at sign-in was turned off, because we could not tell whether you had turned it on. You can turn it on again in your account.',
    passkeysLeft > 0 && `${passkeys(passkeysLeft)} still ${passkeysLeft === 1 ? 'signs' : 'sign'} in to your account.`,
    twoFactor === 'left' &&
      'The second step at sign-in stays on. If you did not turn it on, use the link in our email about it.',
  ];
  return [sentences.filter(Boolean).join(' ')];
}
