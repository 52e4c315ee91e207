// A part of the service that can fail on its own. To add one, write a function and a line in `health-parts.ts`.

export interface HealthPart {
  name: string;
  /** @returns the problem as a sentence without secrets, or null. A thrown error or a timeout also counts as a problem. */
  findProblem(): Promise<string | null>;
  /** The parts that cannot work while this one does not. Only the cause is reported. */
  explains?: readonly string[];
}

interface Explained {
  /** The cause for the log. */
  cause?: unknown;
  explains?: readonly string[];
}

/** A problem whose message may be shown, with details for the log, or which explains parts that are otherwise independent. */
export class PartFails extends Error {
  override name = 'PartFails';
  readonly explains: readonly string[];

  constructor(sentence: string, { cause, explains = [] }: Explained) {
    super(sentence, { cause });
    this.explains = explains;
  }
}
