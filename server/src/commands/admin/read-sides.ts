// Reads which side counts for vaults that were changed on both sides of a database that went back: --journal and --database, each with
// vault ids or “all” for those that the other one does not name.
import type { Side } from '../../operations/restore/both-sides.ts';
import { CommandRefused } from '../run/command-line.ts';

interface Sides {
  sideOf: (vaultId: string) => Side | undefined;
  undecided: string[];
}

/** @throws {CommandRefused} if a vault is named that needs no decision, or on both sides */
export function readSides(given: { [Of in Side]?: string | undefined }, bothSides: readonly string[]): Sides {
  const named = { journal: listIds(given.journal), database: listIds(given.database) };
  const sides: Side[] = ['journal', 'database'];
  for (const id of [...named.journal, ...named.database]) {
    if (id === 'all' || bothSides.includes(id)) continue;
    throw new CommandRefused(
      `Vault ${id} was not changed on both sides, so there is nothing to decide. The hold continues.`,
    );
  }
  const twice = named.journal.find((id) => named.database.includes(id));
  if (twice) throw new CommandRefused(`--journal and --database both name ${twice}. The hold continues.`);
  const sideOf = (vaultId: string) =>
    sides.find((side) => named[side].includes(vaultId)) ?? sides.find((side) => named[side].includes('all'));
  return { sideOf, undecided: bothSides.filter((id) => sideOf(id) === undefined) };
}

export const describeSides = (undecided: readonly string[]): string =>
  `Say which side counts for ${undecided.length === 1 ? 'this vault' : `these ${undecided.length} vaults`}: --journal ${undecided.join(',')} for what the journal shows, --database with the same ids for what is in this database, or “all” for all others.`;

const listIds = (text = ''): string[] =>
  text
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter(Boolean);
