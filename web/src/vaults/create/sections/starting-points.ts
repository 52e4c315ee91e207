// Suggestions for the message and the questions, and which questions are weak. Nothing written is replaced. Pure.
import type { VaultForm } from '../draft/vault-form.ts';

export const messageStarts = [
  'What were you most proud of?',
  'What do you hope they remember of you?',
  'A day with them that you would live again',
  'What you never found the words for',
  'What helped you when life was hard',
  'What you wish for them',
] as const;

export const questionStarts = [
  'Where were we when we laughed until we cried?',
  'What did we call the place by the water?',
  'What did I always hum in the kitchen?',
  'What did we break and never tell anyone about?',
  'What was the last thing I taught you to cook?',
] as const;

/** The message with a suggestion appended as its own paragraph. */
export function withStartingPoint(message: string, start: string): string {
  const gap = message.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - trailingLineBreaks(message)));
  return `${message.trim() === '' ? '' : message}${gap}${start}\n`;
}

const trailingLineBreaks = (text: string): number => text.length - text.replace(/\n+$/, '').length;

type Questions = Pick<VaultForm, 'securityQuestion1' | 'securityQuestion2'>;

/** The question that a suggestion fills: the first blank one. */
export const blankQuestion = (form: Questions): 1 | 2 | undefined =>
  form.securityQuestion1.trim() === '' ? 1 : form.securityQuestion2.trim() === '' ? 2 : undefined;

const foundElsewhere =
  /\bmaiden|\bbirth|\bborn\b|\bpet\b|(dog|cat|mother|father|middle|sister|brother|wife|husband)['’]?s? name|name of (my|your|our) (\w+ )?(dog|cat|pet|mother|father)|\bschool|\bstreet\b|\bgrew up\b|\bfirst car\b|\banniversary|\bphone number|\bfavou?rite colou?r/i;

/** The warning about a question whose answer public records, relatives or social networks reveal. */
export const weaknessOf = (question: string): string | undefined =>
  foundElsewhere.test(question)
    ? 'Others can find this out from records, relatives or social networks. A moment that only the two of you share is safer.'
    : undefined;
