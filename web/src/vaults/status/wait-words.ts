// How long a release waits, in words.
import type { WaitHours } from '@remembrance/contract/release-limits.ts';

const words: Record<WaitHours, string> = {
  0: 'no time',
  1: '1 hour',
  24: '1 day',
  72: '3 days',
  168: '7 days',
  336: '14 days',
  720: '30 days',
};

export const waitText = (hours: number): string => words[hours as WaitHours] ?? `${hours} hours`;
