// Records the statements that this process sends to the database: all of one operation, or only the names over many.
import pg from 'pg';

/** Runs the operation and returns its statements in order, by name if they have one. Only one operation may be counted at a time. */
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

/** Records the names of prepared statements, in every operation until `stop`. */
export function noteStatements(): { names: ReadonlySet<string>; stop(): void } {
  const names = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function noted(this: pg.Client, ...words: unknown[]) {
    const [first] = words as [string | { name?: string }];
    if (typeof first === 'object' && first.name) names.add(first.name);
    return Reflect.apply(query, this, words);
  } as typeof query;
  return {
    names,
    stop: () => {
      pg.Client.prototype.query = query;
    },
  };
}
