// The refusals that a recipient meets: of links, addresses, mailed codes and answers.
import type { RefusalEntry } from './refusal-entry.ts';

export const recipientRefusals = {
  'link-email-refused': { status: 403, title: 'Verification failed', detail: 'Invalid email address' },
  'answers-refused': { status: 403, title: 'Verification failed', detail: 'Incorrect answers' },
  'answers-incomplete': {
    status: 403,
    title: 'One answer is missing',
    detail: 'Please answer every question. This did not count as a wrong answer.',
  },
  'email-step-first': {
    status: 403,
    title: 'Email address first',
    detail: 'Please enter your email address before the questions.',
  },
  'mailbox-code-first': {
    status: 403,
    title: 'One more step',
    detail: 'Please ask for a code first. We send it to your email address.',
  },
  'mailbox-code-refused': {
    status: 403,
    title: 'Verification failed',
    detail: 'This code is wrong. Please check the newest email and try again.',
  },
  'mailbox-code-over': {
    status: 403,
    title: 'Code no longer works',
    detail: 'This code no longer works. Please ask for a new code.',
  },
  'next-code-waits': {
    status: 429,
    title: 'A few minutes, please',
    detail: 'Too many wrong codes were entered here. You can ask for another code in a few minutes.',
  },
  'link-signature-refused': {
    status: 403,
    title: 'Link no longer works',
    detail: 'This link has expired. Please go back to the page and try again.',
  },
  'link-not-found': {
    status: 404,
    title: 'Link not found',
    detail: 'We do not know this link. Please open the link in our email again, or copy the complete link.',
  },
  'mailbox-code-not-needed': {
    status: 409,
    title: 'No code needed',
    detail: 'You can answer the questions without a code.',
  },
  'reopenings-used-up': {
    status: 409,
    title: 'Reopened three times',
    detail: 'The questions of this vault have already been opened again three times. Please write to us for help.',
  },
  'link-withdrawn': {
    status: 410,
    title: 'There is nothing here now',
    detail:
      'There is nothing here for you at the moment. You have done nothing wrong, and there is nothing you need to do.',
  },
  'link-expired': {
    status: 410,
    title: 'Link expired',
    detail: 'This link has expired. We can send a fresh link to the same address.',
  },
  'link-closed': {
    status: 410,
    title: 'Link closed',
    detail: 'Somebody who opened this link said that it is not for them. We can send a new link to the same address.',
  },
  'answers-locked': {
    status: 423,
    title: 'Questions closed',
    detail:
      'Too many answers were wrong, so the questions are closed. Nothing is lost. Please ask the executor or us to open them again. You will then get a new email.',
  },
  'answers-paused': {
    status: 429,
    title: 'Please wait',
    detail: 'Several answers were wrong, so the questions are paused for a while.',
  },
} as const satisfies Record<string, RefusalEntry>;
