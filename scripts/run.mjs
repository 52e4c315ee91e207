// `node scripts/run.mjs <file> [words]`: runs a file of the project by its own Node, with everything installed.
import { enterProject, fail, runFile } from './project.mjs';

await enterProject(import.meta.url);
const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
await runFile(file, words);
