// Checks every part, and remembers when each failing one began to fail. If one part fails because of another, only the cause is reported.
import type { FailingPart } from '@remembrance/contract/problem.ts';
import { MarkMissing } from '../../files/storage/marked-storage.ts';
import { describeFault } from '../../http/problem-reply.ts';
import { KeyServiceUnavailable, KeyUnavailable } from '../../keys/master/master-keys.ts';
import { BucketUnavailable } from '../../platform/lib/bucket-unavailable.ts';
import { causesOf, hasNoRoom } from '../../platform/lib/causes.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';

/** A part of the service that can fail on its own. To add one, write a function and a line in `health-parts.ts`. */
export interface HealthPart {
  name: string;
  /** How long it may fail before a letter to the operator; null if the cause has its own letter. */
  letterAfterMinutes: number | null;
  /** @returns the problem as a sentence without secrets, or null. A thrown error or a timeout also counts as a problem. */
  findProblem(): Promise<string | null>;
  /** The parts that cannot work while this one does not. Only the cause is reported. */
  explains?: readonly string[];
}

interface Explained {
  /** The cause for the log. */
  cause?: unknown;
  /** Instead of the cause's message. Strangers do not see it. */
  forOperator?: string;
  explains?: readonly string[];
}

/** A problem whose message may be shown, with details for the log, or which explains parts that are otherwise independent. */
export class PartFails extends Error {
  override name = 'PartFails';
  readonly explains: readonly string[];
  readonly forOperator: string | undefined;

  constructor(sentence: string, { cause, forOperator, explains = [] }: Explained) {
    super(sentence, { cause });
    this.explains = explains;
    this.forOperator = forOperator;
  }
}

export interface FoundPart extends FailingPart {
  /** Whether it only has not answered in time, and not often enough to count as failing. */
  isSlow?: true;
  /** For the operator only. */
  cause?: string | undefined;
}

/** The parts that fail or are slow now. */
export type ReadHealth = () => Promise<FoundPart[]>;

const answerMilliseconds = 2000;
/** A part fails if it misses this many checks in a row. On a busy machine everything misses one sometimes. */
const maxMisses = 3;
/** Anyone may call this, so one check serves all calls within this time. */
const freshMilliseconds = 1000;

interface Needs {
  clock: Clock;
  /** Called once when a part starts to fail and once when it works again. */
  log: (message: string, facts: Record<string, unknown>) => void;
}

export function createReadHealth(parts: HealthPart[], { clock, log }: Needs): ReadHealth {
  let latest: { at: number; failing: Promise<FoundPart[]> } | undefined;
  const states = new Map<string, { since: Date; misses: number; isLogged: boolean }>();

  const noteProblem = (name: string, finding: Finding & { problem: string }): FoundPart => {
    const { problem, cause, error, isLate = false } = finding;
    const before = states.get(name) ?? { since: clock.now(), misses: 0, isLogged: false };
    const misses = isLate ? before.misses + 1 : 0;
    const isSlow = isLate && !before.isLogged && misses < maxMisses;
    if (!isSlow && !before.isLogged) log('a part of the service does not work', { part: name, problem, cause, error });
    states.set(name, { ...before, misses, isLogged: !isSlow });
    return { part: name, problem, since: before.since.toISOString(), cause, ...(isSlow && { isSlow }) };
  };
  const noteAnswer = (name: string): void => {
    const { since, isLogged } = states.get(name) ?? {};
    if (isLogged) log('a part of the service works again', { part: name, since });
    states.delete(name);
  };
  const look = async (): Promise<FoundPart[]> => {
    const findings = await Promise.all(parts.map(findingOf));
    const follows = consequencesOf(parts, findings);
    return parts.flatMap(({ name }, position) => {
      const finding = findings[position];
      if (follows.has(name)) return [];
      if (finding?.problem) return [noteProblem(name, { ...finding, problem: finding.problem })];
      noteAnswer(name);
      return [];
    });
  };
  return () => {
    const at = performance.now();
    if (!latest || at - latest.at > freshMilliseconds) latest = { at, failing: look() };
    return latest.failing;
  };
}

/** The names of the parts that fail because another one does. */
function consequencesOf(parts: readonly HealthPart[], findings: readonly Finding[]): Set<string> {
  const failing = new Set(parts.filter((_, position) => findings[position]?.problem).map(({ name }) => name));
  const follows = parts.flatMap(({ name, explains = [] }, position) => {
    const finding = findings[position];
    if (!finding?.problem) return [];
    const isOther = finding.because && finding.because !== name && failing.has(finding.because);
    return [...explains, ...(finding.explains ?? []), ...(isOther ? [name] : [])];
  });
  return new Set(follows);
}

interface Finding {
  problem: string | null;
  /** It did not answer in time. */
  isLate?: true;
  explains?: readonly string[];
  /** For the operator only. */
  cause?: string | undefined;
  /** The part that caused its error. */
  because?: 'disk' | 'database' | undefined;
  /** The thrown error, for the log. It may contain an address or a path, and anyone can read the problem. */
  error?: Record<string, unknown>;
}

async function findingOf(part: HealthPart): Promise<Finding> {
  const late = AbortSignal.timeout(answerMilliseconds);
  const noAnswer = new Promise<Finding>((resolve) => {
    late.addEventListener('abort', () => resolve({ problem: 'It does not answer within two seconds.', isLate: true }));
  });
  const found = part.findProblem().then((problem): Finding => ({ problem }), describeFailure);
  return Promise.race([found, noAnswer]);
}

function describeFailure(error: unknown): Finding {
  if (error instanceof PartFails)
    return {
      problem: error.message,
      explains: error.explains,
      cause: error.forOperator ?? explainCause(error.cause),
      ...(error.cause !== undefined && { error: describeFault(error.cause) }),
    };
  if (hasNoRoom(error))
    return { problem: 'There is no space left on its disk.', because: 'disk', error: describeFault(error) };
  const because = isDatabaseUnavailable(error) ? 'database' : undefined;
  return {
    problem: 'It fails with an error; see the log of the service.',
    cause: explainCause(error),
    because,
    error: describeFault(error),
  };
}

const spoken = [BucketUnavailable, KeyServiceUnavailable, KeyUnavailable, MarkMissing, StartRefused];

/** Undefined for any other error, whose message may quote anything. */
function explainCause(error: unknown): string | undefined {
  const causes = causesOf(error);
  const known = causes.find((cause) => spoken.some((kind) => cause instanceof kind));
  return (known ?? causes.find(({ syscall }) => syscall))?.message;
}
