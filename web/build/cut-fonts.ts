// Subsets the product's open-source fonts, so that a page loads only the characters it shows.
// Run it after a font is updated: npm run cut-fonts -w web. The results are committed.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont, { type Options } from 'subset-font';

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
const output = (name: string): string => fileURLToPath(new URL(`../src/ui/fonts/${name}.woff2`, import.meta.url));

const charactersBetween = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** All characters in our own texts. */
const english = `${charactersBetween(0x20, 0x7e)}\u00a0’‘“”–—…•·©é`;
/** Italic headlines have letters, digits and punctuation, but no symbols. */
const italics = english.replace(/[^\p{L}\p{N}\p{Z}.,:;?’“”–—]/gu, '');
const accented = `${charactersBetween(0xa1, 0xff)}ıŒœʻʼˆ˚˜${charactersBetween(0x2010, 0x2044)}€™↑↓−∕`;
const writing = [english, charactersBetween(0xa0, 0xff), charactersBetween(0x2010, 0x2026), '€™ŒœŠšŽžŸ'].join('');

async function cut(name: string, from: string, characters: string, options: Options): Promise<void> {
  const cutFont = await subsetFont(await readFile(from), characters, { targetFormat: 'woff2', ...options });
  await writeFile(output(name), cutFont);
  console.log(`${name}: ${(cutFont.length / 1024).toFixed(1)} KB`);
}

// Headlines use no alternative figures and no fractions. Headlines keep only two of a font's ligatures.
const headline = { variationAxes: { opsz: 72, wght: 400 }, noLayoutClosure: true };
const ligatures = 'ﬁﬂ';
await cut('display', roman, english + ligatures, headline);
await cut('display-italic', italic, italics + ligatures, headline);
await cut('letter', roman, writing, { variationAxes: { opsz: 16, wght: 400 } });
const weights = { variationAxes: { wght: { min: 400, max: 700 } } };
await cut('sans', sans, english, weights);
await cut('sans-accented', sans, accented, weights);
await copyFile(sansExtended, output('sans-extended'));
