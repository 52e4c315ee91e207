// Sends each letter the moment its transaction has committed. A failed try is the ledger's to repeat, not the queue's.
import type { Queue } from '../jobs/queue.ts';
import { type SendLetterNeeds, sendLetter } from './send-letter.ts';

export async function workLetters(queue: Queue, needs: SendLetterNeeds): Promise<void> {
  const sendQueued = async ({ letterId }: { letterId: string }) => {
    await sendLetter(needs, letterId);
  };
  await queue.work('send-letter', sendQueued, { atOnce: 2 });
}
