// Characters that nobody sees or types, and that phones add to pasted text: joiners, direction marks, soft hyphens, fillers.

/** The same text to the eye. */
export const withoutInvisible = (text: string): string => text.replace(/\p{DI}/gu, '');

/** Whether a reader sees anything: not only spaces and characters that fonts leave blank. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
