// Whether the process runs, and whether everything it needs works.
import type { FailingPart } from '@remembrance/contract/problem.ts';
import { health, readiness } from '@remembrance/contract/service.ts';
import type { Routes } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { countDue } from '../../vaults/vault/release-store.ts';
import { optionalParts } from './health-parts.ts';
import type { FoundPart, ReadHealth } from './read-health.ts';

interface Needs {
  database: Database;
  clock: Clock;
  readHealth: ReadHealth;
}

export function healthRoutes(routes: Routes, { database, clock, readHealth }: Needs, letters: 'sent' | 'kept'): void {
  routes.open(health, async () => ({ status: 'ok' as const, letters }));
  routes.open(readiness, async () => {
    const found = await readHealth();
    const isDegraded = ({ part, isSlow }: FoundPart) => isSlow === true || optionalParts.includes(part);
    const failing = found.filter((part) => !isDegraded(part)).map(forAnyone);
    if (failing.length > 0) refuse('not-ready', { failing });
    const degraded = found.filter(isDegraded).map(forAnyone);
    const left = await countDue(database, clock.now());
    return { status: left === 0 ? ('ready' as const) : ('catching-up' as const), left, degraded };
  });
}

/** Without the cause, which names hosts and folders. */
const forAnyone = ({ part, problem, since }: FoundPart): FailingPart => ({ part, problem, since });
