// The HTML document around a page: its metadata, its one inline stylesheet, and preload links for its fonts and scripts.
import { html } from '@remembrance/contract/markup.ts';
import type { Manifest } from 'vite';
import { descriptions } from '../src/app/descriptions.ts';
import { documentTitle, hasFrame, type Page } from '../src/app/pages.ts';

const escaped = (text: string): string => html`${text}`.markup;

export interface Built {
  manifest: Manifest;
  /** The key of the app's entry in the manifest. */
  entry: string;
  style: string;
  template: string;
}

export function documentOf(page: Page, content: string, built: Built): string {
  const scripts = scriptsOf(page, built);
  const isOwners = hasFrame(page);
  const preloads = scripts.slice(1).map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`);
  const start = `<script type="module" async src="/${built.manifest[startEntry]?.file}" data-scripts="${scripts.map((file) => `/${file}`).join(' ')}"></script>`;
  const fonts = fontsOf(page, built.manifest).map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
  );
  const style = `<style>${built.style}</style>`;
  // A page with content is painted before its script loads. An empty shell needs its script first, and fonts once there is text.
  // Not `async`: from a cache it would run before the place of the app has arrived.
  const app = [...preloads, `<script type="module" src="/${scripts[0]}"></script>`];
  const [head, foot] = ((): [string[], string[]] => {
    if (content === '') return [[`<script type="module" src="/${scripts[0]}"></script>`, ...preloads, style], []];
    // The frame is useless without its scripts, so they load first: from the document's end they would start after the first paint.
    if (isOwners) return [[style, ...app], []];
    return [[style, ...fonts], page.audience === 'public' ? [start] : app];
  })();
  // Functions, because `replace` would read a `$` in a replacement string as a reference.
  return built.template
    .replace(/<script type="module".*<\/script>/, () => foot.join('\n    '))
    .replace('<title>{{PRODUCT_NAME}}</title>', () => [...namesOf(page), ...head].join('\n    '))
    .replace(
      '<div id="root"></div>',
      () =>
        `${olderBrowser}${page.audience === 'public' ? '' : needsScripts}<div id="root"${isOwners ? awaitsSession : ''}>${content}</div>${content === '' ? stillLoading : ''}`,
    );
}

/** Until its script has loaded, an owner's document uses the device's fonts. */
const awaitsSession = ' class="awaits-session"';

/** Hidden by every browser that we support (base.css). Its words are for somebody who may have no other device at hand. */
export const olderBrowser =
  '<p class="older-browser">This browser is too old for {{PRODUCT_NAME}}. Please open this address in a newer one: Chrome, Edge or Firefox of the last four years, or Safari from iOS 15.4 or macOS 12.3. On an iPhone or iPad, Settings, General, Software Update may bring it; on a computer, Firefox can be added for free. Any other phone or computer works too, such as a friend’s. Your link, your code and your account work there as well, and nothing is lost.</p>';

/**
 * Next to the app's empty place, which stays empty if its script never arrives. base.css shows it after 15 seconds. It has no link: that would lose the
 * address's fragment, which may be a token.
 */
const stillLoading =
  '<p class="still-loading mx-auto max-w-shell px-5 pt-6 sm:px-8">This is taking longer than usual. Please load the page again.</p>';

/** Above a form that looks usable. */
const needsScripts =
  '<noscript><p class="mx-auto max-w-shell px-5 pt-6 sm:px-8">This page needs JavaScript. Please allow it, or open the link in another browser.</p></noscript>';

function namesOf(page: Page): string[] {
  const title = escaped(documentTitle(page, '{{PRODUCT_NAME}}'));
  if (page.audience !== 'public')
    return [`<title>${title}</title>`, '<meta name="robots" content="noindex, nofollow">'];
  const description = escaped(descriptions[page.pattern] ?? '');
  const address = `{{PUBLIC_URL}}${page.pattern}`;
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${address}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="{{PRODUCT_NAME}}">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    '<meta property="og:image" content="{{PUBLIC_URL}}/preview.jpg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A round vault of brass and green enamel, light showing at its seam">',
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

const startEntry = 'src/app/entry/start.ts';
const ownerParts = ['src/app/owner-screens.ts', 'src/app/owner-frame.tsx'];

/** The entry, the page's own screen, and everything they import, which the browser would otherwise request one by one. */
function scriptsOf(page: Page, { manifest, entry }: Built): string[] {
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build lacks ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(entry);
  if (page.frame.startsWith('owner')) ownerParts.forEach(add);
  // The root page's own module is in the app's chunk; it shows the landing page or the dashboard.
  add(page.module === 'app/home-page.tsx' ? 'src/site/landing/landing-page.tsx' : `src/${page.module}`);
  return [...files];
}

/** The first screen's fonts; the landing page's headline is in italics. The browser requests other fonts when a text needs them. */
function fontsOf(page: Page, manifest: Manifest): string[] {
  const names = ['sans', 'display', ...(page.pattern === '/' ? ['display-italic'] : [])];
  return names.map((name) => {
    const font = manifest[`src/ui/fonts/${name}.woff2`];
    if (!font) throw new Error(`the build lacks the font ${name}`);
    return font.file;
  });
}
