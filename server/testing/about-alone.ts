// For tests: what a command that succeeds prints beside its answer.

/** The line about the installation and, on a slow machine, how far the command was. */
export const aboutAlone = /^DATA_DIR [^\n]+\n(?:[^\n]+(?: so far| left|: \d+ of \d+)\n)*$/;

/** What a command printed without how far it was. */
export const withoutProgress = (printed: string): string =>
  printed.replace(/^[^\n]+(?: so far| left|: \d+ of \d+)\n/gm, '');
