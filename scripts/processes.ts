// Runs other programs for the scripts, and stops them when the script is stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export const root = path.dirname(import.meta.dirname);

/** The command that runs a tool from node_modules with this Node. */
export const tool = (name: string): string[] => [process.execPath, path.join(root, 'node_modules/.bin', name)];

export interface Outcome {
  ok: boolean;
  /** Its output, if that was not shown. */
  output: string;
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });
}

interface Options {
  cwd?: string;
  /** Whether its output goes to the terminal. */
  shown?: boolean;
  environment?: Record<string, string>;
}

export async function run([program = '', ...args]: string[], options: Options = {}): Promise<Outcome> {
  const { cwd = root, shown = false, environment = {} } = options;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [code] = await once(child, 'close');
  running.delete(child);
  return { ok: code === 0, output: (await Promise.all(outputs)).join('') };
}
