// A part of the service that can fail by itself. To add one, write a function and a line in `health-parts.ts`.

export interface HealthPart {
  name: string;
  /** @returns the problem as a sentence without secrets, or null. A thrown error or a timeout also counts as a problem. */
  findProblem(): Promise<string | null>;
  /** The parts that cannot work while this one does not. Only the cause is reported. */
  explains?: readonly string[];
}

interface Explained {
  /** What the log says of it. */
  cause?: unknown;
  explains?: readonly string[];
}

/** A problem whose sentence may be shown, with more for the log, or which explains parts that otherwise stand by themselves. */
export class PartFails extends Error {
  override name = 'PartFails';
  readonly explains: readonly string[];

  constructor(sentence: string, { cause, explains = [] }: Explained) {
    super(sentence, { cause });
    this.explains = explains;
  }
}
