// Letters that inform an owner about their vault.
import type { FactsOf } from './letter-content.ts';
import { formatMoment, greet, type LetterWriters } from './letter-words.ts';

export const ownerLetters = {
  'executor-used': ({ firstName, vaultTitle, executorName, at, times, link }, zone) => ({
    subject: 'Your executor code was used',
    greeting: greet(firstName),
    body: [
      times === 1
        ? `On ${formatMoment(at, zone)}, the code we sent to ${executorName} was used to look at your vault “${vaultTitle}”.`
        : `The code we sent to ${executorName} was used ${times} more times to look at your vault “${vaultTitle}”, the last time on ${formatMoment(at, zone)}.`,
      'Anyone who used it saw the title, the dates, and who the vault is for. They did not see your message or your files. We write to you whenever one of your vaults is released.',
      'If you did not expect this, open the vault. There you stop a release that was asked for. As long as the vault is not released, “Send a new code” also stops the old code right away.',
      { action: 'Open this vault', link },
    ],
  }),

  'executor-code-resent': ({ firstName, vaultTitle, executorName, at, link }, zone) => ({
    subject: 'We sent your executor code again',
    greeting: greet(firstName),
    body: [
      `On ${formatMoment(at, zone)}, somebody entered the address of ${executorName} on our page for lost codes. We sent the code for your vault “${vaultTitle}” again, only to the addresses that you gave for them. It is the same code, and nothing else has changed.`,
      `If ${executorName} lost the code, there is nothing you need to do. If they did not ask for it, or no longer read that mailbox, correct the address or have a new code sent. The old code then stops working right away.`,
      { action: 'Open your vault', link },
    ],
  }),

  'vault-released': (
    { firstName, vaultTitle, recipientName, releasedBy, bySilence, at, link, until },
    { supportEmail, ...zone },
  ) => ({
    subject: 'Your vault was released',
    greeting: greet(firstName),
    body: [
      bySilence
        ? `Your vault “${vaultTitle}” was released on ${formatMoment(at, zone)}, because you had not answered our check-in and its wait was over.`
        : releasedBy === null
          ? `Your vault “${vaultTitle}” was released on ${formatMoment(at, zone)}, the date you chose.`
          : `Your vault “${vaultTitle}” was released on ${formatMoment(at, zone)} by ${releasedBy}.`,
      `${recipientName} gets an email with a link to it, and can read your message after confirming who they are. While it is released, it cannot be changed.`,
      `If this should not have happened, you can undo the release on the vault’s page until ${recipientName} has confirmed who they are. What has been read cannot be unread.`,
      ...(link && until
        ? [
            `Until ${formatMoment(until, zone)} you can also do it here, without signing in. Opening the link changes nothing yet.`,
            { action: 'Undo the release', link },
          ]
        : []),
      `If you need help, write to ${supportEmail}.`,
    ],
  }),

  'draft-ending': ({ firstName, vaultTitle, endsAt, link }, zone) => ({
    subject: 'Your unpaid vault will be removed',
    greeting: greet(firstName),
    body: [
      `Your vault “${vaultTitle}” has not been paid for, so it is not active and cannot be released. We will remove it on ${formatMoment(endsAt, zone)}, with its message and files.`,
      'To keep it, open it and pay for it, or change something in it. If you no longer want it, there is nothing you need to do.',
      { action: 'Open your vault', link },
    ],
  }),

  'owner-questions-locked': ({ firstName, vaultTitle, recipientName, link }) => ({
    subject: 'The questions of your vault are closed',
    greeting: greet(firstName),
    body: [
      `There were too many wrong answers to the questions of your released vault “${vaultTitle}”, so the questions are closed to protect it. Nothing is lost.`,
      `You can open them again. ${recipientName} then gets an email with a fresh link.`,
      { action: 'Open your vault', link },
    ],
  }),

  'owner-questions-reopened': (facts, { supportEmail, productName, ...zone }) => ({
    subject: 'The questions of your vault were opened again',
    greeting: greet(facts.firstName),
    body: [
      `The questions of your released vault “${facts.vaultTitle}” were closed after ${facts.wrongInAll} wrong answers. On ${formatMoment(facts.at, zone)}, ${openedBy(facts, productName)}.`,
      'A few more tries are possible now. The previous wrong answers still count.',
      `If this should not have happened, write to ${supportEmail}.`,
    ],
  }),

  'release-reminder': ({ firstName, vaultTitle, recipientName, releaseAt, daysLeft, link }, zone) => ({
    subject: `Your vault will be released in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`,
    greeting: greet(firstName),
    body: [
      `You asked for your vault “${vaultTitle}” to be released to ${recipientName} on ${formatMoment(releaseAt, zone)}.`,
      'If that is still what you want, there is nothing to do. Otherwise you can remove the date, or choose a later one. Neither uses an edit of your plan.',
      { action: 'Remove or postpone the date', link },
      `Once ${recipientName} has opened the vault, the release cannot be undone.`,
    ],
  }),

  'vault-removed': ({ firstName, vaultTitle, wasReleased, words }, { supportEmail, productName }) => ({
    subject: 'Your vault was removed',
    greeting: greet(firstName),
    body: [
      `The people who run ${productName} have removed your vault “${vaultTitle}”, with its message and files. It cannot be restored.`,
      wasReleased
        ? 'It had been released. Nobody can read it now: the link no longer opens it.'
        : 'It will not be released, and the code of its executor no longer works.',
      ...(words === null ? [] : [`They wrote to you: “${words}”`]),
      `If you think this is a mistake or would like to know more, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;

const openedBy = ({ by, recipientName }: FactsOf<'owner-questions-reopened'>, productName: string): string =>
  ({
    recipient: `${recipientName} has opened them again with a code we sent to their mailbox`,
    executor: 'your executor has opened them again',
    owner: 'you have opened them again',
    operator: `the people who run ${productName} have opened them again`,
  })[by];
