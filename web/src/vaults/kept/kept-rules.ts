// The panel on a vault that was just kept: whether it is shown, what was sent, what was not, and what to tell the executor. Pure.
import type { Executor } from '@remembrance/contract/executors.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { longDate, shortDate } from '../../lib/dates.ts';

export type Written = Pick<Executor, 'name' | 'email' | 'codeSentAt' | 'confirmedAt'>;
type KeptVault = Pick<Vault, 'status' | 'paymentStatus' | 'recipientName' | 'scheduledReleaseDate'>;

const recentMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** For a week after the executor was written to, also where the payment was completed in another browser. */
export const isLatelyWritten = (executors: readonly Written[], now: Date): boolean =>
  executors.some(({ codeSentAt }) => codeSentAt && now.getTime() - Date.parse(codeSentAt) < recentMilliseconds);

export const isKept = ({ status, paymentStatus }: KeptVault): boolean =>
  status === 'active' && (paymentStatus === 'paid' || paymentStatus === 'trial');

export function whatWasSent(
  { recipientName, scheduledReleaseDate: date }: KeptVault,
  executors: readonly Written[],
): string[] {
  const hasExecutor = executors.length > 0;
  const release = date
    ? `on ${longDate(date)}${hasExecutor ? ', or before by your executor' : ''}`
    : 'by your executor';
  const toRecipient = `Nothing was sent to ${recipientName}. They are written to when the vault is released ${release}.`;
  return [...executors.map(sentenceOf), toRecipient];
}

function sentenceOf({ name, email, codeSentAt, confirmedAt }: Written): string {
  const who = name || email;
  if (confirmedAt) return `${who} confirmed on ${shortDate(confirmedAt)} that they have the code.`;
  const when = codeSentAt ? ` on ${shortDate(codeSentAt)}` : '';
  return `${who} was written to${when}, with the code that releases this vault.`;
}

export const moneySentence = ({ paymentStatus }: KeptVault): string =>
  paymentStatus === 'trial' ? 'Until when it is free, and what follows, is under' : 'Your receipt is under';

interface ToldExecutor {
  recipientName: string;
  productName: string;
  publicUrl: string;
}

/** For the owner to send on in their own way. It never holds the code. */
export const wordsForExecutor = ({ recipientName, productName, publicUrl }: ToldExecutor): string =>
  `I have made a vault for ${recipientName} with ${productName}, and I trust you to release it when the time comes. ` +
  `You have a letter from ${productName} with a code. Please keep it somewhere safe, and do not pass it on. ` +
  `When the time comes, enter it at ${publicUrl}/executor-access`;
