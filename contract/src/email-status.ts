// How far the email with a recipient's link has come, in the one set of words that the owner and the executor read. Pure.
import type { Delivery, EmailDoubt } from './delivery.ts';

export type EmailStatus = 'sent' | 'accepted' | 'undelivered' | 'in-doubt' | 'opened' | 'proven' | 'downloaded';

/** The furthest step. Once somebody has opened it, nothing that a mail server says matters. */
export function emailStatus({ letter, doubt, openedAt, provenAt, downloadedAt }: Delivery): EmailStatus {
  if (downloadedAt) return 'downloaded';
  if (provenAt) return 'proven';
  if (openedAt) return 'opened';
  if (letter === 'undelivered') return 'undelivered';
  if (doubt) return 'in-doubt';
  return letter === 'accepted' ? 'accepted' : 'sent';
}

/** Whether the email did not arrive, or may not have. */
export const isUnreached = (found: Delivery): boolean => ['undelivered', 'in-doubt'].includes(emailStatus(found));

const doubtTexts: Record<EmailDoubt, string> = {
  'address-unknown': 'the mail server does not know this address',
  'mailbox-full': 'the mailbox is full',
  refused: 'the mail server refused it',
  other: 'the mail server returned it',
};

/**
 * Each step that is known, oldest first.
 * @param to whose email it is
 * @param day writes an instant as a short date
 */
export function deliveryTexts(to: string, found: Delivery, day: (instant: string) => string): string[] {
  const on = (text: string, instant: string | null) => (instant ? [`${text} ${day(instant)}`] : []);
  return [
    emailText(to, found, day),
    ...on('Opened', found.openedAt),
    ...on('Answered the questions', found.provenAt),
    ...on('Downloaded', found.downloadedAt),
  ];
}

function emailText(to: string, found: Delivery, day: (instant: string) => string): string {
  const { letter, writtenAt, acceptedBy, doubt } = found;
  const status = emailStatus(found);
  if (status === 'undelivered') return `Our email to ${to} could not be delivered`;
  if (status === 'in-doubt' && doubt) return `Our email to ${to} may not have arrived: ${doubtTexts[doubt]}`;
  const sent = writtenAt ? ` ${day(writtenAt)}` : '';
  if (letter !== 'accepted') return `Our email to ${to}: sent${sent}`;
  return acceptedBy ? `Our email to ${to}: accepted by ${acceptedBy}${sent}` : `Our email to ${to}: delivered${sent}`;
}
