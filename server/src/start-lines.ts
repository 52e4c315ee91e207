// The lines a start prints: the address, how the service runs, which rules are overridden and which names look misspelt; or why it did not start.
import type { Config } from './config.ts';
import { isEmbedded } from './database/embedded/programs.ts';
import { StartRefused } from './lib/start-refused.ts';

interface DatabaseFacts {
  /** Whether one role owns the tables and uses them. */
  isDatabaseOwner: boolean;
  /** The version of the server. */
  postgres: string;
  /** The folder of its programs, for the private server in the data directory. */
  programs: string | undefined;
}

export function startLines(config: Config, facts: DatabaseFacts): string[] {
  const { publicUrl, devMailbox, mail, dataDirectory, stripe } = config;
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
    ...databaseLines(config, facts),
    ...(settingsFile ? [`  settings   ${settingsFile}; the environment wins over it`] : []),
    ...overridesInUse.map((line) => `  allowed    ${line}`),
    ...misspelt.map((line) => `  look at    ${line}`),
    '',
  ];
}

function databaseLines({ dataDirectory, database }: Config, { isDatabaseOwner, postgres, programs }: DatabaseFacts) {
  const first = `  database   PostgreSQL ${postgres}`;
  if (programs && isEmbedded(programs)) return [`${first}, embedded, in ${dataDirectory}`];
  const found =
    '             found on this machine; with POSTGRES_PROGRAMS=embedded a new DATA_DIR gets the one of npm';
  if (programs)
    return [`${first}, run by ${programs}, in ${dataDirectory}`, ...(database.programs === undefined ? [found] : [])];
  const oneRole = '             one role owns its tables and uses them; DATABASE_OWNER_URL sets the two apart';
  return [`${first}, the server of DATABASE_URL`, ...(isDatabaseOwner ? [oneRole] : [])];
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
