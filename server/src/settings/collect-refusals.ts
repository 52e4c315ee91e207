// Collects every reason why a start is refused, so that an operator reads all of them at once.
import { StartRefused } from '../platform/lib/start-refused.ts';

export function collectRefusals() {
  const lines: string[] = [];
  /** The first line about a setting says what is wrong with it; others would only follow from that. */
  const add = (line: string) => {
    const [name = ''] = line.split(' ');
    if (!lines.some((other) => other.startsWith(`${name} `))) lines.push(line);
  };
  return {
    add,
    /** What could not be read is not to be used before the end, which throws. */
    read<Result>(act: () => Result): Result {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof StartRefused)) throw error;
        add(error.message);
        return undefined as Result;
      }
    },
    /** @throws {StartRefused} with one line for each reason */
    end(): void {
      if (lines.length > 0) throw new StartRefused(lines.join('\n'));
    },
  };
}
