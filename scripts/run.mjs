// `node scripts/run.mjs <file> [arguments]`: runs a file with the project's Node and the packages it needs. Server commands do not
// need the test tools.
import { enterProject, fail, runFile } from './project.mjs';

const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
await enterProject(import.meta.url, file.startsWith('server/') ? 'production' : 'all');
await runFile(file, words);
