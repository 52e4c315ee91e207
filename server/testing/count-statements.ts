// The statements this process sends to the database: all of an act, or the names of many.
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

/** Notes the names of prepared statements, in every act until `stop`. */
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
