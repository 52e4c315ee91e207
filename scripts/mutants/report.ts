// Reads the mutants from Stryker's report: which source line each changes, into what, and whether a test detected it.

export interface Report {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>;
}

interface ReportedMutant {
  replacement?: string;
  location: { start: Position; end: Position };
  status: string;
  /** For a mutant that was killed or timed out: what failed. */
  statusReason?: string;
}
/** Both count from 1. */
interface Position {
  line: number;
  column: number;
}

export interface Mutant {
  file: string;
  line: number;
  /** The source lines it changes, on one line. */
  before: string;
  after: string;
  isAlive: boolean;
}

/** Every mutant that was tried. */
export const readMutants = ({ files }: Report): Mutant[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.filter(({ status }) => isTried(status)).map((mutant) => readMutant(file, lines, mutant));
  });

/** A mutant that cannot be compiled, or that our settings leave out, proves nothing. */
const isTried = (status: string): boolean =>
  ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'].includes(status);

/** Stryker reports it for an endless loop, by counting iterations. */
const isEndless = /^Hit limit reached/;
const ranOutOfTime = /(Test|Hook) timed out in/;
/** A test file that cannot be loaded fails its run, whichever test it contains. */
const cannotBeLoaded = /^An error occurred outside of a test run/;

/** A test has to fail: a timeout alone may come from a busy machine. */
function isNoticed({ status, statusReason = '' }: ReportedMutant): boolean {
  if (status === 'Timeout') return isEndless.test(statusReason);
  if (status === 'RuntimeError') return cannotBeLoaded.test(statusReason);
  return status === 'Killed' && !ranOutOfTime.test(statusReason);
}

function readMutant(file: string, lines: string[], mutant: ReportedMutant): Mutant {
  const { start, end } = mutant.location;
  const head = lines[start.line - 1]?.slice(0, start.column - 1) ?? '';
  const tail = lines[end.line - 1]?.slice(end.column - 1) ?? '';
  return {
    file,
    line: start.line,
    before: onOneLine(lines.slice(start.line - 1, end.line).join('\n')),
    after: onOneLine(`${head}${mutant.replacement ?? ''}${tail}`),
    isAlive: !isNoticed(mutant),
  };
}

const onOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');
