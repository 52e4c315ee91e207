// Dates as the screens write them.
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

export const shortDate = (date: Date): string => short.format(date);
