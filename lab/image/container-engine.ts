// Builds and runs containers on a machine without a container service: Debian's buildah, podman and runc, with their storage in a folder of
// the project. Containers use the machine's network. Without a registry, the base images are made from Debian's packages.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { debianRoot, debianRootPackages, makeDebianRoot } from '../support/debian-root.ts';
import type { RunFolder } from '../support/run-folder.ts';

export const containerPackages = ['buildah', 'catatonit', 'podman', 'runc', ...debianRootPackages];
export const hasContainers = ['buildah', 'catatonit', 'podman', 'mmdebstrap'].every((name) =>
  existsSync(`/usr/bin/${name}`),
);

const project = path.resolve(import.meta.dirname, '../..');
const place = path.join(project, 'node_modules/.cache/containers');
/** Copies of complete file systems: slower than layers, and the only storage that works everywhere. */
const storage = ['--root', path.join(place, 'root'), '--runroot', path.join(place, 'run'), '--storage-driver=vfs'];
/** This machine may have more certificate authorities than Debian: npm asks its registry through them. */
const authorities = '/etc/ssl/certs';
const base = 'localhost/debian:trixie';
const builder = 'localhost/node:24-trixie';

const call = (program: string, ...words: string[]): string =>
  execFileSync(program, [...storage, ...words], {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 ** 2,
  });
const podman = (...words: string[]) => call('podman', ...words);

/** @returns the size of the image and of its base, in bytes */
export function buildImage(image: string): { bytes: number; baseBytes: number } {
  removeEverything();
  mkdirSync(place, { recursive: true });
  makeDebianRoot();
  podman('import', debianRoot, base);
  buildBuilder();
  call('buildah', ...building(image, [`BUILDER=${builder}`, `DEBIAN=${base}`]), '.');
  const sizeOf = (name: string) => Number(podman('image', 'inspect', '--format', '{{.Size}}', name));
  return { bytes: sizeOf(image), baseBytes: sizeOf(base) };
}

const building = (image: string, facts: string[]): string[] => [
  ...['bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers=false'],
  ...['--volume', `${authorities}:${authorities}:ro`, '--tag', image],
  ...facts.flatMap((fact) => ['--build-arg', fact]),
];

/** Stands in for the image of Node: Debian with this machine's Node and npm. */
function buildBuilder(): void {
  const program = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const npm = path.resolve(realpathSync(program), '../..');
  const container = call('buildah', 'from', '--pull-never', base).trim();
  call('buildah', 'copy', container, process.execPath, '/usr/local/bin/node');
  call('buildah', 'copy', container, npm, '/usr/local/lib/node_modules/npm');
  const settings = `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
mkdir -p /usr/local/etc && echo cafile=${authorities}/ca-certificates.crt > /usr/local/etc/npmrc`;
  call('buildah', 'run', '--isolation', 'chroot', container, '--', 'sh', '-ec', settings);
  call('buildah', 'commit', container, builder);
  call('buildah', 'rm', container);
}

export interface Container {
  /** Everything it has printed. */
  readLog(): string;
  /** Runs a program in it, as its user. */
  run(...words: string[]): { status: number; output: string };
  hasEnded(): boolean;
  /** Asks it to stop, and resolves with its exit code. */
  stop(): Promise<number | null>;
  ended(): Promise<number | null>;
}

/** The words after `podman` that run a container; those of a program in it may follow. */
export function wordsToRun(image: string, options: readonly string[]): string[] {
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024', '--no-healthcheck'];
  return [
    ...storage,
    '--runtime',
    'runc',
    'run',
    '--rm',
    '--pull=never',
    '--network=host',
    ...limits,
    ...options,
    image,
  ];
}

/** @param options podman's own, besides those without which no container runs here */
export function startContainer(image: string, name: string, folder: RunFolder, options: readonly string[]): Container {
  const logFile = path.join(folder.path, `${name}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn('podman', wordsToRun(image, ['--name', name, ...options]), { stdio: ['ignore', log, log] });
  closeSync(log);
  folder.alsoEnds(child);
  return {
    readLog: () => readFileSync(logFile, 'utf8'),
    run: (...command) => tryTo(() => podman('--runtime', 'runc', 'exec', name, ...command)),
    hasEnded: () => hasEnded(child),
    ended: () => endOf(child),
    stop() {
      if (!hasEnded(child)) child.kill('SIGTERM'); // podman passes it on
      return endOf(child);
    },
  };
}

function tryTo(act: () => string): { status: number; output: string } {
  try {
    return { status: 0, output: act() };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { status, output: stdout + stderr };
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function endOf(child: ChildProcess): Promise<number | null> {
  if (!hasEnded(child)) await once(child, 'exit');
  return child.exitCode;
}

/** Removes containers, images and their files. */
export function removeEverything(): void {
  if (!existsSync(place)) return;
  for (const program of ['podman', 'buildah'])
    tryTo(() => call(program, 'rm', '--all', ...(program === 'podman' ? ['--force'] : [])));
  rmSync(place, { recursive: true, force: true, maxRetries: 10 });
}
