// Counts the statements of an act exactly: those this process sends to the database, but not those of the queue's own work.
import pg from 'pg';

/** Runs the act and returns its statements in order, by name where they have one. Only one act may be counted at a time. */
export async function countStatements(act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...words: unknown[]) {
    const [first] = words as [string | { name?: string; text?: string }];
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } };
    if (connectionParameters.application_name === 'remembrance')
      statements.push(typeof first === 'string' ? first : (first.name ?? first.text ?? ''));
    return Reflect.apply(query, this, words);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
