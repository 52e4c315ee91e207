// `npm start`: the whole service from a fresh clone, without the packages that only tests and checks need. What is
// installed and built already is left as it is, and a service that crashes is started again.
import { enterProject, superviseFile } from './project.mjs';
import { buildWebIfChanged } from './web-build.mjs';

await enterProject(import.meta.url, 'production');
buildWebIfChanged();
await superviseFile('server/src/main.ts');
