// `npm run check`: everything that can be said about the code without running it, in less than a minute.
import { enterProject } from './project.mjs';

await enterProject(import.meta.url, 'all');
const { runChecks } = await import('./checks.ts');
const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;
