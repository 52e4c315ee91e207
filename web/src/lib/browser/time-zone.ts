// The time zones a person can choose, and the one of this browser.

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In the order of the alphabet, with the chosen one even if this browser does not know it. */
export const timeZones = (chosen: string): string[] =>
  [...new Set(['UTC', browserZone(), chosen, ...Intl.supportedValuesOf('timeZone')])].sort();
