// The floor and the product run under the same load in alternating rounds, so that other work on the machine affects both. Only
// the ratios of one run are meaningful.
import { type LoadResult, type Request, runLoad } from './load.ts';

type SideName = 'floor' | 'product';
type Rounds<Figures> = Record<SideName, Figures>[];

/** Measures both sides in each round, and alternates which side comes first. The first rounds warm up and do not count. */
export async function alternate<Figures>(
  sides: Record<SideName, () => Promise<Figures>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Rounds<Figures>> {
  const counted: Rounds<Figures> = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = round % 2 === 0 ? await sides.floor() : null;
    const product = await sides.product();
    const floor = first ?? (await sides.floor());
    if (round >= 0) counted.push({ floor, product });
  }
  return counted;
}

export interface Ratio {
  /** The median of the rounds. */
  ratio: number;
  range: [number, number];
}

export function ratioOf(values: number[]): Ratio {
  const sorted = values.toSorted((one, other) => one - other);
  return { ratio: median(sorted), range: [sorted[0] ?? 0, sorted.at(-1) ?? 0] };
}

export interface Side {
  port: number;
  request: (turn: number) => Request;
  /** Successful requests; any other response fails the row. */
  status: number;
  /** Creates the data that a round uses up. */
  before: () => Promise<void>;
  connections?: number | undefined;
}

export interface SideFigures {
  perSecond: number;
  p50: number;
  p99: number;
}

/** The requests per second of both sides. */
export interface Paired extends Ratio {
  floor: SideFigures;
  product: SideFigures;
}

export interface Options {
  /** The number of counted rounds of each side, and their duration. */
  rounds: number;
  seconds: number;
  /** Fewer and shorter rounds, to check that a row works. */
  isTrial: boolean;
}

/** Under load, Node.js needs some fifteen seconds to compile all frequently run code. */
const roundsToWarmUp = 4;

export async function runPaired(floor: Side, product: Side, { rounds, seconds, isTrial }: Options): Promise<Paired> {
  const sides = { floor: () => measure(floor, seconds), product: () => measure(product, seconds) };
  const measured = await alternate(sides, { rounds, warmUp: isTrial ? 1 : roundsToWarmUp });
  return {
    floor: mediansOf(measured.map((round) => round.floor)),
    product: mediansOf(measured.map((round) => round.product)),
    ...ratioOf(measured.map((round) => round.product.perSecond / round.floor.perSecond)),
  };
}

async function measure({ before, status, ...load }: Side, seconds: number): Promise<SideFigures> {
  await before();
  const { perSecond, p50, p99, statuses } = await runLoad({ seconds, ...load });
  expectOnly(statuses, status);
  return { perSecond, p50, p99 };
}

function expectOnly(statuses: LoadResult['statuses'], status: number): void {
  const others = Object.keys(statuses).filter((one) => Number(one) !== status);
  if (others.length > 0 || !statuses[status]) throw new Error(`answers by status: ${JSON.stringify(statuses)}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function mediansOf(figures: readonly SideFigures[]): SideFigures {
  const of = (name: keyof SideFigures) => median(figures.map((one) => one[name]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}
