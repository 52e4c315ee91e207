// `npm run admin -- audit [--vault id] [--account address-or-digest] [--network address-or-digest] [--since 7d]`: prints the
// audit. It only reads, so it requires no reason.

import { networkOfAddress } from '../../http/network.ts';
import { findUserByEmail, listUserIds } from '../../people/users/user-store.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { showActs } from '../../records/acts/show-acts.ts';
import type { Services } from '../../services.ts';
import { type Answer, CommandRefused } from '../run/command-line.ts';

export interface AuditOptions {
  vault?: string | undefined;
  account?: string | undefined;
  network?: string | undefined;
  since?: string | undefined;
}

type Needs = Pick<Services, 'database' | 'clock' | 'logNames'>;

const digest = /^[0-9a-f]{12}$/;
const defaultDays = 7;

export async function runAudit(needs: Needs, { vault, account, network, since }: AuditOptions): Promise<Answer> {
  if (vault !== undefined && !isId(vault)) throw new CommandRefused(`"${vault}" is not a valid vault id.`);
  const from = readSince(needs.clock.now(), since ?? (vault ? undefined : `${defaultDays}d`));
  return showActs(needs, {
    vaultId: vault,
    userId: account === undefined ? undefined : await findAccount(needs, account),
    networks: network === undefined ? undefined : digestsOf(needs, network, from),
    since: from,
  });
}

async function findAccount({ database, logNames }: Needs, account: string): Promise<string> {
  const userId = digest.test(account)
    ? (await listUserIds(database)).find((id) => logNames.accounts(id).includes(account))
    : (await findUserByEmail(database, account))?.id;
  if (!userId) throw new CommandRefused('There is no account with this address or digest.');
  return userId;
}

// A network has a different digest every day, so an address is searched by its digests of every day in the range.
function digestsOf({ clock, logNames }: Needs, network: string, from: Date | undefined): string[] {
  if (digest.test(network)) return [network];
  const searched = networkOfAddress(network);
  if (searched === null) throw new CommandRefused('--network takes an IP address, or a digest from the audit.');
  const digests: string[] = [];
  const last = clock.now();
  for (let day = from ?? daysLater(last, -defaultDays); day < daysLater(last, 1); day = daysLater(day, 1)) {
    digests.push(...logNames.networks(searched, day));
  }
  return digests;
}

function readSince(now: Date, since: string | undefined): Date | undefined {
  if (since === undefined) return undefined;
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(since) ?? [];
  const date = /^\d{4}-\d\d-\d\d/.test(since) ? new Date(since) : new Date(Number.NaN); // "7" would be parsed as July 2001
  const from = count ? daysLater(now, -Number(count) / (unit === 'h' ? 24 : 1)) : date;
  if (Number.isNaN(from.getTime())) throw new CommandRefused('--since takes 7d, 12h or a date such as 2026-11-01.');
  return from;
}
