// The changes that an edit makes, and the version it is based on. Pure.

export interface Editable {
  title: string;
  recipientName: string;
  recipientEmail: string;
  message: string;
  scheduledReleaseDate: Date | null;
}

/** The fields whose values would change. */
export function changedFields(now: Editable, wanted: Partial<Editable>): Partial<Editable> {
  const changed = Object.entries(wanted).filter(([field, value]) => {
    const before = now[field as keyof Editable];
    return value instanceof Date && before instanceof Date ? value.getTime() !== before.getTime() : value !== before;
  });
  return Object.fromEntries(changed);
}

/** For the vault's activity, which names a date that was set or removed but never the date itself. */
export const namesOfChanges = (dateBefore: Date | null, changes: Partial<Editable>): string[] =>
  Object.keys(changes).map((field) => {
    if (field !== 'scheduledReleaseDate') return field;
    if (changes.scheduledReleaseDate === null) return 'releaseDateRemoved';
    return dateBefore === null ? 'releaseDateSet' : field;
  });

/** Whether an edit is based on an older version of the vault. An edit that names no version never is. */
export const isBasedOnPast = (vault: { version: number }, version: number | undefined): boolean =>
  version !== undefined && version !== vault.version;

/** Whether a release that was arranged would come later or not at all. */
export const isDateWithdrawn = (before: Date | null, after: Date | null | undefined): boolean =>
  before !== null && after !== undefined && (after === null || after > before);

/** Whether the vault would get another recipient. */
export const isRedirected = (changes: Partial<Editable>): boolean =>
  changes.recipientName !== undefined || changes.recipientEmail !== undefined;
