// The hostile requests of fuzz.test.ts at full size.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { askForRanges, closeFuzzing, openFuzzing, sendMutated, sendRawBytes } from '../testing/fuzzing.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000);
/** Ends a test that hangs. */
const timeout = 900_000;

beforeAll(openFuzzing);
afterAll(closeFuzzing);

describe('FUZZ-1: every hostile request is answered without a fault, and a refused one changes nothing', () => {
  test(`${requests} randomly mutated requests are answered`, { timeout }, () => sendMutated(requests));
});

describe('no bytes on a connection can end the process', () => {
  test('raw requests that no client would send are answered', { timeout }, () => sendRawBytes(1));
});

test('a range request returns the requested part, the complete file, or a refusal', { timeout }, () =>
  askForRanges(2000),
);
