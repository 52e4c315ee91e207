// Sends letters as soon as their transaction has committed. Failed tries are repeated from the ledger, not by the queue.
import type { Queue } from '../jobs/queue.ts';
import { awaitPromptly } from './await-promptly.ts';
import { type SendLetterNeeds, sendLetters } from './send-letters.ts';

export async function startLetterWorker(queue: Queue, needs: SendLetterNeeds): Promise<void> {
  await queue.work('send-letter', async (jobs) => {
    const letterIds = jobs.map(({ letterId }) => letterId);
    await awaitPromptly(needs, await sendLetters(needs, { max: letterIds.length, letterIds }));
  });
}
