// Rasterises a seal as seen from a distance: the brightness of each pixel of a small picture, for comparing two seals.
import type { EngravedLine, SealDrawing } from '../src/draw-seal.ts';

type Point = readonly [x: number, y: number];

const strokeWidth = 6;
const pointsPerCurve = 8;

export function rasterOf({ border, rosette, heart, ground }: SealDrawing, size: number): Float64Array {
  const light = new Float64Array(size * size);
  for (const line of [border, rosette, heart]) addLine(light, line, size);
  return light.map((amount, place) => Math.min(1, amount) + groundAt(ground, place, size));
}

/** The differing brightness as a fraction of the total brightness: 0 for identical pictures. */
export function differenceOf(one: Float64Array, other: Float64Array): number {
  let [different, all] = [0, 0];
  for (let place = 0; place < one.length; place += 1) {
    const [first = 0, second = 0] = [one[place], other[place]];
    different += Math.abs(first - second);
    all += first + second;
  }
  return different / all;
}

function groundAt(ground: SealDrawing['ground'], place: number, size: number): number {
  const distance = Math.hypot((place % size) - size / 2, Math.floor(place / size) - size / 2) / size;
  const isShaded = ground === 'dark centre' ? distance < 0.387 : ground === 'dark edge' && distance >= 0.387;
  return isShaded || distance > 0.5 ? 0 : 0.15;
}

function addLine(light: Float64Array, line: EngravedLine, size: number): void {
  const points = pointsOn(line.path);
  for (let copy = 0; copy < line.copies; copy += 1) {
    const angle = (copy * line.degreesApart * Math.PI) / 180;
    const scale = (line.scale ** copy * size) / 1000;
    let [fromX, fromY] = [0, 0];
    for (const [index, [x, y]] of points.entries()) {
      const toX = scale * (x * Math.cos(angle) - y * Math.sin(angle)) + size / 2;
      const toY = scale * (x * Math.sin(angle) + y * Math.cos(angle)) + size / 2;
      const place = Math.floor(toY) * size + Math.floor(toX);
      const length = index === 0 ? 0 : Math.hypot(toX - fromX, toY - fromY);
      light[place] = (light[place] ?? 0) + (length * strokeWidth * size) / 1000;
      [fromX, fromY] = [toX, toY];
    }
  }
}

/** Points on the curves of a path that consists of M, c, s and z. */
function pointsOn(path: string): Point[] {
  const [start = '', ...curves] = path.replace('z', '').split(/(?=[cs])/);
  let [x = 0, y = 0] = numbersIn(start);
  let handle: Point = [0, 0];
  const points: Point[] = [[x, y]];
  for (const curve of curves) {
    const numbers = numbersIn(curve);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve.startsWith('s') ? [...handle, ...numbers] : numbers;
    for (let step = 1; step <= pointsPerCurve; step += 1) {
      const t = step / pointsPerCurve;
      const [a, b, c] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      points.push([x + a * x1 + b * x2 + c * x3, y + a * y1 + b * y2 + c * y3]);
    }
    [x, y] = [x + x3, y + y3];
    handle = [x3 - x2, y3 - y2];
  }
  return points;
}

const numbersIn = (text: string): number[] => (text.match(/-?\d+/g) ?? []).map(Number);
