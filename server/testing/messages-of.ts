// For tests: the messages of a service that is not on a terminal. Each of its lines must be JSON, with its level as a word and its time.
import { expect } from 'vitest';

export function messagesOf(output: string): string[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { level, time, msg } = JSON.parse(line);
    expect([level, time]).toEqual([expect.stringMatching(/^(info|warn|error|fatal)$/), expect.stringMatching(/Z$/)]);
    return msg;
  });
}
