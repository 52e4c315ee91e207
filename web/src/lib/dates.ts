// Formats dates in US English and in the viewer's time zone.
import { display } from '@remembrance/contract/limits.ts';

const short = new Intl.DateTimeFormat(display.locale, { month: 'short', day: 'numeric', year: 'numeric' });
const shortWithTime = new Intl.DateTimeFormat(display.locale, { dateStyle: 'medium', timeStyle: 'short' });
const inFull = new Intl.DateTimeFormat(display.locale, { dateStyle: 'long' });
const monthDay = new Intl.DateTimeFormat(display.locale, { month: 'short', day: 'numeric' });
const long = new Intl.DateTimeFormat(display.locale, {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dayOnly = new Intl.DateTimeFormat(display.locale, { dateStyle: 'long', timeZone: 'UTC' });
const timeOfDay = new Intl.DateTimeFormat(display.locale, { hour: 'numeric', minute: '2-digit' });

/** 'Nov 20, 2026' */
export const shortDate = (instant: string): string => short.format(new Date(instant));

/** 'Nov 20, 2026, 2:30 PM' */
export const shortDateTime = (instant: string): string => shortWithTime.format(new Date(instant));

/** 'November 20, 2026' */
export const dayInFull = (instant: string): string => inFull.format(new Date(instant));

/** 'Dec 21', for a date within the coming year. */
export const dayAndMonth = (instant: string): string => monthDay.format(new Date(instant));

/** 'Friday, November 20, 2026 at 2:30 PM GMT+1' */
export const longDate = (instant: string): string => long.format(new Date(instant));

/** 'November 22, 2026': a day without a time ('2026-11-22'), the same in every zone. */
export const longDay = (day: string): string => dayOnly.format(new Date(day));

/** '2:30 PM', with its date unless that is today. */
export function timeUntil(instant: string, now: Date): string {
  const at = new Date(instant);
  const isToday = at.toDateString() === now.toDateString();
  return isToday ? timeOfDay.format(at) : `${timeOfDay.format(at)} on ${short.format(at)}`;
}

/** The value of a datetime-local field for an instant, in the viewer's zone: '2026-11-20T14:30'. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a datetime-local value in the viewer's zone. A blank or invalid value is returned unchanged. */
export function fromLocalInput(value: string): string {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? value : at.toISOString();
}
