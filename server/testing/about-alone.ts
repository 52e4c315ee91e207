// For tests: the output of a successful command apart from its answer.

/** Matches only the line about the installation and, on a slow machine, the progress lines. */
export const aboutAlone = /^DATA_DIR [^\n]+\n(?:[^\n]+(?: so far| left|: \d+ of \d+)\n)*$/;

/** A command's output without its progress lines. */
export const withoutProgress = (printed: string): string =>
  printed.replace(/^[^\n]+(?: so far| left|: \d+ of \d+)\n/gm, '');
