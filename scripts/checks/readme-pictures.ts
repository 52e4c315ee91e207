// The README's pictures, and whether the screens they show have changed since. A digest of each screen's sources is stored next to
// the pictures, because file times mean nothing on a fresh clone.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root as projectRoot } from '../processes.ts';

const styles = 'web/src/ui/styles/styles.css';

/** Each picture with its root components. Everything these import counts too. */
const firstSources = {
  landing: ['web/src/site/landing/landing-page.tsx'],
  dashboard: ['web/src/vaults/dashboard/dashboard-page.tsx'],
  review: ['web/src/vaults/create/review/review-step.tsx'],
  'executor-card': ['web/src/vaults/release/executor-card-page.tsx'],
  letter: ['web/src/vaults/vault-access/opened/opened-page.tsx'],
  'phone-dark': [
    'web/src/site/landing/hero.tsx',
    'web/src/vaults/dashboard/dashboard-page.tsx',
    'web/src/vaults/vault-access/opened/opened-page.tsx',
    'web/src/vaults/release/executor-access-page.tsx',
  ],
} as const;

export type ReadmePicture = keyof typeof firstSources;
export const readmePictures = Object.keys(firstSources) as ReadmePicture[];

export const picturePath = (picture: ReadmePicture): string => `docs/pictures/${picture}.jpg`;
const digestFile = 'docs/pictures/sources.txt';

/** @returns a sentence for each picture that is missing, not shown by the README, or older than its screen. */
export function findStalePictures(root = projectRoot): string[] {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const unshown = readmePictures.filter(
    (picture) => !new RegExp(`!\\[[^\\]]+\\]\\(${picturePath(picture)}\\)`).test(readme),
  );
  const known = new Set<string>(readmePictures.map(picturePath));
  const left = globSync('docs/pictures/*.jpg', { cwd: root }).filter((file) => !known.has(file));
  const stale = stalePictures(root);
  return [
    ...unshown.map(
      (picture) => `README.md does not show ${picturePath(picture)} with a text for those who cannot see it.`,
    ),
    ...left.map((file) => `${file} is not a picture in the README.`),
    ...stale.map((picture) => `${picturePath(picture)} is missing, or its screen has changed since.`),
    ...(stale.length > 0 ? ['Take these pictures again: npm run pictures -- readme'] : []),
  ];
}

/** The pictures that are missing, or whose sources have changed since they were taken. */
export function stalePictures(root: string): ReadmePicture[] {
  const stored = readDigests(root);
  return readmePictures.filter(
    (picture) =>
      !existsSync(path.join(root, picturePath(picture))) || stored.get(picture) !== digestOfSources(root, picture),
  );
}

/** Records that these pictures show the current sources. */
export function storeDigests(root: string, taken: readonly ReadmePicture[]): void {
  const stored = readDigests(root);
  const lines = readmePictures.map(
    (picture) => `${picture} ${taken.includes(picture) ? digestOfSources(root, picture) : (stored.get(picture) ?? '')}`,
  );
  writeFileSync(path.join(root, digestFile), `${lines.join('\n')}\n`);
}

function readDigests(root: string): Map<string, string> {
  const file = path.join(root, digestFile);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => line.split(' ') as [string, string]));
}

function digestOfSources(root: string, picture: ReadmePicture): string {
  const digest = createHash('sha256');
  for (const file of sourcesOf(root, [styles, ...firstSources[picture]])
    .filter(isDrawn)
    .sort())
    digest.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex').slice(0, 16);
}

/** Whether a file draws a screen: components, styles and drawings. Logic, calls and storage rarely change a picture. */
const isDrawn = (file: string): boolean => /\.(tsx|css|svg|woff2)$/.test(file) && !file.startsWith('web/src/lib/');

const importedFile = /(?:\bfrom |^import |@import |\burl\()['"](\.[^'"]*)['"]/gm;

/** These files, and every file in the web app that they import. */
function sourcesOf(root: string, first: readonly string[]): string[] {
  const found = new Set(first);
  for (const file of found) {
    if (!/\.(tsx?|css)$/.test(file)) continue;
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(importedFile)) {
      const imported = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''));
      if (imported.startsWith('web/src/')) found.add(imported);
    }
  }
  return [...found];
}
