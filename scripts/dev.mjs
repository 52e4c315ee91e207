// `npm run dev`: the service at its usual address, reloading pages and server. Vite serves that address and proxies API calls to the
// server, which listens on the next port and restarts when its code changes.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { enterProject, readSettingsFile, root } from './project.mjs';
import { explainProgram } from './usage.mjs';
import { buildWeb } from './web-build.mjs';

explainProgram(new URL(import.meta.url), process.argv.slice(2));
await enterProject(import.meta.url, 'all');
readSettingsFile();
if (!existsSync('web/dist')) buildWeb(); // the server does not start without built pages
const port = Number(process.env.PORT || 3000);
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
const serverPort = String(port + 1);

const vite = path.join(root, 'node_modules/.bin/vite');
const children = [
  start(['--watch', '--watch-preserve-output', 'server/src/main.ts'], root, {
    PORT: serverPort,
    PUBLIC_URL: publicUrl,
  }),
  start([vite, '--port', String(port), '--strictPort', '--logLevel', 'warn'], path.join(root, 'web'), {
    API_ORIGIN: `http://localhost:${serverPort}`,
  }),
];

// Ctrl-C also reaches the children. When one exits, the other is stopped.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);

function stop() {
  for (const child of children) child.kill('SIGTERM');
}

/**
 * @param {string[]} words
 * @param {string} cwd
 * @param {Record<string, string>} environment
 */
function start(words, cwd, environment) {
  return spawn(process.execPath, words, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
}
