// Floor and product under the same load in alternating rounds, so that whatever else the machine does meets both. Only the ratios
// of a run mean something.

import { type LoadResult, type Request, runLoad } from './load.ts';
import { readCost } from './process-cost.ts';

export interface Side {
  port: number;
  pid: number;
  request: (turn: number) => Request;
  /** Requests that count; anything else fails the row. */
  status: number;
  /** Makes what a round uses up. */
  before: () => Promise<void>;
  connections?: number | undefined;
}

export interface SideFigures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of processor time for each request. */
  nodeCpu: number;
  databaseCpu: number;
}

export interface Paired {
  floor: SideFigures;
  product: SideFigures;
  /** Of the requests per second: the median of the rounds, and their range. */
  ratio: number;
  range: [number, number];
}

interface Rounds {
  rounds: number;
  seconds: number;
  isTrial: boolean;
  dataDirectory: string;
}

/** Node.js needs some fifteen seconds under load until all that runs often is compiled. */
const roundsToWarmUp = 4;

export async function runPaired(floor: Side, product: Side, options: Rounds): Promise<Paired> {
  const measured: { floor: SideFigures; product: SideFigures }[] = [];
  for (let round = options.isTrial ? -1 : -roundsToWarmUp; round < options.rounds; round += 1) {
    const sides = round % 2 === 0 ? ([floor, product] as const) : ([product, floor] as const);
    const figures = new Map<Side, SideFigures>();
    for (const side of sides) figures.set(side, await measure(side, options));
    const [ofFloor, ofProduct] = [figures.get(floor), figures.get(product)];
    if (round >= 0 && ofFloor && ofProduct) measured.push({ floor: ofFloor, product: ofProduct });
  }
  const ratios = measured.map((round) => round.product.perSecond / round.floor.perSecond).toSorted((a, b) => a - b);
  return {
    floor: medians(measured.map((round) => round.floor)),
    product: medians(measured.map((round) => round.product)),
    ratio: median(ratios),
    range: [ratios[0] ?? 0, ratios.at(-1) ?? 0],
  };
}

async function measure(side: Side, { seconds, dataDirectory }: Rounds): Promise<SideFigures> {
  await side.before();
  const before = readCost(side.pid, dataDirectory);
  const { port, request, connections } = side;
  const load = await runLoad({ port, seconds, request, ...(connections && { connections }) });
  const after = readCost(side.pid, dataDirectory);
  expectOnly(load, side.status);
  const requests = load.statuses[side.status] ?? 1;
  const each = (from: number, to: number) => ((to - from) * 1000) / requests;
  return {
    perSecond: load.perSecond,
    p50: load.p50,
    p99: load.p99,
    nodeCpu: each(before.nodeMilliseconds, after.nodeMilliseconds),
    databaseCpu: each(before.databaseMilliseconds, after.databaseMilliseconds),
  };
}

function expectOnly({ statuses }: LoadResult, status: number): void {
  const others = Object.keys(statuses).filter((one) => Number(one) !== status);
  if (others.length > 0 || !statuses[status]) throw new Error(`answers by status: ${JSON.stringify(statuses)}`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function medians(figures: readonly SideFigures[]): SideFigures {
  const of = (name: keyof SideFigures) => median(figures.map((one) => one[name]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    nodeCpu: of('nodeCpu'),
    databaseCpu: of('databaseCpu'),
  };
}
