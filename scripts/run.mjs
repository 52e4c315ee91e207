// `node scripts/run.mjs <file> [words]`: runs a file of the project by its own Node, with what it needs installed: the
// server's own commands run where nothing is tested.
import { enterProject, fail, runFile } from './project.mjs';

const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
await enterProject(import.meta.url, file.startsWith('server/') ? 'production' : 'all');
await runFile(file, words);
