// `npm run build`: builds the web app, changed or not.
import { enterProject } from './project.mjs';
import { buildWeb } from './web-build.mjs';

await enterProject(import.meta.url, 'production');
buildWeb();
