// Sends every due letter at the start and then every few seconds: first those that somebody waits for, and the others beside them.
// This guarantees that every letter is sent; a notification only makes it faster.

import { everyRank, laterRank, type Ranks } from '../ledger/letter-rank.ts';
import { type SendLetterNeeds, sendLetters } from './send-letters.ts';

/** The first few show whether the mail server accepts letters at all. */
const firstFew = 3;

/** Stops when the mail server is unavailable or `signal` is aborted. Returns how many letters were sent. */
export async function sendDueLetters(needs: SendLetterNeeds, signal?: AbortSignal): Promise<number> {
  const atOnce = Math.floor(needs.mailer.atOnce / 3); // two rounds leave room for new letters, which people wait for
  let sent = 0;
  let isUnavailable = false;
  /** @returns false if nothing more can be sent now */
  const sendSome = async (max: number, among: Ranks) => {
    if (signal?.aborted || isUnavailable) return false;
    const outcomes = await sendLetters(needs, { max, among });
    sent += outcomes.filter((outcome) => outcome === 'sent').length;
    isUnavailable ||= outcomes.includes('unavailable');
    return outcomes.length > 0;
  };
  const sendAll = async (among: Ranks) => {
    let goesOn = true;
    while (goesOn) goesOn = await sendSome(atOnce, among);
  };
  // The second round takes the others first, so that they leave too while letters that somebody waits for keep coming.
  const inTurn = async () => {
    await sendAll(laterRank);
    await sendAll(everyRank);
  };
  if (await sendSome(firstFew, everyRank)) await Promise.all([sendAll(everyRank), inTurn()]);
  return sent;
}
