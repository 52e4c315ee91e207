// The ten questions people ask before they trust us, with answers that claim only what is built. The landing page and the help page show
// the same list.
import { answerPromise } from '@remembrance/contract/answer-promise.ts';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { priceText } from '../lib/money.ts';
import { product } from '../lib/product.ts';
import { lowestPrice } from '../plans/lowest-price.ts';

interface Question {
  /** Its anchor on the help page. */
  id: string;
  question: string;
  answer: string;
}

export const questions: readonly Question[] = [
  {
    id: 'how-you-know',
    question: 'How do you know that I have died?',
    answer:
      'We do not know, and we do not search any records. The executor you chose releases the vault with the code from our email. You can also set a date on which we release it. If you choose the check-in, we ask you whether you are well, and your executor if you do not answer.',
  },
  {
    id: 'executor-sees',
    question: 'What can my executor see?',
    answer:
      'Your name, your note to them, the title and status of the vault and when it was created, and the name and email address of your recipient. Not the message, the files or the questions. Their code can release the vault once, and we write to you when it is used. You can choose that a release waits, so that you can stop it, or that two executors must agree.',
  },
  {
    id: 'executor-cannot',
    question: 'What if my executor cannot do it?',
    answer:
      'Until the release you can correct their address, send them a new code, or name somebody else. Set a date as well, and the vault opens on that day even if nobody acts.',
  },
  {
    id: 'recipient-needs',
    question: 'Does my recipient need an account?',
    answer:
      'No. They open the link in our email, confirm their email address, answer the questions you asked, and read. They can download every file. If nobody opens our email, we can remind them, use a second address and ask your executor, if you choose it on the vault’s page.',
  },
  {
    id: 'answers-forgotten',
    question: 'What if they do not remember the answers?',
    answer: `${answerPromise} After ${afterWrongAnswers.withoutCode} wrong answers, they need a code from their own mailbox to continue, so nobody else can use up their tries. If the questions are closed, you, your executor or we can open them again.`,
  },
  {
    id: 'who-reads',
    question: 'Who can read what I write?',
    answer:
      'You can, and your recipient after the release. The service can open a vault too, and does so only to show it, deliver it and check that it is complete. Our Privacy Policy explains how we protect it.',
  },
  {
    id: 'cost',
    question: 'What does it cost, and what if I stop paying?',
    answer: `From ${priceText(lowestPrice('one_time'))} once, or from ${priceText(lowestPrice('subscription'))} a month. The first month is free, and needs no card if you start on our front page. When a plan ends, you can no longer edit. Your vaults can still be released, and we store them for at least 12 months.`,
  },
  {
    id: 'change',
    question: 'Can I change or delete a vault?',
    answer:
      'Until it is released, yes. A release can be undone until it is opened. Monthly plans have unlimited edits. One-time plans have one edit for each vault. You can restore a deleted paid vault for seven days. A vault for someone else can start from one that you have.',
  },
  {
    id: 'closing',
    question: `What if ${product.name} closes?`,
    answer:
      'Nobody can promise to be here forever. Before we close, we would write to you. You can download all your vaults and files as one file at any time. Keep a copy of everything that you cannot replace.',
  },
  {
    id: 'left-for-me',
    question: 'Someone left me a link or a code. What do I do?',
    answer:
      'Open the link from our email whenever you are ready. It asks for your email address and a few answers; if it has expired, the same page sends you a new one. A code is for releasing a vault to someone else, once its owner has died.',
  },
];
