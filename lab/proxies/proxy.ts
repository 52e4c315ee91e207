// Starts nginx and Caddy with the examples in deploy/. Only the values that an operator changes are replaced: the name,
// addresses and paths.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { waitFor } from '../support/wait.ts';
import { caddyProgram, nginxProgram, nginxSettings } from './programs.ts';
import { type Site, siteName } from './site.ts';

export interface RunningProxy {
  /** The lines of the proxy's access log. */
  readLines(): string[];
  /** The proxy's complete logs and output. */
  readEverything(): string;
  /** The last time a file was created in or removed from its folders of temporary files. */
  lastSpooled(): number;
  stop(): Promise<void>;
}

/** Texts of an example, and their replacements. */
export type Changes = Record<string, string>;

/** Debian's own nginx settings, with the example in the folder that the guide names. */
export function openNginx(site: Site, servicePort: number, changes: Changes = {}): Promise<RunningProxy> {
  const home = makeHome(site);
  const settings = path.join(home, 'etc');
  const [main, example] = [path.join(settings, 'nginx.conf'), path.join(settings, 'conf.d/remembrance.conf')];
  cpSync(nginxSettings, settings, { recursive: true });
  mkdirSync(path.dirname(example), { recursive: true });
  copyChanged(main, main, {
    '/etc/nginx': settings,
    '/var/log/nginx': path.join(home, 'logs'),
    '/run/nginx.pid': path.join(home, 'nginx.pid'),
  });
  copyChanged(exampleOf('nginx.conf'), example, {
    ...changes,
    'listen [::]:443': `listen 127.0.0.1:${site.otherPorts[0]}`,
    'listen [::]:80': `listen 127.0.0.1:${site.otherPorts[1]}`,
    'listen 443': `listen 127.0.0.1:${site.port}`,
    'listen 80': `listen 127.0.0.1:${site.plainPort}`,
    '127.0.0.1:3000': `127.0.0.1:${servicePort}`,
    '/etc/letsencrypt/live/vaults.example.org/fullchain.pem': site.certificate,
    '/etc/letsencrypt/live/vaults.example.org/privkey.pem': site.key,
    'vaults.example.org': siteName,
    '/var/log/nginx': path.join(home, 'logs'),
  });
  const spools = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = spools.map((name) => `${name}_temp_path ${path.join(home, 'temporary', name)};`);
  writeFileSync(path.join(settings, 'conf.d/places.conf'), places.join('\n'));
  // A single process, so that none outlives a killed test.
  const words = ['-c', main, '-e', path.join(home, 'logs/start.log'), '-g', 'daemon off; master_process off;'];
  return started(site, home, [nginxProgram, ...words]);
}

/** Debug logging, because Caddy's other log levels differ between versions. */
export function openCaddy(site: Site, servicePort: number, environment: Changes = {}): Promise<RunningProxy> {
  const home = makeHome(site);
  const settings = path.join(home, 'Caddyfile');
  const ports = `\thttps_port ${site.port}\n\thttp_port ${site.plainPort}\n\tdefault_bind 127.0.0.1\n\tadmin off\n\tdebug\n`;
  copyChanged(exampleOf('Caddyfile'), settings, {
    '\n{\n': `\n{\n${ports}`,
    '{$SITE:vaults.example.org} {\n': `${siteName} {\n\ttls ${site.certificate} ${site.key}\n`,
    '127.0.0.1:3000': `127.0.0.1:${servicePort}`,
    '/var/log/caddy': path.join(home, 'logs'),
  });
  return started(site, home, [caddyProgram, 'run', '--config', settings, '--adapter', 'caddyfile'], environment);
}

const exampleOf = (name: string): string => path.resolve(import.meta.dirname, '../../deploy', name);

/** @throws if a text is missing, because the example has changed. */
function copyChanged(from: string, to: string, changes: Changes): void {
  let text = readFileSync(from, 'utf8');
  for (const [before, after] of Object.entries(changes)) {
    if (!text.includes(before)) throw new Error(`${from} has no ${JSON.stringify(before)}`);
    text = text.replaceAll(before, () => after);
  }
  writeFileSync(to, text);
}

function makeHome({ folder }: Site): string {
  const home = path.join(folder.path, 'proxy');
  rmSync(home, { recursive: true, force: true });
  for (const name of ['logs', 'temporary']) mkdirSync(path.join(home, name), { recursive: true });
  return home;
}

async function started(
  site: Site,
  home: string,
  [program = '', ...words]: string[],
  environment: Changes = {},
): Promise<RunningProxy> {
  const [logs, temporary] = [path.join(home, 'logs'), path.join(home, 'temporary')];
  const output = openSync(path.join(logs, 'output'), 'a');
  const places = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, TMPDIR: temporary };
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, ...places, ...environment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  site.folder.alsoEnds(child);
  const pathsIn = (folder: string, names: string) =>
    globSync(names, { cwd: folder }).map((name) => path.join(folder, name));
  const read = (names: string) =>
    pathsIn(logs, names)
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  const ready = async () => {
    if (hasEnded(child)) throw new Error(`the proxy has ended:\n${read('*')}`);
    return (await listens(site.port)) || null;
  };
  if (!(await waitFor(ready, { what: program, seconds: 30 }))) throw new Error(`${program} does not listen`);
  return {
    readLines: () => read('remembrance.log').split('\n').slice(0, -1),
    readEverything: () => read('*'),
    lastSpooled: () => Math.max(...[temporary, ...pathsIn(temporary, '**')].map((name) => statSync(name).mtimeMs)),
    async stop() {
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
