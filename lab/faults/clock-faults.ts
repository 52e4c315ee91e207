// Makes the wall clock jump, and resets it.
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, moment } from './fault.ts';

const hour = 3600;
const jumps = {
  '2 hours ahead': 2 * hour,
  '2 years ahead': 730 * 24 * hour,
  '1 hour back': -hour,
  '1 year back': -365 * 24 * hour,
};

/** Long enough for the release job to run under the wrong clock. */
const releasesEveryMilliseconds = 10_500;

export const clockFaults: Fault[] = Object.entries(jumps).map(([words, seconds]) => ({
  name: `clock ${words}`,
  weight: 1,
  async inject({ clock }, random) {
    clock?.move(seconds);
    await delay(seconds > 0 ? releasesEveryMilliseconds : moment(random));
    clock?.move(0);
  },
}));
