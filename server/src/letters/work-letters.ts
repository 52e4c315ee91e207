// Sends each letter the moment its transaction has committed. A failed try is the ledger's to repeat, not the queue's.
import type { Queue } from '../jobs/queue.ts';
import type { SendLetterNeeds } from './send-letter.ts';
import { sendPromptly } from './send-promptly.ts';

export async function workLetters(queue: Queue, needs: SendLetterNeeds): Promise<void> {
  await queue.work('send-letter', async ({ letterId }) => {
    await sendPromptly(needs, letterId);
  });
}
