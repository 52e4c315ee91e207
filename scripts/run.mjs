// `node scripts/run.mjs <file> [arguments]`: runs a file with the project's Node and what the file needs. Commands of the server need
// the settings, but no test tools; programs of e2e and lab need the built web app.
import path from 'node:path';
import { enterProject, fail, readSettingsFile, root, runFile } from './project.mjs';
import { explainProgram } from './usage.mjs';
import { buildWebIfChanged } from './web-build.mjs';

const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
const isCommand = file.startsWith('server/');
const hasOwnHelp = isCommand || file.startsWith('node_modules/');
if (!hasOwnHelp) explainProgram(path.join(root, file), words);
await enterProject(import.meta.url, isCommand ? 'production' : 'all');
if (isCommand) readSettingsFile();
if (/^(e2e|lab)\//.test(file)) buildWebIfChanged();
await runFile(file, words, isCommand ? ['--import=./server/src/start/load-compact-drizzle.ts'] : []);
