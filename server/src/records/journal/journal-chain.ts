// The journal is one sequence: each line has the next position and the digest of the previous line, and each batch ends with a signed line,
// which covers everything before it. Any reader detects a line that was replayed, removed, reordered, altered or forged.
import { createHash } from 'node:crypto';
import type { JournalKeys } from './journal-keys.ts';
import type { JournalKind } from './journal-state-store.ts';

export interface Entry {
  kind: JournalKind;
  id: string;
  /** Null if the thing no longer exists. */
  facts: object | null;
  /** Names and addresses, sealed. */
  person?: string;
}

export interface JournalLine extends Entry {
  /** Increases across all files. */
  position: number;
  at: string;
}

/** The signed line that ends a batch. */
export interface SignedHead {
  position: number;
  /** SHA-256 of the line, in hex. */
  digest: string;
  at: string;
  /** The rows of journal_changes for which the batch was written. */
  changeIds: readonly string[];
}

export interface Batch {
  lines: JournalLine[];
  head: SignedHead;
}

interface Place {
  position: number;
  digest: string;
}

/** The digest that precedes the first line. */
const beginning: Place = { position: 0, digest: '0'.repeat(64) };
const signed = 'signed';

const digestOf = (line: Buffer | string): string => createHash('sha256').update(line).digest('hex');

/** The context under which the person of a line is sealed. */
export const personContext = (kind: JournalKind, id: string): string => `journal/${kind}/${id}`;

/** The lines of a batch after this place, each with its end, and the state from which a reader continues. */
export function composeBatch(
  keys: JournalKeys,
  after: Place | null,
  { entries, at, changeIds }: { entries: readonly Entry[]; at: string; changeIds: readonly string[] },
): { text: string; head: SignedHead } {
  let { position, digest } = after ?? beginning;
  let text = '';
  const add = (rest: object, sign: (line: object) => object = (line) => line) => {
    position += 1;
    const line = JSON.stringify(sign({ position, previous: digest, at, ...rest }));
    digest = digestOf(line);
    text += `${line}\n`;
  };
  for (const entry of entries) add(entry);
  const { publicKey } = keys;
  add({ kind: signed, changeIds, publicKey }, (line) => ({ ...line, signature: keys.sign(JSON.stringify(line)) }));
  return { text, head: { position, digest, at, changeIds } };
}

type AnyLine = Omit<JournalLine, 'kind'> & {
  previous: string;
  kind: string;
  changeIds?: string[];
  /** In earlier lines: the first of them. */
  changeId?: string;
  publicKey?: string;
  signature?: string;
};

function parse(bytes: Buffer): AnyLine | null {
  try {
    const line = JSON.parse(bytes.toString('utf8'));
    return Number.isSafeInteger(line?.position) && typeof line.kind === 'string' ? line : null;
  } catch {
    return null; // truncated, or not one of our lines
  }
}

/** Null if the line does not end a batch. `isOurs` checks whether this installation's key has signed it. */
export function readSignedHead(keys: JournalKeys, bytes: Buffer): { head: SignedHead; isOurs: () => boolean } | null {
  if (!bytes.includes(`"kind":"${signed}"`)) return null;
  const line = parse(bytes);
  if (line?.kind !== signed) return null;
  const { signature = '', ...text } = line;
  const { position, at, changeId, changeIds = changeId ? [changeId] : [] } = line;
  const isOurs = () => text.publicKey === keys.publicKey && keys.isSigned(JSON.stringify(text), signature);
  return { head: { position, digest: digestOf(bytes), at, changeIds }, isOurs };
}

export interface ChainReader {
  /** @returns the batch that this line ends, if none of it was altered */
  add(bytes: Buffer): Batch | null;
  /** The findings so far, as sentences for the operator without their full stop. */
  findings: readonly string[];
}

/**
 * The first line may have any position, because old files are deleted. Lines after the last signed one are not complete yet. A
 * repeated line is skipped, so that it hides nothing that follows.
 */
export function createChainReader(keys: JournalKeys): ChainReader {
  const findings: string[] = [];
  let last: Place | null = null;
  let lines: JournalLine[] = [];
  let isWhole = true;
  let unreadable: string | null = null;

  function follow({ position, previous }: AnyLine, before: Place): boolean {
    if (position <= before.position) findings.push(`line ${position} is repeated, or out of order`);
    else if (position > before.position + 1)
      findings.push(`the lines ${before.position + 1} to ${position - 1} are missing`);
    else if (previous !== before.digest) findings.push(`line ${before.position} was altered`);
    else return true;
    return false;
  }

  return {
    findings,
    add(bytes) {
      if (unreadable) findings.push(unreadable);
      const line = parse(bytes);
      // An incomplete batch at the end is not a finding: it is still being written, or its writer was killed.
      unreadable = line ? null : `what comes after line ${last?.position ?? 0} cannot be read`;
      if (!line) return null;
      const follows = last === null || follow(line, last);
      if (last && line.position <= last.position) return null;
      isWhole &&= follows || lines.length === 0;
      last = { position: line.position, digest: digestOf(bytes) };
      const end = readSignedHead(keys, bytes);
      if (!end) {
        lines.push(line as JournalLine);
        return null;
      }
      const isOurs = end.isOurs();
      if (!isOurs) findings.push(forged(line, keys));
      const batch = isWhole && isOurs ? { lines, head: end.head } : null;
      lines = [];
      isWhole = true;
      return batch;
    },
  };
}

const forged = ({ position, publicKey }: AnyLine, keys: JournalKeys): string =>
  publicKey === keys.publicKey
    ? `the signature of line ${position} is wrong`
    : `line ${position} is signed with a key that is not this installation’s`;
