// Reads the audit lines of every vault back, or of one, and computes their chains again: no line was changed, taken out or left out.
// Lines at the end that are gone with their links are found by the checkpoints (transparency/verify-checkpoints.ts).
import type { Database } from '../database/open-database.ts';
import { hashOf, noHash } from './chain-rules.ts';
import { type Link, type LinkPlace, listLinks, listUnchained } from './chain-store.ts';

export interface ChainVerification {
  vaults: number;
  lines: number;
  broken: BrokenChain[];
}

export interface BrokenChain {
  vaultId: string;
  /** A sentence for the operator, without its full stop. */
  what: string;
}

const linksInOneBatch = 1000;

export async function verifyChains(database: Database, vaultId?: string): Promise<ChainVerification> {
  const found: ChainVerification = { vaults: 0, lines: 0, broken: [] };
  let before: Link | null = null;
  for (;;) {
    const batch: Link[] = await listLinks(database, { after: placeOf(before), vaultId, max: linksInOneBatch });
    for (const link of batch) {
      const isFirst = before?.vaultId !== link.vaultId;
      found.lines += 1;
      if (isFirst) found.vaults += 1;
      const what = faultOf(link, isFirst ? null : before);
      if (what) found.broken.push({ vaultId: link.vaultId, what });
      before = link;
    }
    if (batch.length < linksInOneBatch) break;
  }
  for (const unchained of await listUnchained(database, vaultId))
    found.broken.push({ vaultId: unchained, what: `vault ${unchained} has a line that is in no chain` });
  return found;
}

const placeOf = (link: Link | null): LinkPlace | null => link && { vaultId: link.vaultId, number: link.number };

/** Each link is compared by the stored hash before it, so that one changed line is one finding. */
function faultOf({ vaultId, number, hash, line }: Link, before: Link | null): string | null {
  const expected = (before?.number ?? 0) + 1;
  if (number !== expected) return `the lines ${expected} to ${number - 1} of vault ${vaultId} are missing`;
  if (!line) return `line ${number} of vault ${vaultId} is missing`;
  const isRight = hashOf(before?.hash ?? noHash, number, line) === hash && line.vaultId === vaultId;
  return isRight ? null : `line ${number} of vault ${vaultId} was changed`;
}
