// `npm run dev`: the service with reload of both sides, at the address it has otherwise. Vite answers there and hands
// what is the server's to the server, which listens one port further and starts again when its code changes.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { enterProject, root } from './project.mjs';
import { buildWeb } from './web-build.mjs';

await enterProject(import.meta.url, 'all');
if (!existsSync('web/dist')) buildWeb(); // the server serves pages of its own as well, and wants to find some
const port = Number(process.env.PORT || 3000);
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
const serverPort = String(port + 1);

const children = [
  start([process.execPath, '--watch', '--watch-preserve-output', 'server/src/main.ts'], root, {
    PORT: serverPort,
    PUBLIC_URL: publicUrl,
  }),
  start(
    [
      process.execPath,
      path.join(root, 'node_modules/.bin/vite'),
      '--port',
      String(port),
      '--strictPort',
      '--logLevel',
      'warn',
    ],
    path.join(root, 'web'),
    {
      API_ORIGIN: `http://localhost:${serverPort}`,
    },
  ),
];

// Ctrl-C reaches the children by themselves; whichever ends first takes the other along.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);

function stop() {
  for (const child of children) child.kill('SIGTERM');
}

/**
 * @param {string[]} command
 * @param {string} cwd
 * @param {Record<string, string>} environment
 */
function start([program = '', ...words], cwd, environment) {
  return spawn(program, words, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
}
