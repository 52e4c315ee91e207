// Runs webhook permutations in separate processes, on a copy of the sources that may contain a planted fault.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { copySources } from '../support/source-copy.ts';
import type { WebhookReport } from '../webhooks/run.ts';

interface WebhookRun {
  permutations: number;
  seed: number;
  planted?: string | undefined;
  /** The number of concurrent processes, each with its own database and share of the permutations. */
  processes: number;
  log: (line: string) => void;
}

export async function runWebhookCopy({ planted, processes, ...run }: WebhookRun): Promise<WebhookReport> {
  const sources = copySources(planted);
  const program = path.resolve(sources.server, '../lab/webhooks/run.ts');
  try {
    const shares = Array.from({ length: processes }, (_, first) => runShare(program, run, { first, every: processes }));
    const report = (await Promise.all(shares)).reduce((one, other) => ({
      permutations: one.permutations + other.permutations,
      deliveries: one.deliveries + other.deliveries,
      kills: one.kills + other.kills,
      steps: one.steps + other.steps,
      violations: [...one.violations, ...other.violations],
    }));
    if (report.kills === 0) report.violations.push('no process was killed: this run proves nothing');
    return report;
  } finally {
    sources.remove();
  }
}

async function runShare(
  program: string,
  { permutations, seed, log }: Omit<WebhookRun, 'planted' | 'processes'>,
  { first, every }: { first: number; every: number },
): Promise<WebhookReport> {
  const child = fork(program, [permutations, seed, first, every].map(String), { execArgv: [] });
  let report: WebhookReport | undefined;
  child.on('message', (message: string | WebhookReport) => {
    if (typeof message === 'string') log(message);
    else report = message;
  });
  await once(child, 'exit');
  return report ?? Promise.reject(new Error('the webhook run did not finish'));
}
