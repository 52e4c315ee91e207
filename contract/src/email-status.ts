// How far the email with a recipient's link has come, in the words that both the owner and the executor read. Pure.
import type { Delivery } from './delivery.ts';
import type { LetterDoubt } from './letters.ts';

export type EmailStatus =
  | 'sent'
  | 'accepted'
  | 'undelivered'
  | 'in-doubt'
  | 'disowned'
  | 'opened'
  | 'proven'
  | 'downloaded';

/** The furthest step. Once somebody has opened it, nothing that a mail server says matters. */
export function emailStatus(found: Delivery): EmailStatus {
  const { letter, doubt } = found;
  if (found.downloadedAt) return 'downloaded';
  if (found.provenAt) return 'proven';
  if (found.openedAt) return 'opened';
  if (found.disownedAt) return 'disowned';
  if (letter === 'undelivered') return 'undelivered';
  if (doubt) return 'in-doubt';
  return letter === 'accepted' ? 'accepted' : 'sent';
}

/** Whether the email did not arrive, may not have, or arrived at somebody else. */
export const isUnreached = (found: Delivery): boolean =>
  ['undelivered', 'in-doubt', 'disowned'].includes(emailStatus(found));

// What a returned email means. It is no proof: the email may have arrived all the same.
const doubtTexts: Record<LetterDoubt, string> = {
  'address-unknown': 'The address may not exist: their mail server returned our email.',
  'mailbox-full': 'Their mailbox may be full: their mail server returned our email.',
  refused: 'Their mail server refused our email, and it may not have arrived.',
  other: 'It may not have arrived: a mail server returned our email.',
};

export const doubtFact = (doubt: LetterDoubt | null | undefined): string[] => (doubt ? [doubtTexts[doubt]] : []);

/**
 * Each step that is known, oldest first.
 * @param to whose email it is
 * @param day writes an instant as a short date
 */
export function deliveryTexts(to: string, found: Delivery, day: (instant: string) => string): string[] {
  const on = (text: string, instant: string | null) => (instant ? [`${text} ${day(instant)}`] : []);
  return [
    emailText(to, found, day),
    ...(emailStatus(found) === 'in-doubt' ? doubtFact(found.doubt) : []),
    ...(found.disownedAt ? [`Its reader said on ${day(found.disownedAt)} that it is not for them`] : []),
    ...on('Opened', found.openedAt),
    ...on('Answered the questions', found.provenAt),
    ...on('Downloaded', found.downloadedAt),
  ];
}

function emailText(to: string, found: Delivery, day: (instant: string) => string): string {
  const { letter, writtenAt, acceptedBy } = found;
  const status = emailStatus(found);
  if (status === 'undelivered') return `Our email to ${to} could not be delivered`;
  const sent = writtenAt ? ` ${day(writtenAt)}` : '';
  if (letter !== 'accepted' || status === 'in-doubt') return `Our email to ${to}: sent${sent}`;
  return acceptedBy ? `Our email to ${to}: accepted by ${acceptedBy}${sent}` : `Our email to ${to}: delivered${sent}`;
}
