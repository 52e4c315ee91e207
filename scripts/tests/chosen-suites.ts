// Which suites a run of `npm test` includes. Without arguments it is everything but the tests of the long suite: unit tests with the tag
// `long`, and journeys without the tag `@everyday`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../processes.ts';

export interface Suites {
  checks: boolean;
  /** Vitest's arguments; undefined leaves the suite out. */
  unit?: string[];
  /** Playwright's arguments. */
  journeys?: string[];
  /** Every suite runs in full. */
  isComplete: boolean;
  /** Whether the run may find no tests, because nothing may have changed. */
  mayBeEmpty?: boolean;
}

export const usage = `Usage: npm test                                everything that is not in the long suite
       npm test -- unit                        its unit, integration and screen tests
       npm test -- journeys [--shard 1/2]      its browser journeys, or a part of them
       npm test -- changed                     checks, and its tests of what differs from main
       npm test -- <path>… [-t <title>]        all tests in these files or folders, also those of the long suite`;

const suiteNames = ['unit', 'journeys'];
const everydayTests = ['--tags-filter=!long'];
const everydayJourneys = ['--grep', '@everyday'];

/** @returns undefined if the arguments are invalid. */
export function chooseSuites(words: readonly string[]): Suites | undefined {
  const found = parse(words);
  if (!found) return undefined;
  const { places, title, shard } = found;
  if (places.length === 0)
    return (title ?? shard)
      ? undefined
      : { checks: true, unit: everydayTests, journeys: everydayJourneys, isComplete: true };
  if (String(places) === 'changed')
    return {
      checks: true,
      unit: [...everydayTests, '--changed', 'main', '--passWithNoTests'],
      journeys: [...everydayJourneys, '--only-changed=main', '--pass-with-no-tests'],
      isComplete: false,
      mayBeEmpty: true,
    };
  if (!places.every((place) => suiteNames.includes(place) || existsSync(path.join(root, place)))) return undefined;
  const isJourney = (place: string) => place === 'journeys' || path.normalize(place).split(path.sep)[0] === 'e2e';
  const [journeys, unit] = [places.filter(isJourney), places.filter((place) => !isJourney(place))];
  return {
    checks: false,
    isComplete: false,
    ...(unit.length > 0 && {
      unit: [...(unit.includes('unit') ? everydayTests : []), ...unit.filter(isPath), ...withTitle('-t', title)],
    }),
    ...(journeys.length > 0 && {
      journeys: [
        ...(journeys.includes('journeys') ? everydayJourneys : []),
        ...journeys.filter(isPath).map((place) => path.relative('e2e', place)),
        ...withTitle('-g', title),
        ...(shard ? ['--shard', shard] : []),
      ],
    }),
  };
}

function parse(words: readonly string[]): { places: string[]; title?: string; shard?: string } | undefined {
  const options = { title: { type: 'string', short: 't' }, shard: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { places: positionals.map((place) => place.replace(/\/$/, '')), ...values };
  } catch {
    return undefined; // an option that does not exist
  }
}

const isPath = (place: string): boolean => !suiteNames.includes(place);

/** Both runners read the title as a pattern, and join group names with spaces. */
const withTitle = (flag: string, title: string | undefined): string[] =>
  title === undefined ? [] : [flag, title.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')];
