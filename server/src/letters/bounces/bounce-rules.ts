// What a report about a letter means: a doubt whether it arrived, a delay, or nothing. By RFC 3464 (reports) and RFC 3463 (codes). Pure.
import type { LetterDoubt } from '@remembrance/contract/letters.ts';

export type Meaning = { outcome: 'doubt'; doubt: LetterDoubt; status: string } | { outcome: 'delay' | 'nothing' };

/** The fields of one part of a report, by their names in lower case. */
export type Fields = ReadonlyMap<string, string>;

const nothing: Meaning = { outcome: 'nothing' };

/**
 * @param recipients what the report says about each recipient. A letter has one, but a server may have passed it on to another.
 * @param explanation the text for people, where Exim says what it puts into no field
 */
export function judgeReport(recipients: readonly Fields[], explanation = ''): Meaning {
  const actionOf = (fields: Fields) => fields.get('action')?.toLowerCase();
  const failed = recipients.find((fields) => actionOf(fields) === 'failed');
  if (failed) return { outcome: 'doubt', ...explain(failed, explanation) };
  return recipients.some((fields) => actionOf(fields) === 'delayed') ? { outcome: 'delay' } : nothing;
}

function explain(fields: Fields, explanation: string): { doubt: LetterDoubt; status: string } {
  const [field = ''] = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? [];
  const text = (fields.get('diagnostic-code') ?? explanation).slice(0, 2000);
  // Some servers report 5.0.0 and quote the other server's own code.
  const [quoted = ''] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text) ?? [];
  const status = isVague(field) && quoted ? quoted : field;
  return { status, doubt: doubtByCode(status) ?? doubtByText(text) ?? 'other' };
}

const isVague = (status: string): boolean => /^$|\.0\.\d+$/.test(status);

/** The class (4 or 5) does not matter: a report of a failure is final. */
function doubtByCode(status: string): LetterDoubt | undefined {
  const [, subject = '', detail = ''] = status.split('.');
  if (subject === '1') return ['7', '8'].includes(detail) ? 'other' : 'address-unknown'; // 7 and 8 are about the sender
  if (subject === '2') return { '1': 'address-unknown', '2': 'mailbox-full' }[detail] as LetterDoubt | undefined;
  if (subject === '4' && detail === '4') return 'address-unknown'; // there is no such domain
  return subject === '7' ? 'refused' : undefined;
}

/** The texts of servers that give no code, or a wrong one. */
const phrases: [RegExp, LetterDoubt][] = [
  [
    /unrouteable address|user unknown|unknown user|no such (user|mailbox)|recipient address rejected: access denied/i,
    'address-unknown',
  ],
  [/(mailbox|quota) (is )?(full|exceeded)|over quota/i, 'mailbox-full'],
  [/spam|blocked|blacklist|policy/i, 'refused'],
];
const doubtByText = (text: string): LetterDoubt | undefined => phrases.find(([pattern]) => pattern.test(text))?.[1];
