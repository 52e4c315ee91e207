// Serves the built pages and assets from memory. They are read and filled in once, compressed by the build or on the first
// request, and have an ETag.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { html } from '@remembrance/contract/markup.ts';
import { hasSessionHint } from '@remembrance/contract/session-hint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../platform/lib/refusal.ts';
import { pageOnlyHeaders, privatePageHeaders } from './headers.ts';

interface Asset {
  body: Buffer;
  /** Null if compression would not make it smaller. */
  compress: Record<'br' | 'gzip', () => Promise<Buffer>> | null;
  /** Headers in addition to those of every reply. */
  headers: { etag: string; [name: string]: string };
  /** A script or font that a page loads. */
  isPart: boolean;
}

/** One entry of the build's pages.json: which file serves a path, and how private it is. */
interface Page {
  pattern: string;
  file: string;
  /** The file for a browser that may have a session. */
  ownerFile?: string;
  /** The first calls of the owner's page: paths of the service, with the parameters of the pattern. */
  firstCalls?: string[];
  audience: 'public' | 'private' | 'access';
}

export interface WebAssetNeeds {
  distDirectory: string;
  /** The values for `{{NAME}}` in pages and the manifest. */
  names: Record<string, string>;
  /** The Set-Cookie lines for an owner whose browser lost the session hint. */
  findLostHint?: (request: FastifyRequest) => Promise<string[]>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};
const escaped = (value: string) => html`${value}`.markup;
/** The files in which names are filled in, and how each escapes a name. */
const escapes: Record<string, (value: string) => string> = {
  '.html': escaped,
  '.xml': escaped,
  '.webmanifest': (value) => JSON.stringify(value).slice(1, -1),
  '.txt': (value) => value,
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.xml']);
const shellFile = '__shell.html';
const notServed = new Set(['pages.json', 'csp.json']);

/** Lets the browser request the session and the page's data while it loads the script that needs them. */
const linkTo = (paths: readonly string[], params: Record<string, string>): string =>
  paths
    .map((path) => path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? '')))
    .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`)
    .join(', ');

const byCookie = { vary: 'accept-encoding, cookie' };

const brotli = promisify(zlib.brotliCompress);
/** The best compression would delay the first reader by half a second. */
const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } };
const gzip = promisify(zlib.gzip);

export function readStyleHashes(distDirectory: string): string[] {
  try {
    const { styleHashes } = JSON.parse(readFileSync(path.join(distDirectory, 'csp.json'), 'utf8'));
    return styleHashes;
  } catch {
    return [];
  }
}

export async function serveWebAssets(app: FastifyInstance, needs: WebAssetNeeds): Promise<void> {
  const assets = loadAssets(needs);
  const find = (file: string): Asset => {
    const asset = assets.get(file);
    if (!asset) throw new Error(`the built pages lack ${file}`);
    return asset;
  };
  const pages: Page[] = JSON.parse(readFileSync(path.join(needs.distDirectory, 'pages.json'), 'utf8'));
  for (const page of pages) {
    const asset = find(page.file);
    const ownerAsset = page.ownerFile && find(page.ownerFile);
    const privacy = page.audience === 'public' ? {} : privatePageHeaders;
    const forVisitors = withHeaders(asset, { ...(ownerAsset && byCookie), ...privacy });
    const forOwners = ownerAsset && withHeaders(ownerAsset, { ...byCookie, ...privatePageHeaders });
    app.get<{ Params: Record<string, string> }>(page.pattern, async (request, reply) => {
      if (Object.values(request.params).includes('')) return reply.callNotFound();
      const lostHint = (await needs.findLostHint?.(request)) ?? [];
      if (lostHint.length > 0) reply.header('set-cookie', lostHint);
      const isForOwner = lostHint.length > 0 || hasSessionHint(request.headers.cookie ?? '');
      if (!isForOwner || !forOwners) return sendAsset(request, reply, forVisitors);
      reply.header('link', linkTo(page.firstCalls ?? [], request.params));
      return sendAsset(request, reply, forOwners);
    });
    // The pattern begins with a name of ours, so that the location is never another site.
    if (page.pattern !== '/')
      app.get(`${page.pattern}/`, (request, reply) =>
        reply.headers(privacy).redirect(request.url.replace(/\/(?=\?|$)/, ''), 308),
      );
  }
  // A page has one address. The service worker requests the shell by its file's name.
  for (const [file, asset] of assets)
    if (!file.endsWith('.html') || file === shellFile)
      app.get(`/${file}`, (request, reply) => sendAsset(request, reply, asset));
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account', 302)); // password managers use this URL
  const shell = assets.get(shellFile);
  const notFoundPage = shell && withHeaders(shell, privatePageHeaders);
  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/'] = request.url.split('?');
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (!reading || pathname.startsWith('/api/') || !notFoundPage) refuse('not-found');
    return sendAsset(request, reply.code(404), notFoundPage);
  });
}

const withHeaders = (asset: Asset, headers: Record<string, string>): Asset => ({
  ...asset,
  headers: { ...asset.headers, ...headers },
});

async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  reply.headers(asset.headers);
  if (asset.isPart) for (const name of pageOnlyHeaders) reply.removeHeader(name);
  if (request.headers['if-none-match'] === asset.headers.etag && reply.statusCode === 200)
    return reply.code(304).send();
  const encoding = asset.compress && negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']);
  if (!asset.compress || (encoding !== 'br' && encoding !== 'gzip')) return reply.send(asset.body);
  return reply.header('content-encoding', encoding).send(await asset.compress[encoding]());
}

function loadAssets({ distDirectory, names }: WebAssetNeeds): Map<string, Asset> {
  const files = readdirSync(distDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(distDirectory, path.join(entry.parentPath, entry.name)))
    .filter((file) => !notServed.has(file) && !/^\.(?!well-known\/)/.test(file) && !file.endsWith('.br'));
  return new Map(files.map((file) => [file, loadAsset(distDirectory, file, names)]));
}

function loadAsset(directory: string, file: string, names: Record<string, string>): Asset {
  const extension = path.extname(file);
  const read = readFileSync(path.join(directory, file));
  const escapeName = escapes[extension];
  const body = escapeName ? Buffer.from(fillNames(read.toString('utf8'), names, escapeName)) : read;
  const isCompressed = compressible.has(extension) && body.length > 512;
  const compressedFile = path.join(directory, `${file}.br`);
  return {
    body,
    compress: isCompressed
      ? {
          br: once(async () => (existsSync(compressedFile) ? readFile(compressedFile) : brotli(body, quick))),
          gzip: once(() => gzip(body, { level: 9 })),
        }
      : null,
    headers: {
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      'content-type': types[extension] ?? 'application/octet-stream',
      vary: 'accept-encoding',
      'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    isPart: file.startsWith('assets/') && ['.js', '.woff2'].includes(extension),
  };
}

const fillNames = (content: string, names: Record<string, string>, escapeName: (value: string) => string): string =>
  content.replace(/\{\{([A-Z_]+)\}\}/g, (whole, name: string) =>
    names[name] === undefined ? whole : escapeName(names[name]),
  );

function once(compress: () => Promise<Buffer>): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | undefined;
  return () => {
    compressed ??= compress();
    return compressed;
  };
}
