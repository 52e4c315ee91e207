// Hostile requests: each is answered without a fault, and a refused one changes nothing. fuzz.long.test.ts sends thousands.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { askForRanges, closeFuzzing, openFuzzing, sendMutated, sendRawBytes } from '../testing/fuzzing.ts';

const requests = 700;
/** Ends a test that hangs. */
const timeout = 60_000;

beforeAll(openFuzzing);
afterAll(closeFuzzing);

describe('FUZZ-1: every hostile request is answered without a fault, and a refused one changes nothing', () => {
  test(`${requests} randomly mutated requests are answered`, { timeout }, () => sendMutated(requests));
});

describe('no bytes on a connection can end the process', () => {
  test('raw requests that no client would send are answered', { tags: 'long', timeout }, () => sendRawBytes(3));
});

test('a range request returns the requested part, the complete file, or a refusal', { timeout }, () =>
  askForRanges(100),
);
