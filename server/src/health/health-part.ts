// One part of the service that can fail by itself. A new part is a function in this folder and a line in `health-parts.ts`.
export interface HealthPart {
  name: string;
  /** @returns what does not work, in a sentence without secrets, or null. What it throws, and silence, count as a fault. */
  findProblem(): Promise<string | null>;
}
