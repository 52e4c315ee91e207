// What the running service says about itself, which a command cannot see: whether it answers, and its failing parts.
import type { Config } from '../../settings/config.ts';
import { ownAddress } from '../../start/own-address.ts';
import { askService } from '../admin/ask-service.ts';
import { type Finding, look, ok, wrong } from './finding.ts';

export async function examineRunningService(config: Config): Promise<Finding> {
  const address = ownAddress(config, '');
  const failing = await askService(config);
  if (!failing) return look('service', `does not answer at ${address}; start it, unless it runs on another machine`);
  if (failing.length === 0) return ok('service', `answers at ${address}, and is ready`);
  const parts = failing.map(({ part, problem, since }) => `${part}: ${problem} (since ${since})`);
  return wrong('service', `answers at ${address}, and some parts do not work. ${parts.join(' ')}`);
}
