// A part of the service that can fail by itself. To add one, write a function and a line in `health-parts.ts`.
export interface HealthPart {
  name: string;
  /** @returns the problem as a sentence without secrets, or null. A thrown error or a timeout also counts as a problem. */
  findProblem(): Promise<string | null>;
}
