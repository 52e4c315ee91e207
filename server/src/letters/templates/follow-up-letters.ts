// Letters about an email that nobody opened after a release: to its recipient, to the executors, and to the owner.
import { correctionHours } from '@remembrance/contract/limits.ts';
import { formatDayAnywhere, formatMoment, greet, type LetterWriters, titleForStranger } from './letter-words.ts';

export const followUpLetters = {
  'recipient-reminder': ({ recipientName, ownerName, link, validUntil, releasedBy }, { productName }) => ({
    subject: `What ${ownerName} has left for you is still here`,
    greeting: greet(recipientName),
    body: [
      `We have written to you before, with the subject “You Have a ${productName}”. ${ownerName} has left something for you: a message written to you, and any files added to it. Nobody has opened it so far.`,
      'There is no hurry, and nothing is lost if you wait. We only want to be sure that our first email did not go astray.',
      { action: 'Open what was left for you', link },
      `The page asks for this email address, and then for the answers to questions that ${ownerName} chose. This link is valid until ${formatDayAnywhere(validUntil)}. An earlier link may still work too.`,
      `${releasedBy ? `If you wonder whether this email is genuine, call ${releasedBy} before you open anything, on a number you already have. ` : ''}We never ask you for money, a card number, a password or a copy of your papers. It costs nothing.`,
      `If you do not know ${ownerName}, you can ignore this email.`,
    ],
  }),

  'executor-unopened': (facts, { productName, publicUrl, supportEmail, ...zone }) => {
    const {
      executorName,
      ownerName,
      vaultTitle,
      recipientName,
      recipientEmail,
      secondEmail,
      releasedAt,
      isAgain,
      code,
      link,
    } = facts;
    const agreed = facts.needsAgreement ? 'If another executor asks for the same address, we' : 'We';
    return {
      subject: isAgain
        ? `Our email to ${recipientName} is still not opened`
        : `Our email to ${recipientName} has not been opened`,
      greeting: greet(executorName),
      body: [
        `The vault${titleForStranger('', vaultTitle)} of ${ownerName}, whose executor you are, was released on ${formatMoment(releasedAt, zone)}. We wrote to ${recipientName} at ${recipientEmail}${secondEmail ? ` and ${secondEmail}` : ''}, and reminded them. Nobody has opened it so far.`,
        `${ownerName} wanted us to ask you if this happens. On the executor page, with your code, you can do one of three things:`,
        `1. Tell ${recipientName} about the email, and press “I have spoken to them”.`,
        `2. Print a sheet for ${recipientName} that says what is waiting and how to get the link. It opens nothing by itself.`,
        `3. Correct the address once, if it is wrong or no longer read. ${agreed} notify ${ownerName} and the old address, and write to the new one after ${correctionHours} hours.`,
        { action: 'Open the executor page', link },
        { label: 'Your access code, the same as before', code },
        isAgain
          ? 'We do not write to you about this again.'
          : `If nothing changes, we write to you once more in two weeks. Questions: ${supportEmail}`,
        `You do not have to do anything: ${productName} keeps the vault for ${recipientName}.`,
        { aside: 'A one-page guide for executors', link: `${publicUrl}/executor-guide` },
      ],
    };
  },

  'owner-unopened': (facts, { supportEmail, publicUrl, ...zone }) => {
    const { firstName, vaultTitle, recipientName, recipientEmail, secondEmail, releasedAt, isAgain, link } = facts;
    return {
      subject: `Our email to ${recipientName} has not been opened`,
      greeting: greet(firstName),
      body: [
        `Your vault “${vaultTitle}” was released on ${formatMoment(releasedAt, zone)}. We wrote to ${recipientName} at ${recipientEmail}${secondEmail ? ` and ${secondEmail}` : ''}, and reminded them. Nobody has opened it so far${isAgain ? ', so this is our second email to you about it, and the last' : ''}.`,
        `It has no executor whom we could ask. If you can, tell ${recipientName} to look for our email, also in the spam folder. They can have it sent again at ${publicUrl}/send-again, by entering the address above.`,
        { action: 'See how far our email has come', link },
        `If the address is wrong, write to ${supportEmail}.`,
      ],
    };
  },

  'correction-asked': (facts, { supportEmail, ...zone }) => {
    const {
      firstName,
      vaultTitle,
      executorName,
      agreedWith,
      recipientName,
      earlierAddress: before,
      newAddress: after,
      isExecutors,
      dueAt,
      link,
    } = facts;
    return {
      subject: `Another address for ${recipientName}`,
      greeting: greet(firstName),
      body: [
        `Nobody has opened our email to ${recipientName} at ${before}. ${agreedWith ? `Your executors ${agreedWith} and ${executorName} agree` : `Your executor${executorName && ` ${executorName}`} says`} that the address should be ${after}.`,
        `On ${formatMoment(dueAt, zone)} we write to that address about your vault “${vaultTitle}”, and the links that we sent to ${before} stop working. To open the vault, its reader still has to answer your questions.`,
        ...(isExecutors
          ? [
              `Please look twice: the new address belongs to an executor of this vault. Is it one that ${recipientName} reads?`,
            ]
          : []),
        'If this is right, there is nothing to do.',
        ...(link
          ? [
              'If it is not, stop it before then. You do not have to sign in.',
              { action: 'Stop the correction', link },
              `Opening the link stops nothing yet. If you need help, write to ${supportEmail}.`,
            ]
          : [`If it is not, use the link in the same email to your previous address, or write to ${supportEmail}.`]),
      ],
    };
  },

  'recipient-correction': (
    { recipientName, ownerName, releasedBy, dueAt, isSecond },
    { supportEmail, productName, publicUrl, ...zone },
  ) => ({
    subject: 'We are about to write to another address',
    greeting: greet(recipientName),
    body: [
      `We wrote to you at this address with the subject “You Have a ${productName}”: ${ownerName} has left something for you. Nobody has opened it so far, so ${releasedBy || 'the executor'} asked us to write to another address of ${recipientName}.`,
      `We do that on ${formatMoment(dueAt, zone)}. ${isSecond ? 'From then on, the links that we sent before no longer work. You get a new one at this address too.' : 'From then on, the links that we sent to this address no longer work.'}`,
      `If you are ${recipientName} and ${isSecond ? 'need no other address' : 'this address is right'}, open the link in our email before then and answer the questions. Then nothing changes.`,
      { aside: 'Send the link to this address again', link: `${publicUrl}/send-again` },
      `If you do not know ${ownerName}, you can ignore this email. Questions: ${supportEmail}`,
    ],
  }),

  'executor-correction': (facts, { supportEmail, ...zone }) => {
    const { executorName, ownerName, vaultTitle, recipientName, isStopped, needsAgreement, askedBy, dueAt } = facts;
    const vault = `the vault${titleForStranger('', vaultTitle)} of ${ownerName}, whose executor you are`;
    return {
      subject: isStopped ? `The address of ${recipientName} stays` : `Another address for ${recipientName}`,
      greeting: greet(executorName),
      body: isStopped
        ? [
            `This is about ${vault}. An executor had asked us to write to another address of ${recipientName}. ${ownerName} has stopped that, so the address stays as it was.`,
            `The vault is still released, and ${recipientName} can still open it by our emails. The address can no longer be corrected on the executor page: if you think that it is wrong, please talk to ${ownerName}.`,
            `If you cannot reach them, write to ${supportEmail}.`,
          ]
        : [
            `This is about ${vault}. Nobody has opened our email to ${recipientName}, and ${askedBy || 'another executor'} asked us to write to another address of ${recipientName}.`,
            ...(needsAgreement
              ? [
                  `${ownerName} chose that two executors must agree, so nothing changes unless one more of you does. You can see the new address on the executor page, with your code, and agree there if it is right.`,
                ]
              : [
                  `We do that on ${formatMoment(dueAt, zone)}. Until then ${ownerName} can stop it. You can see the new address on the executor page, with your code.`,
                ]),
            `${needsAgreement ? '' : 'If it is right, there is nothing you need to do. '}If it surprises you, talk to ${ownerName} or ${recipientName}, or write to ${supportEmail}.`,
          ],
    };
  },
} satisfies Partial<LetterWriters>;
