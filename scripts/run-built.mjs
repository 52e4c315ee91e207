// `node scripts/run-built.mjs <file> [arguments]`: runs a file that needs the built web app, after rebuilding the app if it has changed.
import { enterProject, fail, runFile } from './project.mjs';
import { buildWebIfChanged } from './web-build.mjs';

await enterProject(import.meta.url, 'all');
const [file, ...words] = process.argv.slice(2);
if (!file) fail('Name the file to run.');
buildWebIfChanged();
await runFile(file, words);
