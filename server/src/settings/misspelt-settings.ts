// Finds environment names that nearly match a setting, which was probably meant.

/** Shorter names resemble too many others. */
const shortestName = 7;
const mostChanges = 2;

/** @returns a line for each, with the setting that was probably meant */
export function findMisspelt(given: readonly string[], known: readonly string[]): string[] {
  const settings = new Set(known.flatMap((name) => [name, `${name}_FILE`]));
  const long = [...settings].filter((name) => name.length >= shortestName);
  return given
    .filter((name) => !settings.has(name) && name.length >= shortestName && name.length <= 60)
    .flatMap((name) => {
      const typed = name.toUpperCase();
      const nearest =
        long.find((setting) => changesBetween(typed, setting) <= mostChanges) ??
        long.find((setting) => isOtherForm(typed, setting));
      return nearest ? [`${name} is not a setting and has no effect; did you mean ${nearest}?`] : [];
    });
}

/** Whether one has more words than the other, or is its plural. */
const isOtherForm = (one: string, other: string): boolean =>
  one.startsWith(other) || other.startsWith(one) || singular(one) === singular(other);
const singular = (name: string): string => name.replace(/IES$/, 'Y').replace(/S$/, '');

/** How many letters to change, add, remove or swap with their neighbour (optimal string alignment). */
function changesBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
