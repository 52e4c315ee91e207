// The lines a start prints: the address, how the service runs, which rules are overridden and which names look misspelt; or why it did not start.
import type { Config } from './config.ts';
import { StartRefused } from './lib/start-refused.ts';

interface DatabaseFacts {
  /** Whether one role owns the tables and uses them. */
  isDatabaseOwner: boolean;
  /** The version of the server. */
  postgres: string;
}

export function startLines(config: Config, { isDatabaseOwner, postgres }: DatabaseFacts): string[] {
  const { publicUrl, devMailbox, mail, dataDirectory, stripe, database } = config;
  const { overridesInUse, misspelt, settingsFile } = config;
  const letters = devMailbox
    ? `stored, not sent; read them at ${publicUrl}/dev/mail`
    : mail.smtpUrl
      ? 'sent by the mail server'
      : `stored, not sent, in ${dataDirectory}/letters`;
  return [
    '',
    `${config.productName} is ready: ${publicUrl}`,
    `  letters    ${letters}`,
    `  payments   ${stripe ? 'by Stripe' : 'test mode: no card is charged'}`,
    `  database   PostgreSQL ${postgres}, ${database.embedded ? `embedded, in ${dataDirectory}` : 'the server of DATABASE_URL'}`,
    ...(isDatabaseOwner
      ? ['             one role owns its tables and uses them; DATABASE_OWNER_URL sets the two apart']
      : []),
    ...(settingsFile ? [`  settings   ${settingsFile}; the environment wins over it`] : []),
    ...overridesInUse.map((line) => `  allowed    ${line}`),
    ...misspelt.map((line) => `  look at    ${line}`),
    '',
  ];
}

/** A known problem as a sentence that says what to do; any other error with its stack trace. */
export function explainFailedStart(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  const { cause } = error as Error;
  if (/unsupported startup parameter/.test(String(error) + String(cause)))
    return 'DATABASE_URL leads to a pooler; set DATABASE_DIRECT_URL to the server behind it (docs/operations.md).';
  const port = process.env.PORT ?? 3000;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken; stop what runs there or set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
