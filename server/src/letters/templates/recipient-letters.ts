// Letters to the recipient. They may arrive in a hard week, and their reader may not know the service.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { mailedCode } from '@remembrance/contract/limits.ts';
import { formatDayAnywhere, formatMinutes, greet, type LetterWriters } from './letter-words.ts';

const howToOpen = (ownerName: string): string =>
  `So that it reaches only you, the page asks for this email address, and then for the answers to questions that ${ownerName} chose.`;

const noHurry = (validUntil: string): string =>
  `There is no hurry: the link is valid until ${formatDayAnywhere(validUntil)}, and the same page then sends you a fresh one.`;

interface Release {
  ownerName: string;
  releasedBy: string | null;
  bySilence?: true;
}

/** The person who released it, so that the reader knows who to ask. */
function whoReleasedIt({ ownerName, releasedBy, bySilence }: Release): string[] {
  if (bySilence)
    return [
      `It was released to you as ${ownerName} had arranged: we were to do it if ${ownerName} no longer answered us. We do not know why there was no answer.`,
    ];
  if (releasedBy === null) return [`${ownerName} chose this day for you to receive it.`];
  if (releasedBy === '')
    return [`${ownerName} trusted an executor to release it when the time had come, and that person has now done so.`];
  return [
    `${releasedBy} has released it to you. ${ownerName} named ${releasedBy} as executor and trusted them to do this when the time had come.`,
  ];
}

function howToBeSure({ releasedBy }: Release): string {
  const ask = releasedBy
    ? `If you wonder whether this email is genuine, call ${releasedBy} before you open anything, on a number you already have. `
    : '';
  return `${ask}We never ask you for money, a card number, a password or a copy of your papers. It costs nothing.`;
}

export const recipientLetters = {
  'recipient-invitation': ({ recipientName, ownerName, link, validUntil, ...release }, { productName }) => ({
    subject: `You Have a ${productName}`,
    greeting: greet(recipientName),
    body: [
      `${ownerName} has left something for you: a message written to you, and any files added to it.`,
      ...whoReleasedIt({ ownerName, ...release }),
      { action: 'Open what was left for you', link },
      howToOpen(ownerName),
      noHurry(validUntil),
      'Open it when you are ready, alone or with somebody beside you.',
      howToBeSure({ ownerName, ...release }),
      `If you do not know ${ownerName}, you can ignore this email.`,
    ],
  }),

  'recipient-fresh-link': ({ recipientName, ownerName, link, validUntil, isReminder = false, ...release }) => ({
    subject: isReminder
      ? `You asked for a reminder: your link from ${ownerName}`
      : `Your link from ${ownerName}, once more`,
    greeting: greet(recipientName),
    body: [
      ...(isReminder ? ['On the page of your link, somebody asked us to remind you now.'] : []),
      `Here is a fresh link to what ${ownerName} has left for you: a message, and any files that were added to it.`,
      ...whoReleasedIt({ ownerName, ...release }),
      { action: 'Open what was left for you', link },
      howToOpen(ownerName),
      noHurry(validUntil),
      howToBeSure({ ownerName, ...release }),
      'If you did not ask for this, there is nothing you need to do.',
    ],
  }),

  'questions-paused': ({ recipientName, pauseMinutes }) => ({
    subject: 'The questions are paused for a while',
    greeting: greet(recipientName),
    body: [
      'Several answers to the questions were wrong, so the questions are paused for a while. What was left for you is safe.',
      `You can try again ${formatMinutes(pauseMinutes)} after the last answer, with the same link. ${answerPromise}`,
      'If it was not you, someone else may be able to read your mail. What was left for you stays closed without the right answers.',
    ],
  }),

  'questions-locked': ({ recipientName, ownerName, canReopen }, { supportEmail }) => ({
    subject: 'The questions are closed',
    greeting: greet(recipientName),
    body: [
      `Too many answers to the questions were wrong, so the questions are closed to protect what ${ownerName} has left for you. Nothing is lost.`,
      canReopen
        ? 'You can open them again once yourself: open the link from our first email, enter your email address, and the page sends you an email with a code.'
        : `To try again, ask ${ownerName} or the executor, the person ${ownerName} trusted with the release, to open the questions. You will then get an email with a fresh link.`,
      `If that does not help, write to ${supportEmail}. If it was not you who answered, please tell us.`,
    ],
  }),

  'recipient-code': ({ recipientName, ownerName, code, reopens }) => ({
    subject: 'Your code for the next step',
    greeting: greet(recipientName),
    body: [
      `Here is the code for opening what ${ownerName} has left for you. Please enter it on the page where you asked for it.`,
      { label: 'Your code', code },
      `It works for ${formatMinutes(mailedCode.minutes)} after you asked for it. If it has expired when you enter it, the page sends you a new one.`,
      ...(reopens ? ['The questions were closed after too many wrong answers. This code opens them again.'] : []),
      'Please do not share this code. We never ask for it in an email or a call. If you did not ask for it, there is nothing you need to do: nobody can continue without it.',
    ],
  }),
} satisfies Partial<LetterWriters>;
