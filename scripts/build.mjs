// `npm run build`: builds the web app, changed or not.
import { enterProject } from './project.mjs';
import { explainProgram } from './usage.mjs';
import { buildWeb } from './web-build.mjs';

explainProgram(new URL(import.meta.url), process.argv.slice(2));
await enterProject(import.meta.url, 'production');
buildWeb();
