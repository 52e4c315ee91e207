// The seal of a vault: a rosette of engraved lines derived from the vault's id. An id always gives the same drawing in every
// browser, so that the owner, the executor and the recipient can compare what they see. It is neither a secret nor a proof.

/** A closed line and its copies, each rotated and scaled a little further than the previous one. */
export interface EngravedLine {
  path: string;
  copies: number;
  degreesApart: number;
  scale: number;
}

export interface SealDrawing {
  border: EngravedLine;
  rosette: EngravedLine;
  heart: EngravedLine;
  ground: SealTraits['ground'];
}

/** The position of a line's copy, as an SVG transform. The first line is copy 0. */
export function transformOf({ degreesApart, scale }: EngravedLine, copy: number): string {
  const rotation = degreesApart === 0 ? '' : `rotate(${Number((copy * degreesApart).toFixed(2))})`;
  return scale === 1 ? rotation : `${rotation}scale(${Number((scale ** copy).toFixed(3))})`;
}

/** The traits that differ between seals. Printed drawings must stay valid: never change an entry, its order or its values' order. */
export const sealChoices = {
  petals: [4, 5, 6, 7, 8, 9, 10, 12],
  depth: [0.16, 0.25, 0.34, 0.46],
  /** The rosette's copies shrink and turn to one side or stay straight, or go around in full size. */
  course: ['left', 'slightly left', 'straight', 'slightly right', 'right', 'around'],
  /** Whether a petal or a gap points up. */
  top: ['petal', 'gap'],
  crests: [10, 14, 18, 23, 29, 36],
  weave: [2, 3],
  ground: ['even', 'dark centre', 'dark edge'],
  points: [3, 4, 5, 6, 7, 8, 10, 12],
  openness: [0.2, 0.38, 0.6],
} as const;

export type SealTraits = { [Name in keyof typeof sealChoices]: (typeof sealChoices)[Name][number] };

/** All measures are relative to a square of 1000 around the centre. */
const reach = { border: 458, rosette: 376, heart: 150 };
const borderInside = 398;
const copiesInwards = 13;
const wholeTurn = 6.283185307179586;

export const drawSeal = (vaultId: string): SealDrawing => engrave(traitsOf(vaultId));

export function traitsOf(vaultId: string): SealTraits {
  const next = numbersOf(vaultId);
  const chosen = Object.entries(sealChoices).map(([name, values]) => [name, values[next() % values.length]]);
  return Object.fromEntries(chosen) as SealTraits;
}

export function engrave(traits: SealTraits): SealDrawing {
  const { crests, weave, ground, points, openness } = traits;
  return {
    border: around(lobedLine(reach.border, borderInside, crests), crests, weave),
    rosette: rosetteOf(traits),
    heart: around(lobedLine(reach.heart, insideOf(reach.heart, openness), points), points, 3),
    ground,
  };
}

function rosetteOf({ petals, depth, course, top }: SealTraits): EngravedLine {
  const isAround = course === 'around';
  const inside = isAround ? reach.rosette * (0.72 - 1.2 * depth) : insideOf(reach.rosette, depth);
  const path = top === 'petal' ? lobedLine(reach.rosette, inside, petals) : lobedLine(inside, reach.rosette, petals);
  if (isAround) return around(path, petals, 3);
  const lastCopy = copiesInwards - 1;
  return { path, copies: copiesInwards, degreesApart: round((turnsOf[course] * 360) / petals / lastCopy), scale: 0.92 };
}

const turnsOf = { left: -1, 'slightly left': -0.5, straight: 0, 'slightly right': 0.5, right: 1 } as const;

const insideOf = (outside: number, depth: number): number => (outside * (1 - depth)) / (1 + depth);

const around = (path: string, lobes: number, copies: number): EngravedLine => ({
  path,
  copies,
  degreesApart: round(360 / lobes / copies),
  scale: 1,
});

/** A wave around the centre: it starts at the top at one distance and swings to the other and back `lobes` times. */
function lobedLine(top: number, other: number, lobes: number): string {
  const turns = Array.from({ length: 2 * lobes + 1 }, (_, index) => index / (2 * lobes));
  const nodes = turns.map((turn, index) =>
    nodeAt(turn, index % 2 === 0 ? top : other, (0.42 * wholeTurn) / (2 * lobes)),
  );
  const segments = nodes.slice(1).map((node, index) => {
    const from = nodes[index] ?? node;
    const first = index === 0 ? [from.x - from.before.x, from.y - from.before.y] : [];
    const rest = [node.before.x - from.x, node.before.y - from.y, node.x - from.x, node.y - from.y];
    return `${index === 0 ? 'c' : 's'}${terse([...first, ...rest])}`;
  });
  return `M${terse([nodes[0]?.x ?? 0, nodes[0]?.y ?? 0])}${segments.join('')}z`;
}

/** A crest or trough with the handle before it. The line is perpendicular to its radius there, so the handle is on the tangent. */
function nodeAt(turn: number, distance: number, handle: number) {
  const [across, down] = [sineOf(turn), -sineOf(turn + 0.25)];
  return {
    x: Math.round(across * distance),
    y: Math.round(down * distance),
    before: { x: Math.round((across + down * handle) * distance), y: Math.round((down - across * handle) * distance) },
  };
}

const terse = (numbers: number[]): string => numbers.join(' ').replaceAll(' -', '-');

const round = (value: number): number => Math.round(value * 100) / 100;

/** The sine of a part of a turn. Math.sin may differ in its last bit between browsers; sums and products may not. */
function sineOf(turn: number): number {
  const part = turn - Math.floor(turn);
  const angle = wholeTurn * (part > 0.75 ? part - 1 : part > 0.25 ? 0.5 - part : part);
  let [term, sum] = [angle, angle];
  for (let power = 3; power <= 19; power += 2) {
    term *= (-angle * angle) / (power * (power - 1));
    sum += term;
  }
  return sum;
}

/** A sequence of numbers derived from a text: FNV-1a, then one round of mixing for each number. */
function numbersOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
