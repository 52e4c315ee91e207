// Collects every reason to refuse a start, so that an operator sees all of them together.
import { StartRefused } from '../platform/lib/start-refused.ts';

export function collectRefusals() {
  const lines: string[] = [];
  /** The first line about a setting explains the problem; others would only follow from it. */
  const add = (line: string) => {
    const [name = ''] = line.split(' ');
    if (!lines.some((other) => other.startsWith(`${name} `))) lines.push(line);
  };
  return {
    add,
    /** A value that could not be read must not be used before the end, which throws. */
    read<Result>(act: () => Result): Result {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof StartRefused)) throw error;
        add(error.message);
        return undefined as Result;
      }
    },
    /** @throws {StartRefused} with one line for each reason, and the hints, such as a misspelt name of a setting that is missing */
    end(hints: readonly string[] = []): void {
      if (lines.length > 0) throw new StartRefused([...lines, ...hints].join('\n'));
    },
  };
}
