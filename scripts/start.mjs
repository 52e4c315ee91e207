// `npm start`: the whole service from a fresh clone. What is installed and built already is left as it is.
import { enterProject, runFile } from './project.mjs';
import { buildWebIfChanged } from './web-build.mjs';

await enterProject(import.meta.url);
buildWebIfChanged();
await runFile('server/src/main.ts', process.argv.slice(2));
