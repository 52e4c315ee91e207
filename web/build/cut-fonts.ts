// Subsets the product's open-source fonts, so that a page loads only the characters it shows.
// Run it after a font is updated: npm run cut-fonts -w web. The results are committed.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const roman = fileURLToPath(
  import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2'),
);
const italic = fileURLToPath(
  import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-standard-italic.woff2'),
);
const sans = fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'));
const sansExtended = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'),
);
const output = (name: string): string => fileURLToPath(new URL(`../src/fonts/${name}.woff2`, import.meta.url));

const charactersBetween = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

const headings = `${charactersBetween(0x20, 0x7e)}’‘“”–—…•·©é`;
const writing = [
  charactersBetween(0x20, 0x7e),
  charactersBetween(0xa0, 0xff),
  charactersBetween(0x2010, 0x2026),
  '€™ŒœŠšŽžŸ',
].join('');

async function cut(from: string, characters: string, opticalSize: number, name: string): Promise<void> {
  const cutFont = await subsetFont(await readFile(from), characters, {
    targetFormat: 'woff2',
    variationAxes: { opsz: opticalSize, wght: 400 },
  });
  await writeFile(output(name), cutFont);
  console.log(`${name}: ${(cutFont.length / 1024).toFixed(1)} KB`);
}

await cut(roman, headings, 72, 'display');
await cut(italic, headings, 72, 'display-italic');
await cut(roman, writing, 16, 'letter');
await copyFile(sans, output('sans'));
await copyFile(sansExtended, output('sans-extended'));
