// Sends each letter as soon as its transaction has committed. Failed tries are repeated from the ledger, not by the queue.
import type { Queue } from '../jobs/queue.ts';
import type { SendLetterNeeds } from './send-letter.ts';
import { sendPromptly } from './send-promptly.ts';

export async function startLetterWorker(queue: Queue, needs: SendLetterNeeds): Promise<void> {
  await queue.work('send-letter', async ({ letterId }) => {
    await sendPromptly(needs, letterId);
  });
}
