// `npm run check`: everything that can be verified without running the code, in less than a minute.
import { enterProject } from './project.mjs';
import { explainProgram } from './usage.mjs';

explainProgram(new URL(import.meta.url), process.argv.slice(2));
await enterProject(import.meta.url, 'all');
const { runChecks } = await import('./checks/checks.ts');
const { failed } = await runChecks();
process.exitCode = failed.length > 0 ? 1 : 0;
