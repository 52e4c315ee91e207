// The time zones to choose from, and this browser's own.

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In alphabetical order, including the chosen one even if this browser does not know it. */
export const timeZones = (chosen: string): string[] =>
  [...new Set(['UTC', browserZone(), chosen, ...Intl.supportedValuesOf('timeZone')])].sort();
