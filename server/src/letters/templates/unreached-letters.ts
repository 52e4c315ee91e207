// Letters to the people who can help when another letter could not be delivered.
import { greet, type LetterWriters, titleForStranger } from './letter-words.ts';

const otherAddress = (email: string | undefined): string =>
  email ? `The same email goes to the other address of your executor, ${email}.` : '';

export const unreachedLetters = {
  'recipient-unreached': ({ name, recipientName, recipientEmail, vaultTitle }, { supportEmail }) => ({
    subject: 'An email could not be delivered',
    greeting: greet(name),
    body: [
      `We wrote to ${recipientName} at ${recipientEmail} about the vault${titleForStranger('', vaultTitle)}, but the email could not be delivered. We have stopped trying.`,
      `If you know ${recipientName}, please ask whether this address is right and still in use, and tell us at ${supportEmail}. We can then send the email again.`,
      'The vault stays safe and released. Nobody else can open it.',
    ],
  }),

  'link-disowned': (
    { name, recipientName, recipientEmail, vaultTitle, isClosed, link, correctAt, undoAt },
    { supportEmail },
  ) => ({
    subject: 'An email may have reached the wrong person',
    greeting: greet(name),
    body: [
      `Somebody opened the link that we sent to ${recipientEmail} for ${recipientName}, about the vault${titleForStranger('', vaultTitle)}, and said that it is not for them.`,
      isClosed
        ? 'We have closed that link. Nobody has opened what was left, and nothing is lost.'
        : 'The link still works, because it was opened with the right answers before, or because this was reported several times. Nothing is lost.',
      `If you know ${recipientName}, please ask whether this address is right. If it is, a new link can be sent to it at any time:`,
      { action: 'Send a new link', link },
      correctAt
        ? `If the address is wrong, you can correct it at ${correctAt} with your code. Questions: ${supportEmail}`
        : `If the address is wrong, ${undoAt ? `undo the release at ${undoAt} and change the address there, or ` : ''}write to ${supportEmail}.`,
    ],
  }),

  'executor-unreached': (
    { firstName, executorEmail, otherEmail, vaultTitle, link, isWithoutCode },
    { supportEmail },
  ) => ({
    subject: 'Your executor could not be reached',
    greeting: greet(firstName),
    body: [
      isWithoutCode
        ? `Our email about your vault “${vaultTitle}” could not be delivered to ${executorEmail}. ${otherAddress(otherEmail) || 'We have stopped trying.'}`
        : `The email with the access code to your vault “${vaultTitle}” could not be delivered to ${executorEmail}. ${otherAddress(otherEmail) || 'We have stopped trying, so your executor did not receive that code.'}`,
      'On the page of the vault, you can correct the address or send a new code.',
      { action: 'Open the vault', link },
      `If the address is right, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;
