// What the running service says about itself, which a command cannot see: whether it answers, and its failing parts.
import { readiness } from '@remembrance/contract/service.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

const milliseconds = 5000;

/** The address of the service on this machine, without a proxy. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export async function examineRunningService(config: Config): Promise<Finding> {
  const address = ownAddress(config);
  try {
    const reply = await fetch(address + readiness.path, { signal: AbortSignal.timeout(milliseconds) });
    const body = (await reply.json()) as { status?: unknown; failing?: { part: string; problem: string }[] };
    if (reply.status === 200) return ok('service', `answers at ${address}: ${body.status}`);
    const failing = (body.failing ?? []).map(({ part, problem }) => `${part}: ${problem}`);
    return wrong('service', `answers at ${address} that it is not ready. ${failing.join(' ')}`);
  } catch {
    return look('service', `does not answer at ${address}; start it, unless it runs on another machine`);
  }
}
