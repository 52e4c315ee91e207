// A row of the table: the measurement, its floor and its goal.
import type { Options, Ratio } from './paired.ts';
import type { Product, SeededOwner } from './product.ts';

export interface Result {
  floor: string;
  product: string;
  /** The value that is compared with the goal, with the range of the rounds. */
  value: string;
  isMet: boolean;
  /** All measurements, for the results file. */
  figures: unknown;
}

export interface Row {
  name: string;
  what: string;
  goal: string;
  run(options: Options): Promise<Result>;
}

/** The ports of the floor server. */
export interface Floors {
  /** Fastify and pg. */
  port: number;
  /** node:http only. */
  barePort: number;
  stop(): void;
}

/** A row that shares one filled server with the next rows. */
export interface SharedRow extends Omit<Row, 'run'> {
  run(shared: Shared, options: Options): Promise<Result>;
}

export interface Shared {
  product: Product;
  floors: Floors;
  owners: SeededOwner[];
}

export const round = (value: number, places = 2): string => value.toFixed(places);

/** The median of the rounds, and their range. */
export const ratioText = ({ ratio, range }: Ratio): string =>
  `${round(ratio)} [${range.map((one) => round(one)).join('–')}]`;
