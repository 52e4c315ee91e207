// Splits a text into what people see as characters, so that no accented letter or emoji is counted twice or cut in half.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : undefined;

/** Firefox before 125 has no segmenter; there a letter with a separate mark counts as two. */
export const graphemesOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];
