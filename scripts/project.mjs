// The start of every script: installs the packages it needs from package-lock.json and restarts it with the project's own Node. Until
// then the code may only use Node 20 features, and nothing from node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const record = path.join(root, 'node_modules/.package-lock.json');
/** Makes every start a third faster. */
const compileCache = path.join(root, 'node_modules/.cache/node');
/** The oldest Node that runs TypeScript without a flag. */
const oldestNode = { major: 22, minor: 18 };
const isWindows = process.platform === 'win32';
/** The Node for this platform, if there is one. */
const pinnedPackage = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** @typedef {'production' | 'all'} PackageSet */
/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages */

/**
 * Resolves immediately under the project's own Node. Otherwise it never resolves, and restarts the script under that Node.
 * @param {string} scriptUrl the script's `import.meta.url`
 * @param {PackageSet} needed what builds and runs the service, or the tools for its tests and checks too
 */
export async function enterProject(scriptUrl, needed) {
  process.chdir(root);
  const running = realpathSync(process.execPath); // an update may replace this Node
  install(needed);
  if (running !== realpathSync(projectNode())) await runFile(fileURLToPath(scriptUrl), process.argv.slice(2));
}

/**
 * Runs the file with the project's Node, replacing this process if Node supports it, otherwise as a child process.
 * @param {string} file
 * @param {string[]} words
 * @param {string[]} flags Node's own
 * @returns {Promise<never>}
 */
export async function runFile(file, words, flags = []) {
  const node = projectNode();
  const args = [...flags, file, ...words];
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  process.execve?.(node, [node, ...args], process.env);
  const child = spawn(node, args, { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    // In a terminal Ctrl-C reaches the child too, and a second signal would force its exit.
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : (code ?? 1)));
  return new Promise(() => {});
}

/**
 * Settings for the service and its commands from `.env` in the project folder. Existing environment variables override it. Tests and checks
 * do not read it.
 */
export function readSettingsFile(file = path.join(root, '.env')) {
  if (!existsSync(file)) return;
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) process.env[name] ??= value;
  } catch (error) {
    fail(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  process.env.SETTINGS_FILE = file;
}

/**
 * Runs the file under a shell that restarts it when it crashes. Windows has no such shell; a service manager does it there.
 * @param {string} file
 * @returns {Promise<never>}
 */
export async function superviseFile(file) {
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  const supervisor = path.join(root, 'scripts/supervise.sh');
  process.execve?.('/bin/sh', ['sh', supervisor, projectNode(), file], process.env);
  return runFile(file, []);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Exits with a sentence if this user cannot write there; the programs that try would print a stack trace.
 * @param {string} folder
 * @param {string} remedy
 */
export function refuseClosed(folder, remedy) {
  const there = existsSync(folder) ? folder : path.dirname(folder);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    fail(`${there} cannot be written by this user; ${remedy} as the user who owns it.`);
  }
}

/** @param {PackageSet} needed */
function install(needed) {
  const present = existsSync(record) ? readPackages(record) : undefined;
  const words = installWords(readPackages(path.join(root, 'package-lock.json')), present, needed);
  if (!words) return;
  refuseClosed(path.join(root, 'node_modules'), 'run npm ci');
  console.log('Installing what package-lock.json names; this happens again only when it has changed.');
  // npm removes node_modules first, so it must not run with the Node inside it.
  const PATH = process.env.PATH?.split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(path.delimiter);
  const { status } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 'ignore', 'inherit'], // npm keeps a log of its own; only its errors are shown
    env: { ...process.env, PATH },
  });
  if (status !== 0) fail('npm could not install the packages; see its message above.');
}

/**
 * npm's arguments, or undefined if nothing is missing. Installed development packages stay, because a machine that runs tests also starts
 * the service.
 * @param {Packages} wanted those in package-lock.json
 * @param {Packages | undefined} present those in npm's own record of node_modules
 * @param {PackageSet} needed
 */
export function installWords(wanted, present, needed) {
  // Always explicit, because NODE_ENV=production changes npm's default.
  const set = needed === 'all' || hasDevelopmentPackages(present ?? {}) ? '--include=dev' : '--omit=dev';
  if (!present) return ['ci', set];
  // Installed packages may be in use, so npm replaces only those that differ.
  return isInstalled(wanted, present, needed) ? undefined : ['install', '--no-save', set];
}

/** @param {Packages} packages */
const hasDevelopmentPackages = (packages) => Object.values(packages).some(({ dev }) => dev);

/**
 * Packages for other platforms may be missing, and so may development packages if none are needed. npm marks a package that only
 * development packages and optional ones ask for as `devOptional`, and `--omit=dev` leaves it out.
 * @param {Packages} wanted
 * @param {Packages} present
 * @param {PackageSet} needed
 */
function isInstalled(wanted, present, needed) {
  return Object.entries(wanted).every(([name, { version, optional, dev, devOptional }]) => {
    if (!name.includes('node_modules/')) return true;
    if (name in present) return present[name]?.version === version;
    if (name === pinnedPackage) return false;
    return optional === true || ((dev ?? devOptional) === true && needed === 'production');
  });
}

/**
 * @param {string} file
 * @returns {Packages}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** The pinned Node, whose digest is in the lock file; otherwise this one if it is new enough. */
function projectNode() {
  const pinned = path.join(root, pinnedPackage, isWindows ? 'bin/node.exe' : 'bin/node');
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return process.execPath;
  return fail(
    `This is Node ${process.versions.node}, and npm has not installed a newer one (${pinnedPackage}); run npm ci again, or install Node ${oldestNode.major}.${oldestNode.minor} or newer.`,
  );
}
