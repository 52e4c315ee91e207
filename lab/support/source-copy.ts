// A copy of the server's sources, unchanged or with one planted fault. A driver that does not fail on a copy with a fault
// proves nothing.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Edit, type PlantedFault, plantedFaults } from './planted-faults.ts';
import { makeRunFolder } from './run-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The parts of the project that a start reads; links lead to everything else. */
const copied = ['package.json', 'lab', 'contract', 'sandbox', 'server'];
const linked = ['scripts', 'web'];

/** The folder of the server's programs, for a run without a planted fault. */
export const serverSources = path.join(root, 'server');

export function findPlanted(name: string): PlantedFault {
  const found = plantedFaults.find((fault) => fault.name === name);
  const names = plantedFaults.map((fault) => fault.name).join(', ');
  return found ?? fail(`There is no planted fault ${name}; there are ${names}.`);
}

export const editsOf = (fault: PlantedFault): Edit[] => (fault.also ? [fault, fault.also] : [fault]);

/** The text of a file with the planted fault. @throws if the text it replaces does not occur exactly once. */
export function withFault(name: string, { file, find, replace }: Edit): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  const places = text.split(find).length - 1;
  if (places !== 1)
    fail(`The text that the planted fault ${name} replaces occurs ${places} times in ${file}; update it.`);
  return text.replace(find, () => replace);
}

export interface Sources {
  /** The folder of the server's programs. */
  server: string;
  remove(): void;
}

/** The unchanged sources of this project, for a run that ends before they change. */
export const ownSources: Sources = { server: serverSources, remove: () => {} };

/**
 * Copies the server and its drivers, so that a long run is not disturbed by changes of the sources. The caller removes the copy; if
 * this process ends first, the copy is still removed.
 * @param planted the fault to plant in the copy.
 */
export function copySources(planted?: string): Sources {
  const fault = planted === undefined ? null : findPlanted(planted);
  const runFolder = makeRunFolder('sources');
  const folder = runFolder.path;
  const outside = (source: string) => path.basename(source) !== 'node_modules';
  for (const name of copied)
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: outside });
  for (const name of linked) symlinkSync(path.join(root, name), path.join(folder, name));
  linkPackages(path.join(folder, 'node_modules'));
  for (const edit of fault ? editsOf(fault) : [])
    writeFileSync(path.join(folder, edit.file), withFault(planted ?? '', edit));
  return { server: path.join(folder, 'server'), remove: runFolder.remove };
}

// Links to every package, and to the copy for the packages of this project: Node.js resolves a link before the package
// searches for its own dependencies.
function linkPackages(modules: string): void {
  mkdirSync(path.join(modules, '@remembrance'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@remembrance') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const name of ['contract', 'sandbox', 'server'])
    symlinkSync(path.join('../..', name), path.join(modules, '@remembrance', name));
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
