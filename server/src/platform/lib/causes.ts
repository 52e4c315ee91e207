// The causes of an error: libraries wrap the one that explains what happened.

/** The error, its cause, the cause's cause, and so on. */
export function causesOf(error: unknown): (Error & { code?: string; path?: string; syscall?: string })[] {
  const causes: Error[] = [];
  for (let fault = error; fault instanceof Error && causes.length < 10; fault = fault.cause) causes.push(fault);
  return causes;
}

/**
 * The code or name of the innermost cause, such as ECONNREFUSED or AccessDenied: never its message, which could contain an address or a
 * secret.
 */
export function codeOf(error: unknown): string {
  const causes = causesOf(error);
  const named = causes.findLast(({ code }) => typeof code === 'string'); // a timeout of the web platform has a numeric code
  return named?.code ?? causes.at(-1)?.name ?? 'no answer';
}

/** Whether a disk, a quota or a database is full. 53100 is PostgreSQL's code. */
export const hasNoRoom = (error: unknown): boolean =>
  causesOf(error).some(({ code = '' }) => ['ENOSPC', 'EDQUOT', '53100'].includes(code));
