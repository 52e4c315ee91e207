// A row of the table: what is measured against which floor, with which goal.
import type { Floors } from './floors.ts';
import type { Ratio } from './paired.ts';
import type { Product, SeededOwner } from './product.ts';

export interface Options {
  /** Counted rounds of each side, and how long each lasts. */
  rounds: number;
  seconds: number;
  /** Less of everything, to see that a row works. */
  isTrial: boolean;
}

export interface Result {
  floor: string;
  product: string;
  /** What is compared with the goal, with the range of the rounds. */
  value: string;
  isMet: boolean;
  /** Everything measured, for the results file. */
  figures: unknown;
}

export interface Row {
  name: string;
  what: string;
  goal: string;
  run(options: Options): Promise<Result>;
}

/** A row that shares one filled server with its neighbours. */
export interface SharedRow extends Omit<Row, 'run'> {
  run(shared: Shared, options: Options): Promise<Result>;
}

export interface Shared {
  product: Product;
  floors: Floors;
  owners: SeededOwner[];
}

export const round = (value: number, places = 2): string => value.toFixed(places);

/** The median of the rounds and their range. */
export const ratioText = ({ ratio, range }: Ratio): string =>
  `${round(ratio)} [${range.map((one) => round(one)).join('–')}]`;
