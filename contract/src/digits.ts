// Digits as people type them: every script has its own, and each means 0 to 9.

export const withPlainDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf);

/** The digits of every script are consecutive, from 0 to 9, once a compatibility form has removed those of mathematics. */
function digitOf(digit: string): string {
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value += 1;
  return String(value);
}
