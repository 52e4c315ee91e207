// One line of `npm run admin -- doctor`.

export interface Finding {
  part: string;
  /** `look` is what only a person can decide, or what cannot be seen from inside. */
  state: 'ok' | 'look' | 'WRONG';
  /** What was found, and what to do about it. */
  words: string;
}

export const ok = (part: string, words = ''): Finding => ({ part, state: 'ok', words });
export const look = (part: string, words: string): Finding => ({ part, state: 'look', words });
export const wrong = (part: string, words: string): Finding => ({ part, state: 'WRONG', words });

export const describeFinding = ({ part, state, words }: Finding): string =>
  `${state.padEnd(6)} ${part.padEnd(11)} ${words.replace(/\s*\n\s*/g, ' ')}`.trimEnd();
