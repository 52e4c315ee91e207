// `node scripts/run.mjs <file> [arguments]`: runs a file with the project's Node and the packages it needs. Server commands do not
// need the test tools.
import { enterProject, fail, readSettingsFile, runFile } from './project.mjs';

const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
const isCommand = file.startsWith('server/');
await enterProject(import.meta.url, isCommand ? 'production' : 'all');
if (isCommand) readSettingsFile();
await runFile(file, words, isCommand ? ['--import=./server/src/start/load-compact-drizzle.ts'] : []);
