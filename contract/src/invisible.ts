// Characters that are invisible and never typed, but that phones add to pasted text: joiners, direction marks, soft hyphens, fillers.

/** The same visible text. */
export const withoutInvisible = (text: string): string => text.replace(/\p{DI}/gu, '');

/** Whether a reader sees anything: not only spaces and characters that fonts render blank. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
