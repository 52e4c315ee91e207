// Runs webhook permutations in a process of its own, on a copy of the sources, which may have a fault planted in them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { copySources } from '../support/planted.ts';
import type { WebhookReport } from '../webhooks/run-webhooks.ts';

interface WebhookRun {
  permutations: number;
  seed: number;
  planted?: string | undefined;
  say: (line: string) => void;
}

export async function runWebhookCopy({ permutations, seed, planted, say }: WebhookRun): Promise<WebhookReport> {
  const program = path.resolve(copySources(planted), '../bench/webhooks/run.ts');
  const child = fork(program, [String(permutations), String(seed)], { execArgv: [] });
  let report: WebhookReport | undefined;
  child.on('message', (message: string | WebhookReport) => {
    if (typeof message === 'string') say(message);
    else report = message;
  });
  await once(child, 'exit');
  return report ?? Promise.reject(new Error('the run of the webhooks did not end by itself'));
}
