// `npm test`: runs checks and unit, integration and browser tests, even from a fresh clone. Its last line counts them all.
import { enterProject } from './project.mjs';

await enterProject(import.meta.url, 'all');
const { runTests } = await import('./tests.ts');
const { passed, failed, skipped } = await runTests();
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
