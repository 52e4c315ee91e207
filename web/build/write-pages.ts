// Writes every page of the route table after the app is built: some with their content, the others as empty shells.
// It also writes pages.json, which maps addresses to files, and csp.json, which lists the inline style to allow.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Manifest, Plugin, ResolvedConfig } from 'vite';
import type * as entryServer from '../src/app/entry/entry-server.tsx';
import { firstCallsOf } from '../src/app/first-calls.ts';
import { dashboardDocument, hasFrame, notFoundPage, type Page, pages } from '../src/app/pages.ts';
import { checkDocument } from './check-document.ts';
import { type Built, documentOf } from './document.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const startEntry = 'src/app/entry/start.ts';
const clientEntry = 'src/app/entry/entry-client.tsx';
const serverEntry = 'src/app/entry/entry-server.tsx';
const shellFile = '__shell.html';
/** Large and rarely needed, so the service worker does not precache them. */
const partsLoadedLate = ['src/vaults/files/copies/rewrite-media.ts'];

export function writePages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'write-pages',
    apply: 'build',
    config: () => ({
      builder: {},
      environments: {
        client: { build: { outDir: 'dist', manifest: true, rolldownOptions: { input: [startEntry, clientEntry] } } },
        ssr: {
          build: {
            outDir: 'dist/.prerender',
            ssr: serverEntry,
            copyPublicDir: false,
            rolldownOptions: { output: { entryFileNames: 'entry-server.mjs' } },
          },
        },
      },
    }),
    configResolved(resolved) {
      config = resolved;
    },
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('the build lacks an environment');
      await builder.build(client);
      await builder.build(ssr);
      await writeAll(config.root);
    },
  };
}

async function writeAll(root: string): Promise<void> {
  const dist = path.join(root, 'dist');
  const built = await readBuilt(root, dist);
  const prerender = path.join(dist, '.prerender');
  const { renderPage } = (await import(
    pathToFileURL(path.join(prerender, 'entry-server.mjs')).href
  )) as typeof entryServer;

  for (const page of [...pages, dashboardDocument, notFoundPage]) {
    const hasContent = page.audience === 'public' || page.isPrerendered || hasFrame(page);
    const content = hasContent ? await renderPage(page.pattern) : '';
    const html = documentOf(page, content, built);
    checkDocument(page.pattern, html);
    await writeFile(path.join(dist, fileOf(page)), html);
  }
  const routes = pages.map((page) => {
    const owned = ownerPageOf(page);
    const { pattern, audience } = page;
    return {
      pattern,
      audience,
      file: fileOf(page),
      ...(owned && { ownerFile: fileOf(owned), firstCalls: firstCallsOf(pattern) }),
    };
  });
  await writeFile(path.join(dist, 'pages.json'), JSON.stringify(routes, null, 2));
  const styleHash = createHash('sha256').update(built.style).digest('base64');
  await writeFile(path.join(dist, 'csp.json'), JSON.stringify({ styleHashes: [`sha256-${styleHash}`] }));
  await writeFile(path.join(dist, 'sitemap.xml'), sitemap());
  await rm(prerender, { recursive: true });
  await rm(path.join(dist, '.vite'), { recursive: true });
  await compressScripts(dist);
  await writeServiceWorker(dist, filesOf(built.manifest, partsLoadedLate));
  console.log(`${pages.length} pages and the shell written`);
}

async function readBuilt(root: string, dist: string): Promise<Built> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const styleFile = Object.values(manifest).find(({ file }) => file.endsWith('.css'))?.file;
  if (!styleFile) throw new Error('the build has no stylesheet');
  const style = (await readFile(path.join(dist, styleFile), 'utf8')).trim();
  await rm(path.join(dist, styleFile));
  return { manifest, entry: clientEntry, style, template: await readFile(path.join(root, 'index.html'), 'utf8') };
}

function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  return sources.map((source) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the build lacks ${source}`);
    return chunk.file;
  });
}

function sitemap(): string {
  const addresses = pages.filter(({ audience }) => audience === 'public').map(({ pattern }) => pattern);
  const entries = addresses.map((address) => `  <url><loc>{{PUBLIC_URL}}${address}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** The page for a browser that may have a session, if the document depends on that. */
function ownerPageOf(page: Page): Page | undefined {
  if (page.pattern === dashboardDocument.pattern) return dashboardDocument;
  return page.frame.startsWith('owner') ? page : undefined;
}

/** '/vault/:id/edit' is written to vault-id-edit.html. */
function fileOf(page: Page): string {
  if (page === notFoundPage) return shellFile;
  if (page === dashboardDocument) return 'dashboard.html';
  return `${page.pattern.replace(/[/:]+/g, '-').slice(1) || 'index'}.html`;
}

/** Brotli's highest level makes a script one fifteenth smaller than the service's own compression, for a hundred times the work. */
const compress = promisify(zlib.brotliCompress);

async function compressScripts(dist: string): Promise<void> {
  const assets = path.join(dist, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  await Promise.all(
    scripts.map(async (name) => {
      const file = path.join(assets, name);
      await writeFile(`${file}.br`, await compress(await readFile(file)));
    }),
  );
}
