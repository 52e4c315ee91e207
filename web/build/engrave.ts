// Draws the engravings on the vault and on the bands between sections: patterns made from a curve rotated many times, and the motto. Run
// it after a change: npm run engrave -w web. The drawings are committed.
import { writeFile } from 'node:fs/promises';
import { mottoRing } from './engrave-motto.ts';

const turn = 2 * Math.PI;
const gold = '#f2cf8f';

/** A closed wave around the centre: `waves` crests of `depth` on a circle of `radius`. */
function waveRing(radius: number, depth: number, waves: number): string {
  const stepsPerWave = 8;
  const points = Array.from({ length: waves * stepsPerWave }, (_, index) => {
    const angle = (turn * index) / (waves * stepsPerWave);
    const reach = radius + depth * Math.sin(waves * angle);
    return [Math.cos(angle) * reach, Math.sin(angle) * reach] as const;
  });
  let [fromX, fromY] = [0, 0];
  const steps = points.map(([x, y]) => {
    const step = `${short(x - fromX)} ${short(y - fromY)}`;
    [fromX, fromY] = [fromX + Number(short(x - fromX)), fromY + Number(short(y - fromY))];
    return step;
  });
  return `<path id="c" d="M${steps[0]}l${steps.slice(1).join(' ')}z"/>`;
}

const short = (value: number): string =>
  value
    .toFixed(1)
    .replace('-0.0', '0')
    .replace(/\.0$/, '')
    .replace(/^(-?)0\./, '$1.');

/** The curve and its copies, each rotated a little further. */
const turned = (curve: string, copies: number, degreesApart: number): string =>
  curve +
  Array.from(
    { length: copies - 1 },
    (_, index) => `<use href="#c" transform="rotate(${round((index + 1) * degreesApart)})"/>`,
  ).join('');

const round = (value: number): number => Math.round(value * 1000) / 1000;

const plate = (size: number, strokeWidth: number, opacity: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-size} ${-size} ${2 * size} ${2 * size}"><g fill="none" stroke="${gold}" stroke-width="${strokeWidth}" opacity="${opacity}">${content}</g></svg>\n`;

const engravings: Record<string, string> = {
  '../src/ui/styles/outer-ring.generated.svg': plate(
    200,
    0.5,
    0.75,
    `${turned(waveRing(172, 13, 60), 6, 1)}<circle r="190"/><circle r="194"/><circle r="154"/>`,
  ),
  '../src/site/landing/vault/inner-ring.generated.svg': plate(
    200,
    0.45,
    0.6,
    `${turned('<circle id="c" cx="46" r="98"/>', 60, 6)}<circle r="147" stroke-width="1.2"/>`,
  ),
  '../src/site/landing/vault/rosette.generated.svg': plate(
    50,
    0.45,
    0.9,
    `${turned('<ellipse id="c" rx="46" ry="17"/>', 18, 10)}<circle r="47.5"/>`,
  ),
  '../src/ui/styles/guilloche-band.generated.svg': bandTile(),
  '../src/site/landing/vault/motto.generated.svg': await mottoRing(),
};

/** A tile of interlaced waves between two hairlines, which repeats seamlessly from side to side. */
function bandTile(): string {
  const crest = (height: number) =>
    `M-12 12c4-${height} 8-${height} 12 0s8 ${height} 12 0 8-${height} 12 0 8 ${height} 12 0`;
  const waves = [0, 4, 8, 12, 16, 20].map((shift) => `<path d="${crest(8)}" transform="translate(${shift - 12})"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><g fill="none" stroke="${gold}" stroke-width=".5" opacity=".5">${waves.join('')}<path d="M0 2.5h24M0 21.5h24" opacity=".8"/></g></svg>\n`;
}

for (const [path, svg] of Object.entries(engravings)) {
  await writeFile(new URL(path, import.meta.url), svg);
  console.log(`${path}: ${(svg.length / 1024).toFixed(1)} KB`);
}
