// `npm start`: starts the entire service, even from a fresh clone, without the packages that only tests and checks need. It installs and
// builds only what has changed, and restarts the service when it crashes.
import { enterProject, readSettingsFile, superviseFile } from './project.mjs';
import { explainProgram } from './usage.mjs';
import { buildWebIfChanged } from './web-build.mjs';

explainProgram(new URL(import.meta.url), process.argv.slice(2));
await enterProject(import.meta.url, 'production');
buildWebIfChanged();
readSettingsFile();
await superviseFile('server/src/main.ts');
