// Draws the motto on the vault's frame as outlines of the display font: real text would be repainted when its font arrives.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Face, Font, Blob as FontBytes } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const words = ['KEPT WITH CARE', 'DELIVERED WHEN IT MATTERS'];
/** In units of the picture, which is 600 wide. */
const letterSize = 21.5;
const radius = 264;
const spaceWidth = letterSize / 4;
const starWidth = letterSize * 0.75;

interface Piece {
  id: string;
  width: number;
  /** The glyph's outline, as at the top of the ring. */
  shape: string;
}

const star: Piece = {
  id: 'star',
  width: starWidth,
  shape: `<path id="star" transform="translate(0-${radius + 7.5})" d="M0-7Q1-1 7 0 1 1 0 7-1 1-7 0-1-1 0-7Z"/>`,
};

/** The words once on each half of the ring, each followed by a star. */
export async function mottoRing(): Promise<string> {
  const letters = await lettersOf(words.join(''));
  const pieces = words.flatMap((text) => [
    ...[...text].map((letter) => letters.get(letter)),
    undefined,
    star,
    undefined,
  ]);
  const widthOf = (piece: Piece | undefined) => piece?.width ?? spaceWidth;
  const free = Math.PI * radius - pieces.reduce((total, piece) => total + widthOf(piece), 0);
  let reached = 0;
  const placed = pieces.map((piece) => {
    const middle = reached + widthOf(piece) / 2;
    reached += widthOf(piece) + free / pieces.length;
    return piece ? `<use href="#${piece.id}" transform="rotate(${(180 + degreesOf(middle)).toFixed(2)})"/>` : '';
  });
  const shapes = [star, ...letters.values()].map(({ shape }) => shape).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-300 -300 600 600"><defs>${shapes}</defs><g id="half">${placed.join('')}</g><use href="#half" transform="rotate(180)"/></svg>\n`;
}

const degreesOf = (length: number): number => (length / radius) * (180 / Math.PI);

async function lettersOf(text: string): Promise<Map<string, Piece>> {
  const letters = [...new Set(text.replaceAll(' ', ''))];
  const face = new Face(new FontBytes(await displayFont(letters.join(''))));
  const font = new Font(face);
  const scale = letterSize / face.upem;
  return new Map(
    letters.map((id) => {
      const glyph = font.nominalGlyph(id.charCodeAt(0));
      if (glyph === undefined) throw new Error(`the display font lacks ${id}`);
      const width = font.glyphHAdvance(glyph) * scale;
      const place = `translate(${(-width / 2).toFixed(2)}-${radius})scale(${scale}-${scale})`;
      return [id, { id, width, shape: `<path id="${id}" transform="${place}" d="${font.glyphToPath(glyph)}"/>` }];
    }),
  );
}

/** Cut in the same way as in cut-fonts.ts. */
async function displayFont(letters: string): Promise<ArrayBuffer> {
  const file = import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2');
  const font = await subsetFont(await readFile(fileURLToPath(file)), letters, {
    targetFormat: 'sfnt',
    variationAxes: { opsz: 72, wght: 400 },
  });
  return Uint8Array.from(font).buffer;
}
