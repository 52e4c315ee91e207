// Characters that are invisible and never typed, but that phones add to pasted text: joiners, direction marks, soft hyphens, fillers.

/** The same visible text. */
export const withoutInvisible = (text: string): string => text.replace(/\p{DI}/gu, '');

/** Without marks that change the reading direction: they can make "gpj.exe" look like "exe.jpg". */
export const withoutDirectionMarks = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** Whether a reader sees anything: not only spaces and characters that fonts render blank. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
